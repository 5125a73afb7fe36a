import { type MouseEvent, useEffect, useMemo, useRef } from 'react';
import { useNavigate } from 'react-router';
import { languageAttributes } from '#ui/language-attributes.ts';
import { isPlainClick } from '#ui/router-link.tsx';
import { Icon } from '#ui/theme/icon.tsx';
import styles from './chapter-list.module.css';
import { listChapters } from './chapters.ts';

/** The width from which the list fits beside the text, as in chapter-list.module.css. */
const beside = '(width >= 76rem)';

/** The chapters of a long article: closed above the text, open beside it where it fits. */
export function ChapterList({ content }: { content: string }) {
  const chapters = useMemo(() => listChapters(content), [content]);
  const details = useRef<HTMLDetailsElement>(null);
  useEffect(() => {
    if (details.current && matchMedia(beside).matches) details.current.open = true;
  }, []);
  const navigate = useNavigate();

  // The router then restores the place on the page at Back.
  function jump(click: MouseEvent, id: string) {
    const heading = document.getElementById(id);
    if (!isPlainClick(click) || !heading) return;
    click.preventDefault();
    heading.tabIndex = -1;
    heading.focus({ preventScroll: true });
    void navigate({ hash: id });
  }

  if (chapters.length === 0) return null;
  return (
    <nav className={styles.chapters} aria-label="Chapters">
      <details ref={details}>
        <summary className={styles.summary}>
          Chapters
          <Icon name="chevron-down" />
        </summary>
        <ol className={styles.list}>
          {chapters.map(({ id, title, level }) => (
            <li key={id} data-level={level}>
              <a
                className={styles.link}
                href={`#${id}`}
                onClick={(click) => jump(click, id)}
                {...languageAttributes(title)}
              >
                {title}
              </a>
            </li>
          ))}
        </ol>
      </details>
    </nav>
  );
}
