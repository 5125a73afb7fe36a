import { type KeyboardEvent, useLayoutEffect, useRef, useState } from 'react';
import { initials, isolated } from '#shared/text.ts';
import { Picture } from '#ui/page/picture.tsx';
import { Icon } from '#ui/theme/icon.tsx';
import type { Member } from '../member.schema.ts';
import styles from './committee-order.module.css';
import { useRowDragging } from './use-row-dragging.ts';

type Props = { members: Member[]; fallback: string; onMoved: (members: Member[]) => void };

/** Rows that are moved by dragging their handle, by its arrow keys, or by two buttons. Each move is announced. */
export function OrderRows({ members, fallback, onMoved }: Props) {
  const [said, setSaid] = useState('');
  const list = useRef<HTMLOListElement>(null);
  const refocus = useRef<HTMLElement | null>(null);
  const last = members.length - 1;
  // A row that React puts elsewhere loses the focus.
  useLayoutEffect(() => {
    refocus.current?.focus();
    refocus.current?.scrollIntoView({ block: 'nearest' });
    refocus.current = null;
  }, [members]);

  function move(from: number, to: number, button: HTMLElement | null = null) {
    refocus.current = button;
    const place = Math.min(Math.max(to, 0), last);
    const one = members[from];
    if (!one || place === from) return;
    const others = members.filter((_, at) => at !== from);
    onMoved([...others.slice(0, place), one, ...others.slice(place)]);
    setSaid(`${isolated(one.name)} is now ${place + 1} of ${members.length}.`);
  }

  function moveByKey(event: KeyboardEvent<HTMLElement>, at: number) {
    const to = { ArrowUp: at - 1, ArrowDown: at + 1, Home: 0, End: last }[event.key];
    if (to === undefined) return;
    event.preventDefault();
    move(at, to, event.currentTarget);
  }

  const dragging = useRowDragging(list, move);
  return (
    <>
      <ol ref={list} className={styles.rows} data-dragging={dragging.from !== null || undefined}>
        {members.map((member, at) => (
          <li
            key={member.id}
            className={styles.row}
            style={{ order: dragging.placeOf(at) }}
            data-dragged={dragging.from === at || undefined}
          >
            <button
              type="button"
              className={styles.handle}
              aria-label={`Move ${member.name}, ${at + 1} of ${members.length}`}
              onPointerDown={(event) => dragging.begin(event, at)}
              onKeyDown={(event) => moveByKey(event, at)}
            >
              <Icon name="grip" size={22} />
            </button>
            <Who member={member} fallback={fallback} />
            <Arrows name={member.name} at={at} last={last} move={move} />
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
  const { id, name, position } = member;
  return (
    <>
      <span className={styles.picture}>
        <Picture
          picture={member}
          fallback={fallback}
          standIn={{ id, text: initials(name) }}
          alt=""
          shape="square"
          sizes="3rem"
        />
      </span>
      <span className={styles.words}>
        <bdi className="strong">{name}</bdi>
        <bdi className="tiny">{position}</bdi>
      </span>
    </>
  );
}

type ArrowsProps = {
  name: string;
  at: number;
  last: number;
  move: (from: number, to: number, button: HTMLElement) => void;
};

function Arrows({ name, at, last, move }: ArrowsProps) {
  return (['up', 'down'] as const).map((way) => {
    const to = way === 'up' ? at - 1 : at + 1;
    return (
      <button
        key={way}
        type="button"
        className={styles.arrow}
        data-way={way}
        aria-label={`Move ${name} ${way}`}
        aria-disabled={to < 0 || to > last}
        onClick={(event) => move(at, to, event.currentTarget)}
      >
        <Icon name="arrow-down" size={20} />
      </button>
    );
  });
}
