import { useLayoutEffect, useRef, useState } from 'react';
import { bidiIsolated, initials } from '#shared/text.ts';
import fieldStyles from '#ui/forms/field.module.css';
import { Picture } from '#ui/page/picture.tsx';
import { Icon } from '#ui/theme/icon.tsx';
import type { Member } from '../member.schema.ts';
import styles from './committee-order.module.css';

type Props = { members: Member[]; fallback: string; onMoved: (members: Member[]) => void };

/** Everyone with their place, which moves them. Each move is announced. */
export function OrderRows({ members, fallback, onMoved }: Props) {
  const [said, setSaid] = useState('');
  const refocus = useRef<HTMLElement | null>(null);
  // A row that React puts elsewhere loses the focus.
  useLayoutEffect(() => {
    refocus.current?.focus();
    refocus.current?.scrollIntoView({ block: 'nearest' });
    refocus.current = null;
  }, [members]);

  function move(from: number, to: number, select: HTMLElement) {
    const one = members[from];
    if (!one) return;
    refocus.current = select;
    onMoved(members.toSpliced(from, 1).toSpliced(to, 0, one));
    setSaid(`${bidiIsolated(one.name)} is now ${to + 1} of ${members.length}.`);
  }

  return (
    <>
      <ol className={styles.rows}>
        {members.map((member, at) => (
          <li key={member.id} className={`row ${styles.row}`}>
            <span className={fieldStyles.select}>
              <select
                className={fieldStyles.control}
                aria-label={`Place of ${member.name}`}
                value={at}
                onChange={({ target }) => move(at, Number(target.value), target)}
              >
                {members.map((_, place) => (
                  <option key={place} value={place}>
                    {place + 1}
                  </option>
                ))}
              </select>
              <Icon name="chevron-down" />
            </span>
            <Who member={member} fallback={fallback} />
          </li>
        ))}
      </ol>
      <p className="sr-only" role="status">
        {said}
      </p>
    </>
  );
}

function Who({ member, fallback }: { member: Member; fallback: string }) {
  const { name, position } = member;
  return (
    <>
      <span className={styles.picture}>
        <Picture picture={member} fallback={fallback} standIn={initials(name)} shape="square" sizes="3rem" />
      </span>
      <span className={styles.words}>
        <bdi className="strong">{name}</bdi>
        <bdi className="tiny">{position}</bdi>
      </span>
    </>
  );
}
