import { switchTheme } from './chosen-theme.ts';
import { Icon } from './icon.tsx';
import styles from './theme-switch.module.css';

/** One icon for both themes: the server does not know the system's preference. */
export function ThemeSwitch() {
  return (
    <button
      type="button"
      className={styles.switch}
      onClick={switchTheme}
      data-scripted
      aria-label="Switch between light and dark"
    >
      <Icon name="contrast" />
    </button>
  );
}
