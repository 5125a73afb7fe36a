import type { ReactNode } from 'react';
import { NavLink } from '#ui/link.tsx';
import styles from './section-nav.module.css';

type Props = {
  label: string;
  links: readonly (readonly [to: string, text: ReactNode])[];
  /** The first leads to the start of the section, and is current on its own page alone. */
  startsSection?: boolean;
};

/** The screens that belong together. */
export function SectionNav({ label, links, startsSection = false }: Props) {
  return (
    <nav className={styles.nav} aria-label={label}>
      {links.map(([to, text], at) => (
        <NavLink key={to} className={styles.link} to={to} end={startsSection && at === 0}>
          {text}
        </NavLink>
      ))}
    </nav>
  );
}
