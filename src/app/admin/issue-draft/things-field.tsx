import { useState } from 'react';
import type { ShownThing } from '#features/newsletter/issues/drafts/drafts.schema.ts';
import { Button } from '#ui/forms/button.tsx';
import { SelectField } from '#ui/forms/field.tsx';
import { languageAttributes } from '#ui/language-attributes.ts';
import styles from './issue-draft.module.css';

type Props = { things: ShownThing[]; choices: ShownThing[]; onChange: (things: ShownThing[]) => void };

const keyOf = ({ kind, id }: Pick<ShownThing, 'kind' | 'id'>) => `${kind} ${id}`;

/** What is in a digest, in its order, which buttons and a mouse change; articles come before events in the mail. */
export function ThingsField({ things, choices, onChange }: Props) {
  const [chosen, setChosen] = useState('');
  const [dragged, setDragged] = useState<number | null>(null);
  const known = new Set(things.map(keyOf));
  const left = [...new Map(choices.map((one) => [keyOf(one), one])).values()].filter((one) => !known.has(keyOf(one)));

  function move(from: number, to: number) {
    const moved = things.toSpliced(from, 1);
    const [thing] = things.slice(from, from + 1);
    if (thing && to >= 0 && to < things.length) onChange(moved.toSpliced(to, 0, thing));
  }

  function add(key: string) {
    setChosen('');
    const thing = left.find((one) => keyOf(one) === key);
    if (thing) onChange([...things, thing]);
  }

  return (
    <div className={styles.things}>
      {things.length === 0 && <p className={`tiny ${styles.hint}`}>Nothing is in this digest yet.</p>}
      <ol className={styles.list} aria-label="In this digest">
        {things.map((thing, at) => (
          <li
            key={keyOf(thing)}
            className={`line ${styles.thing}`}
            data-dragged={dragged === at || undefined}
            draggable
            onDragStart={({ dataTransfer }) => {
              // Firefox drags nothing that says nothing.
              dataTransfer.setData('text/plain', thing.title);
              setDragged(at);
            }}
            onDragOver={(event) => dragged !== null && event.preventDefault()}
            onDrop={(event) => {
              event.preventDefault();
              if (dragged !== null) move(dragged, at);
            }}
            onDragEnd={() => setDragged(null)}
          >
            <div className={styles.words}>
              <span {...languageAttributes(thing.title)}>{thing.title}</span>
              <span className={`tiny ${styles.hint}`}>{thing.when || 'Article'}</span>
              {thing.problem && <span className={styles.problem}>{thing.problem}. It is left out.</span>}
            </div>
            <div className={styles.buttons}>
              <Button size="small" variant="quiet" aria-disabled={at === 0} onClick={() => move(at, at - 1)}>
                Up<span className="sr-only">: {thing.title}</span>
              </Button>
              <Button
                size="small"
                variant="quiet"
                aria-disabled={at === things.length - 1}
                onClick={() => move(at, at + 1)}
              >
                Down<span className="sr-only">: {thing.title}</span>
              </Button>
              <Button size="small" variant="quiet" onClick={() => onChange(things.toSpliced(at, 1))}>
                Remove<span className="sr-only">: {thing.title}</span>
              </Button>
            </div>
          </li>
        ))}
      </ol>
      {left.length > 0 && (
        <SelectField
          label="Add an article or event"
          value={chosen}
          options={[['', 'Choose…'] as const, ...left.map((one) => [keyOf(one), labelOf(one)] as const)]}
          onChange={add}
        />
      )}
    </div>
  );
}

function labelOf({ kind, title, when }: ShownThing): string {
  return kind === 'article' ? title : `${title} (${when.split(' · ')[0]})`;
}
