import type { Kind } from '#features/items/kind.ts';
import { localInstantText } from '#shared/instants.ts';
import { capitalised } from '#shared/text.ts';
import { useKeptCopies } from '#ui/drafts/editing-context.ts';
import { Link } from '#ui/link.tsx';
import { Panel } from '#ui/page/screen.tsx';
import { writtenIn } from '#ui/written-in.ts';
import styles from './kept-texts.module.css';

/** What this administrator has typed and not saved, on any device; nothing without any. */
export function KeptTexts({ kinds }: { kinds: readonly Kind[] }) {
  const copies = useKeptCopies();
  if (!copies || copies.length === 0) return null;
  return (
    <div className={styles.place}>
      <Panel title="Kept texts of yours">
        <ul className={styles.list}>
          {copies.map(({ id, form, at, title, words }) => {
            const [name = '', item] = form.split('-');
            const kind = kinds.find((one) => one.name === name);
            if (!kind) return null;
            return (
              <li key={id} className={styles.entry}>
                <Link className={styles.link} to={item === 'new' ? kind.adminPath : `${kind.adminPath}?edit=${item}`}>
                  <span {...writtenIn(title)}>{title || `${capitalised(kind.noun)} without a title`}</span>
                </Link>
                {words && (
                  <span className={styles.words} {...writtenIn(words)}>
                    {words}
                  </span>
                )}
                <span className={styles.when}>
                  {item === 'new' ? `New ${kind.noun}` : capitalised(kind.noun)} · {localInstantText(at)}
                </span>
              </li>
            );
          })}
        </ul>
      </Panel>
    </div>
  );
}
