import type { ReactNode } from 'react';
import { useEffect, useRef, useState } from 'react';
import styles from './layout.module.css';

export function Width({ children }: { children: ReactNode }) {
  return <div className={styles.width}>{children}</div>;
}

export function Section({ children, label }: { children: ReactNode; label?: string }) {
  return (
    <section className={styles.section} aria-label={label}>
      <Width>{children}</Width>
    </section>
  );
}

type SectionHeadingProps = { title: string; level?: 1 | 2; id?: string; eyebrow?: string; children?: ReactNode };

export function SectionHeading({ title, level = 2, id, eyebrow, children }: SectionHeadingProps) {
  const Heading = `h${level}` as const;
  return (
    <div className={styles.heading}>
      {eyebrow && <p className={styles.eyebrow}>{eyebrow}</p>}
      <Heading id={id}>{title}</Heading>
      {children}
    </div>
  );
}

/** `cards`: 1, 2 or 3 columns; `people`: 1, 2 (from 500 px), 3 or 4. Children are `<li>`. */
export function CardGrid({ columns = 'cards', children }: { columns?: 'cards' | 'people'; children: ReactNode }) {
  const stagger = useStagger<HTMLUListElement>();
  return (
    // oxlint-disable-next-line jsx-a11y/no-redundant-roles -- Safari drops the list role with list-style: none
    <ul className={styles[columns]} role="list" {...stagger}>
      {children}
    </ul>
  );
}

/**
 * The children of a list below the fold rise one after the other when it scrolls into view. Nothing is hidden before, so a
 * picture of the whole page shows everything. Nothing moves under reduced motion. The delays are in layout.module.css.
 */
function useStagger<E extends HTMLElement>() {
  const element = useRef<E>(null);
  const [rises, setRises] = useState(false);
  useEffect(() => {
    const { current } = element;
    if (!current || matchMedia('(prefers-reduced-motion: reduce)').matches) return;
    if (current.getBoundingClientRect().top < innerHeight) return;
    const observer = new IntersectionObserver((entries) => {
      if (!entries.some((entry) => entry.isIntersecting)) return;
      setRises(true);
      observer.disconnect();
    });
    observer.observe(current);
    return () => observer.disconnect();
  }, []);
  return { ref: element, 'data-stagger': rises || undefined };
}
