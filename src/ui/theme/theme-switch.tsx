import { switchTheme } from './chosen-theme.ts';
import { Icon } from './icon.tsx';
import styles from './theme-switch.module.css';

/** Style sheets choose which icon shows: the server does not know what the system prefers. */
export function ThemeSwitch() {
  return (
    <button
      type="button"
      className={styles.switch}
      onClick={switchTheme}
      data-scripted
      aria-label="Switch between light and dark"
    >
      <span className={styles.moon}>
        <Icon name="moon" />
      </span>
      <span className={styles.sun}>
        <Icon name="sun" />
      </span>
    </button>
  );
}
