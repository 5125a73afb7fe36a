import { type DragEvent, useState } from 'react';
import type { ShownThing } from '#features/newsletter/issues/drafts/issue-draft.schema.ts';
import { Button } from '#ui/forms/button.tsx';
import { SelectField } from '#ui/forms/fields.tsx';
import { languageAttributes } from '#ui/language-attributes.ts';
import styles from './issue-draft.module.css';

type Props = { things: ShownThing[]; choices: ShownThing[]; onChange: (things: ShownThing[]) => void };

const keyOf = ({ kind, id }: Pick<ShownThing, 'kind' | 'id'>) => `${kind} ${id}`;

/** The contents of a digest. Buttons or the mouse change their order; the mail lists articles before events. */
export function DigestThingsField({ things, choices, onChange }: Props) {
  const dragging = useDragging(move);
  const known = new Set(things.map(keyOf));
  const left = [...new Map(choices.map((one) => [keyOf(one), one])).values()].filter((one) => !known.has(keyOf(one)));

  function move(from: number, to: number) {
    const thing = things[from];
    if (thing && to >= 0 && to < things.length) onChange(things.toSpliced(from, 1).toSpliced(to, 0, thing));
  }

  function add(key: string) {
    const thing = left.find((one) => keyOf(one) === key);
    if (thing) onChange([...things, thing]);
  }

  const button = (words: string, { title }: ShownThing, press: () => void, isOff?: boolean) => (
    <Button size="small" variant="quiet" aria-disabled={isOff} onClick={press}>
      {words}
      <span className="sr-only">: {title}</span>
    </Button>
  );
  return (
    <div className={styles.things}>
      {things.length === 0 && <p className="tiny">This digest is empty.</p>}
      <ol className={styles.list} aria-label="In this digest">
        {things.map((thing, at) => (
          <li key={keyOf(thing)} className={`line ${styles.thing}`} {...dragging(thing, at)}>
            <div className={styles.words}>
              <span {...languageAttributes(thing.title)}>{thing.title}</span>
              <span className="tiny">{thing.when || 'Article'}</span>
              {thing.problem && <span className={styles.problem}>{thing.problem}. It is left out.</span>}
            </div>
            <div className={styles.buttons}>
              {button('Up', thing, () => move(at, at - 1), at === 0)}
              {button('Down', thing, () => move(at, at + 1), at === things.length - 1)}
              {button('Remove', thing, () => onChange(things.toSpliced(at, 1)))}
            </div>
          </li>
        ))}
      </ol>
      {left.length > 0 && (
        <SelectField
          label="Add an article or event"
          value=""
          options={[['', 'Choose…'] as const, ...left.map((one) => [keyOf(one), labelOf(one)] as const)]}
          onChange={add}
        />
      )}
    </div>
  );
}

/** The attributes of a row that the mouse can drag. */
function useDragging(move: (from: number, to: number) => void) {
  const [dragged, setDragged] = useState<number | null>(null);
  return ({ title }: ShownThing, at: number) => ({
    'data-dragged': dragged === at || undefined,
    draggable: true,
    onDragStart({ dataTransfer }: DragEvent) {
      // Firefox does not drag an element without data.
      dataTransfer.setData('text/plain', title);
      setDragged(at);
    },
    onDragOver: (event: DragEvent) => dragged !== null && event.preventDefault(),
    onDrop(event: DragEvent) {
      event.preventDefault();
      if (dragged !== null) move(dragged, at);
    },
    onDragEnd: () => setDragged(null),
  });
}

function labelOf({ kind, title, when }: ShownThing): string {
  return kind === 'article' ? title : `${title} (${when.split(' · ')[0]})`;
}
