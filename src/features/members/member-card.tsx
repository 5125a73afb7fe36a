import type { MouseEvent } from 'react';
import { isPlainClick, Link } from '#ui/link.tsx';
import styles from '#ui/lists/person-card.module.css';
import { writtenIn } from '#ui/written-in.ts';
import { MemberPicture } from './member-picture.tsx';
import type { ShownMember } from './shown-member.ts';

type MemberCardProps = { member: ShownMember; onSelect: (member: ShownMember) => void };

/** A committee member in the public grid; without scripts it leads to the member on the about page. */
export function MemberCard({ member, onSelect }: MemberCardProps) {
  function select(click: MouseEvent) {
    if (!isPlainClick(click)) return;
    click.preventDefault();
    onSelect(member);
  }

  return (
    <article className={styles.card}>
      <div className={styles.photo}>
        <MemberPicture
          member={member}
          shape="portrait"
          sizes="(min-width: 64rem) min(260px, 22vw), (min-width: 48rem) 30vw, (min-width: 500px) 45vw, 3.25rem"
        />
      </div>
      <h3 className={styles.name} {...writtenIn(member.name)}>
        <Link className={styles.link} to={`/about?member=${member.id}`} onClick={select} aria-haspopup="dialog">
          {member.name}
        </Link>
      </h3>
      <p className={styles.position} {...writtenIn(member.position)}>
        {member.position}
      </p>
    </article>
  );
}
