import { type MouseEvent, useEffect, useMemo, useRef, useState } from 'react';
import { useNavigate } from 'react-router';
import { decodeEntities } from '#shared/html/entities.ts';
import { languageAttributes } from '#ui/language-attributes.ts';
import { isPlainClick } from '#ui/router-link.tsx';
import { Icon } from '#ui/theme/icon.tsx';
import styles from './chapter-list.module.css';

type Chapter = { id: string; title: string; level: 2 | 3 };

/** The width from which the list fits beside the text, as in chapter-list.module.css. */
const beside = '(width >= 76rem)';

const fewest = 3;

/** The chapters of a text: closed above it, open beside it where they fit, the present one marked. */
export function ChapterList({ content }: { content: string }) {
  const chapters = useMemo(() => listChapters(content), [content]);
  const present = usePresent(chapters);
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
                aria-current={id === present ? 'location' : undefined}
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

/** The id of the chapter whose heading has last passed the upper third of the window; before that, of the first one. */
function usePresent(chapters: Chapter[]): string | undefined {
  const [present, setPresent] = useState(chapters[0]?.id);
  useEffect(() => {
    const headings = chapters.flatMap(({ id }) => document.getElementById(id) ?? []);
    const look = () => {
      const last = headings.findLast((heading) => heading.getBoundingClientRect().top < innerHeight / 3);
      setPresent((last ?? headings[0])?.id);
    };
    const observer = new IntersectionObserver(look, { rootMargin: '0px 0px -66.7% 0px' });
    for (const heading of headings) observer.observe(heading);
    return () => observer.disconnect();
  }, [chapters]);
  return present;
}

/** The headings of a body that can be linked to; none if there are fewer than three. */
export function listChapters(content: string): Chapter[] {
  const chapters = [...content.matchAll(/<h([23])( [^<>]*)>/g)].flatMap(
    ({ 0: tag, 1: level, 2: attributes = '', index }) => {
      const id = / id="([^"]+)"/.exec(attributes)?.[1];
      const start = index + tag.length;
      const title = textOf(content.slice(start, content.indexOf(`</h${level}>`, start)));
      return id && title ? [{ id, title, level: level === '2' ? (2 as const) : (3 as const) }] : [];
    },
  );
  return chapters.length < fewest ? [] : chapters;
}

function textOf(html: string): string {
  return decodeEntities(html.replace(/<[^<>]*>/g, '')).trim();
}
