import { useEffect, useMemo, useRef, useState } from 'react';
import { formImageUrl } from '#shared/item-picture.ts';
import { SelectField } from '#ui/forms/fields.tsx';
import { guessLanguage, languages } from '../article-language.ts';
import { findMistakes, type Seen, seenTags } from '../check/find-mistakes.ts';
import { describeEvent, readPictureAttributes } from '../editor/pictures/pending-pictures.ts';
import type { ArticleValues } from './article-values.ts';
import styles from './pre-publish-checks.module.css';

/** In characters of HTML; the styles of an email add to them. Gmail hides the end of an email beyond 102 kB. */
const longForEmail = 60_000;

type Props = { values: ArticleValues; change: (part: Partial<ArticleValues>) => void };

/** What to check before publishing, for the present text. It blocks nothing. */
export function PrePublishChecks({ values, change }: Props) {
  const { title, description, content, lang } = values;
  const place = useRef<HTMLDetailsElement>(null);
  const [startsOpen] = useState(() => window.matchMedia('(width >= 48rem)').matches);
  // Reading a long text takes a while.
  const settled = useDebounced(content);
  const { seen, words } = useMemo(() => readCheckedElements(settled), [settled]);
  const mistakes = useMemo(() => findMistakes(seen), [seen]);

  function lead(at: number) {
    const editor = place.current?.closest('form')?.querySelector<HTMLElement>('.ql-editor');
    const element = editor && findCheckedElement(editor, seen, at);
    if (element) show(editor, element);
  }

  return (
    <details ref={place} className={styles.check} open={startsOpen}>
      <summary>
        Before you publish{' '}
        {(mistakes.length > 0 || seen.length > 0 || words.trim() !== '') && (
          <span className={`small ${styles.count}`}>
            {mistakes.length === 0 ? 'nothing to fix in headings, links and pictures' : `${mistakes.length} to look at`}
          </span>
        )}
      </summary>
      {settled.length > longForEmail && (
        <p className="small">
          This text is long for an email: subscribers may get its beginning and “Read on the site”. The preview of the
          newsletter shows it.
        </p>
      )}
      {mistakes.length > 0 && (
        <ul className={styles.list}>
          {mistakes.map(({ message, about, place: at }, index) => (
            <li key={index}>
              <button type="button" className={styles.go} onClick={() => lead(at)}>
                <span>{message}</span>
                {about && (
                  <span className="small" dir="auto">
                    {about}
                  </span>
                )}
                {seen[at]?.attributes.src && <img src={formImageUrl(seen[at].attributes.src)} alt="" />}
              </button>
            </li>
          ))}
        </ul>
      )}
      <SelectField
        label="Language"
        hint="For screen readers, fonts and search engines."
        value={lang}
        options={languageOptions(lang, [title, description, words].join('\n'))}
        onChange={(chosen) => change({ lang: chosen })}
      />
    </details>
  );
}

/** Selects words, so that the next text or link replaces them. For a picture it opens the dialog. */
function show(editor: HTMLElement, element: HTMLElement): void {
  const isPicture = element.tagName === 'IMG';
  if (!isPicture) {
    editor.focus({ preventScroll: true });
    document.getSelection()?.selectAllChildren(element);
  }
  element.scrollIntoView({ block: 'center' });
  if (isPicture) element.dispatchEvent(new CustomEvent(describeEvent, { bubbles: true }));
}

/** Includes the article's own language, which may have come through the API. */
function languageOptions(lang: string, text: string): (readonly [string, string])[] {
  const own = lang === '' || languages.some(([tag]) => tag === lang) ? [] : [[lang, lang] as const];
  const guessed = guessLanguage(text);
  const told = languages.find(([tag]) => tag === guessed)?.[1];
  return [['', `Detect automatically${told ? ` (${told})` : ''}`], ...own, ...languages];
}

/** The latest value once it has been stable for a moment, as when typing pauses. */
function useDebounced<T>(value: T): T {
  const [settled, setSettled] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), 500);
    return () => clearTimeout(timer);
  }, [value]);
  return settled;
}

/** Characters used to detect the language. */
const longestWords = 4000;

/** The elements that the rules check, in HTML from the editor. Browser only. */
function readCheckedElements(html: string): { seen: Seen[]; words: string } {
  const { body } = new DOMParser().parseFromString(html, 'text/html');
  for (const place of body.querySelectorAll<HTMLElement>('.picture-coming')) place.replaceWith(comingPicture(place));
  const seen = [...body.querySelectorAll(seenTags)].map((element) => ({
    tag: element.tagName.toLowerCase(),
    attributes: Object.fromEntries([...element.attributes].map(({ name, value }) => [name, value])),
    text: element.textContent ?? '',
    hasNamedPicture: [...element.querySelectorAll('img')].some((image) => image.alt.trim() !== ''),
  }));
  return { seen, words: (body.textContent ?? '').slice(0, longestWords) };
}

/** The picture is not uploaded yet, so its id stands in for the address. */
function comingPicture(place: HTMLElement): HTMLElement {
  const image = place.ownerDocument.createElement('img');
  const { id, alt } = readPictureAttributes(place);
  image.dataset.picture = id;
  if (alt !== null) image.alt = alt;
  return image;
}

/** The element of the editor that corresponds to `seen[place]`. */
function findCheckedElement(editor: ParentNode, seen: readonly Seen[], place: number): HTMLElement | null {
  const found = editor.querySelectorAll<HTMLElement>(seenTags)[place];
  return found?.matches(seen[place]?.tag ?? '') ? found : null;
}
