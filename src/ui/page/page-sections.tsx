import type { ReactNode } from 'react';
import { useEffect, useRef } from 'react';
import styles from './page-sections.module.css';

export function Width({ children }: { children: ReactNode }) {
  return <div className={styles.width}>{children}</div>;
}

export function Section({ children }: { children: ReactNode }) {
  return (
    <section className={styles.section}>
      <Width>{children}</Width>
    </section>
  );
}

type SectionHeadingProps = { title: string; id?: string; eyebrow?: string; children?: ReactNode };

export function SectionHeading({ title, id, eyebrow, children }: SectionHeadingProps) {
  return (
    <div className={`row ${styles.heading}`}>
      {eyebrow && <p className={`eyebrow ${styles.eyebrow}`}>{eyebrow}</p>}
      <h2 id={id}>{title}</h2>
      {children}
    </div>
  );
}

/** `cards`: 1, 2 or 3 columns; `people`: 1, 2 (from 500 px), 3 or 4. Children are `<li>`. */
export function CardGrid({ columns = 'cards', children }: { columns?: 'cards' | 'people'; children: ReactNode }) {
  const list = useStagger<HTMLUListElement>();
  return (
    // oxlint-disable-next-line jsx-a11y/no-redundant-roles -- Safari drops the list role with list-style: none
    <ul ref={list} className={styles[columns]} role="list">
      {children}
    </ul>
  );
}

/**
 * Each child of a list rises once when it comes into view, one after the other where several come at once (M7). What is in view
 * already stays as it is, and without scripts nothing is hidden. Nothing moves under reduced motion.
 */
function useStagger<E extends HTMLElement>() {
  const element = useRef<E>(null);
  useEffect(() => {
    const { current } = element;
    if (!current || matchMedia('(prefers-reduced-motion: reduce)').matches) return;
    let isFirst = true;
    const observer = new IntersectionObserver((entries) => {
      const coming = entries.filter(({ isIntersecting }) => isIntersecting).map(({ target }) => target as HTMLElement);
      for (const [at, card] of coming.entries()) {
        observer.unobserve(card);
        if (isFirst) continue;
        card.style.animationDelay = `${at / 10}s`;
        card.dataset.rises = '';
      }
      isFirst = false;
    });
    for (const child of current.children) observer.observe(child);
    return () => observer.disconnect();
  }, []);
  return element;
}
