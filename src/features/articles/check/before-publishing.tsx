import { useMemo, useRef, useState } from 'react';
import { Button } from '#ui/forms/button.tsx';
import { TextField } from '#ui/forms/field.tsx';
import { useSettled } from '#ui/use-settled.ts';
import type { ArticleValues } from '../admin/article-values.ts';
import { articleLimits } from '../article.ts';
import styles from './before-publishing.module.css';
import { type Finding, findingsOf, keyOf } from './findings.ts';
import { LanguageField } from './language-field.tsx';
import { describeElement, elementAt, seenIn } from './seen-in.ts';

type Props = { values: ArticleValues; change: (part: Partial<ArticleValues>) => void };

/** What to look at before publishing, as the text stands now. It stops no one. */
export function BeforePublishing({ values, change }: Props) {
  const { title, description, content, lang } = values;
  const place = useRef<HTMLDetailsElement>(null);
  const [startsOpen] = useState(() => window.matchMedia('(width >= 48rem)').matches);
  // To read a long text takes a while.
  const settled = useSettled(content);
  const { seen, words } = useMemo(() => seenIn(settled), [settled]);
  const findings = useMemo(() => findingsOf(seen), [seen]);
  const elementOf = (finding: Finding) => {
    const editor = place.current?.closest('form')?.querySelector<HTMLElement>('.ql-editor');
    return editor ? elementAt(editor, seen, finding.place) : null;
  };

  /** A picture that is on the site. Until then it has another key, and what is typed here would go with it. */
  const isStored = ({ kind, place: at }: Finding) => kind === 'picture' && seen[at]?.attributes.src !== undefined;

  /** What was focused is gone then. */
  function describe(finding: Finding, alt: string) {
    const picture = elementOf(finding);
    if (picture) describeElement(picture, alt);
    place.current?.querySelector('summary')?.focus();
  }

  return (
    <details ref={place} className={styles.check} open={startsOpen}>
      <summary>
        Before you publish{' '}
        {(findings.length > 0 || seen.length > 0 || words.trim() !== '') && (
          <span className={`small ${styles.count}`}>
            {findings.length === 0 ? 'nothing to fix' : `${findings.length} to look at`}
          </span>
        )}
      </summary>
      {findings.length > 0 && (
        <ul className={styles.list}>
          {findings.map((finding) => (
            <li key={keyOf(seen, finding)}>
              <button type="button" className={styles.go} onClick={() => select(elementOf(finding))}>
                <span>{finding.message}</span>
                {finding.about && (
                  <span className="small" dir="auto">
                    {finding.about}
                  </span>
                )}
                {isStored(finding) && <img src={seen[finding.place]?.attributes.src} alt="" />}
              </button>
              {isStored(finding) && <Description which={finding.about} onAnswer={(alt) => describe(finding, alt)} />}
            </li>
          ))}
        </ul>
      )}
      <LanguageField
        lang={lang}
        text={[title, description, words].join('\n')}
        onChange={(chosen) => change({ lang: chosen })}
      />
    </details>
  );
}

function Description({ which, onAnswer }: { which: string; onAnswer: (alt: string) => void }) {
  const [text, setText] = useState('');
  const answer = () => text.trim() && onAnswer(text.trim());
  return (
    <div
      className={styles.answer}
      onKeyDown={(event) => {
        if (event.key === 'Enter' && event.target instanceof HTMLInputElement) answer();
      }}
    >
      <TextField
        label={`Alt text of ${which.toLowerCase()}`}
        limit={articleLimits.imageAlt}
        value={text}
        onChange={setText}
      />
      <div className={styles.buttons}>
        <Button size="small" variant="quiet" aria-disabled={text.trim() === ''} onClick={answer}>
          Keep
        </Button>
        <Button size="small" variant="quiet" onClick={() => onAnswer('')}>
          Decorative
        </Button>
      </div>
    </div>
  );
}

/** What is typed, chosen or linked next replaces it. */
function select(element: HTMLElement | null): void {
  const editor = element?.closest<HTMLElement>('.ql-editor');
  if (!element || !editor) return;
  editor.focus({ preventScroll: true });
  const range = document.createRange();
  if (element.tagName === 'IMG') range.selectNode(element.closest('.picture-coming') ?? element);
  else range.selectNodeContents(element);
  const selection = document.getSelection();
  selection?.removeAllRanges();
  selection?.addRange(range);
  element.scrollIntoView({ block: 'center' });
}
