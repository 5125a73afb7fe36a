import { type ReactNode, useEffect, useRef } from 'react';
import { FormStack, Panel } from '../page/screen-parts.tsx';
import { Spinner } from '../page/spinner.tsx';
import { Icon, type IconName } from '../theme/icon.tsx';
import styles from './editor-layout.module.css';

type Props = {
  /** Stands beside the sheet; below it on small screens. */
  aside: ReactNode;
  bar: ReactNode;
  /** Stands above the sheet. */
  notice: ReactNode;
  children: ReactNode;
};

/** The inside of a form: a sheet to write on, what belongs to it, and a bar that stays at the lower end of the screen. */
export function EditorLayout({ aside, bar, notice, children }: Props) {
  return (
    <div className={styles.desk}>
      <div className={styles.main}>
        {notice}
        <Panel>
          <FormStack>{children}</FormStack>
        </Panel>
      </div>
      <div className={styles.aside}>{aside}</div>
      {bar}
    </div>
  );
}

/** Holds the place of a form that is not loaded yet. */
export function EditorLayoutSkeleton() {
  return (
    <div className={styles.coming}>
      <Panel>
        <Spinner />
      </Panel>
    </div>
  );
}

type BarProps = {
  /** Where the text is. */
  state: ReactNode;
  /** Why the last press was stopped. */
  alert: ReactNode;
  /** The second action, the menu, and the one primary button. */
  children: ReactNode;
};

export function EditorBar({ state, alert, children }: BarProps) {
  const place = useRef<HTMLDivElement>(null);
  useEffect(() => (place.current ? keepClear(place.current) : undefined), []);
  return (
    <div ref={place} className={`line ${styles.bar}`} data-desk-bar data-screen-only>
      {alert}
      <div className={`line small ${styles.state}`}>{state}</div>
      <div className={`row ${styles.actions}`}>{children}</div>
    </div>
  );
}

/** The words of a button; on phones only an icon is seen of them. */
export function IconWhenNarrow({ name, children }: { name: IconName; children: ReactNode }) {
  return (
    <>
      <span className={styles.icon}>
        <Icon name={name} />
      </span>
      <span className={styles.words}>{children}</span>
    </>
  );
}

/** Gives the styles the height of the bar and of a phone's keyboard. */
function keepClear(bar: HTMLElement): () => void {
  const { style } = document.documentElement;
  const view = window.visualViewport;
  function tell() {
    const isSticky = Number.parseFloat(getComputedStyle(bar).bottom) >= 0;
    const height = isSticky ? bar.offsetHeight : 0;
    // A keyboard covers the page's lower end in most browsers; only this says by how much. `innerWidth` grows with
    // `innerHeight` on a phone while something is wider than the screen, and no event tells when that is over.
    const whole = view ? (window.innerHeight * view.width) / window.innerWidth : 0;
    const covered = view ? whole - view.height - view.offsetTop : 0;
    // After the last reading: one layout, not two.
    style.setProperty('--desk-bar', `${height}px`);
    style.setProperty('--covered', `${Math.max(0, Math.round(covered))}px`);
  }
  const observer = new ResizeObserver(() => {
    tell();
    // What the bar says makes it higher, after the wrong field got the focus.
    const { activeElement } = document;
    if (activeElement?.ariaInvalid === 'true') activeElement.scrollIntoView({ block: 'nearest' });
  });
  observer.observe(bar);
  view?.addEventListener('resize', tell);
  view?.addEventListener('scroll', tell);
  return () => {
    observer.disconnect();
    view?.removeEventListener('resize', tell);
    view?.removeEventListener('scroll', tell);
    style.removeProperty('--desk-bar');
    style.removeProperty('--covered');
  };
}
