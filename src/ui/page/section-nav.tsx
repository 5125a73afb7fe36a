import type { ReactNode } from 'react';
import { NavLink } from '#ui/router-link.tsx';
import styles from './tabs.module.css';

type Props = {
  label: string;
  /** `state` goes with the navigation. */
  links: readonly (readonly [to: string, text: ReactNode, state?: object])[];
  /** The first link is the start of the section, and current only on its own page. */
  startsSection?: boolean;
};

/** The screens that belong together. */
export function SectionNav({ label, links, startsSection = false }: Props) {
  return (
    <nav className={styles.tabs} aria-label={label}>
      {links.map(([to, text, state], at) => (
        <NavLink key={to} className={styles.tab} to={to} state={state} end={startsSection && at === 0}>
          {text}
        </NavLink>
      ))}
    </nav>
  );
}
