import { diffWords } from 'diff';
import { formImageUrl } from '#shared/item-picture.ts';
import type { Difference } from './compare-versions.ts';
import styles from './differences.module.css';

/** How many words of unchanged text stay around a change. */
const context = 12;

/** Two texts with at least this share of common characters are shown as one. */
const alike = 0.35;

/** Field by field: removed text is struck through, new text is underlined. */
export function Differences({ all }: { all: Difference[] }) {
  return (
    <dl className={styles.fields}>
      {all.map((one) => (
        <div key={one.label} className={styles.field}>
          <dt className={`tiny ${styles.label}`}>{one.label}</dt>
          <dd className={styles.text}>{one.isPicture ? <Pictures {...one} /> : <Words {...one} />}</dd>
        </div>
      ))}
    </dl>
  );
}

function Words({ before, after, isOnlyFormat }: Difference) {
  if (isOnlyFormat) return <span>Only the formatting is different.</span>;
  const parts = wordsOf(before, after);
  return parts.map((part, index) => {
    if (part.added) return <ins key={index}>{part.value}</ins>;
    if (part.removed) return <del key={index}>{part.value}</del>;
    const place = { isFirst: index === 0, isLast: index === parts.length - 1 };
    return <span key={index}>{shortened(part.value, place)}</span>;
  });
}

/** Long texts with little in common take many seconds to compare. */
const patienceMs = 500;

/** Two texts with little in common are easier to read one after the other. */
function wordsOf(before: string, after: string) {
  const parts = diffWords(before, after, { timeout: patienceMs }) ?? [];
  const shared = parts
    .filter(({ added, removed }) => !added && !removed)
    .reduce((sum, { value }) => sum + value.length, 0);
  if (shared >= alike * Math.max(before.length, after.length)) return parts;
  return [
    { value: before, removed: true, added: false },
    { value: ' ', removed: false, added: false },
    { value: after, removed: false, added: true },
  ].filter(({ value }) => value !== '');
}

function Pictures({ before, after }: Difference) {
  return (
    <span className={`line ${styles.pictures}`}>
      <del>{before ? <img src={formImageUrl(before)} alt="Before" /> : 'No image'}</del>
      <span aria-hidden="true">→</span>
      <ins>{after ? <img src={formImageUrl(after)} alt="After" /> : 'No image'}</ins>
    </span>
  );
}

/** Shortens long unchanged text to the words near a change. */
function shortened(text: string, { isFirst, isLast }: { isFirst: boolean; isLast: boolean }): string {
  const words = text.split(/(?<=\s)/);
  if (words.length <= 3 * context) return text;
  const start = isFirst ? '' : words.slice(0, context).join('').trimEnd();
  const end = isLast ? '' : words.slice(-context).join('').trimStart();
  return `${start} … ${end}`;
}
