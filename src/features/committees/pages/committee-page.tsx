import type { ReactNode } from 'react';
import { useSettings } from '#features/settings/pages/site.ts';
import { Link } from '#ui/link.tsx';
import { Section } from '#ui/page/layout.tsx';
import type { Committee } from '../committee.schema.ts';
import { committeePath } from '../committee.ts';
import styles from './committee-page.module.css';

type Props = {
  title: string;
  /** When it was on duty. */
  span?: ReactNode;
  years: Committee[];
  /** The label of the year that is shown. */
  current?: string;
  children: ReactNode;
};

/** One committee, and the way to all others. */
export function CommitteePage({ title, span, years, current, children }: Props) {
  const { societyName } = useSettings();
  return (
    <Section>
      <header className={styles.head}>
        <p className={styles.eyebrow} dir="auto">
          {societyName}
        </p>
        <h1>{title}</h1>
        {span && <p className={styles.span}>{span}</p>}
      </header>
      {children}
      {years.length > 0 && (
        <nav className={styles.years} aria-labelledby="years">
          <h2 id="years">Past committees</h2>
          <ul className={styles.list}>
            <li>
              <Link className={styles.year} to={committeePath} aria-current={current ? undefined : 'page'}>
                Today
              </Link>
            </li>
            {years.map(({ id, label, path }) => (
              <li key={id}>
                <Link className={styles.year} to={path} aria-current={label === current ? 'page' : undefined}>
                  <bdi>{label}</bdi>
                </Link>
              </li>
            ))}
          </ul>
        </nav>
      )}
    </Section>
  );
}
