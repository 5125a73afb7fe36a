import { useEffect, useState } from 'react';
import { Button } from '#ui/forms/button.tsx';
import { languageAttributes } from '#ui/language-attributes.ts';
import { Link, onPlainClick } from '#ui/router-link.tsx';
import { Icon } from '#ui/theme/icon.tsx';
import { MemberPicture } from '../member-picture.tsx';
import type { ShownMember } from '../public-member-fields.ts';
import styles from './member-spotlight.module.css';

const rotationTime = 5000;

type MemberSpotlightProps = { members: ShownMember[]; onSelect: (member: ShownMember) => void };

/** One member at a time, the next every 5 s; rests while paused, hovered, focused or under reduced motion. */
export function MemberSpotlight({ members, onSelect }: MemberSpotlightProps) {
  const rotation = useRotation(members.length);
  const { turn, rotates, setResting } = rotation;
  const member = members[turn % members.length];

  if (!member) return null;
  return (
    <div className={styles.spotlight}>
      <article
        className={styles.card}
        aria-live={rotates ? 'off' : 'polite'}
        onMouseEnter={() => setResting(true)}
        onMouseLeave={() => setResting(false)}
        onFocus={() => setResting(true)}
        onBlur={() => setResting(false)}
      >
        <MemberPicture
          key={member.id}
          member={member}
          shape="square"
          sizes="(min-width: 48rem) 20rem, calc(100vw - 2rem)"
        />
        <div key={turn} className={`${styles.words} ${turn > 0 ? styles.turning : ''}`}>
          <h3 className={styles.name} {...languageAttributes(member.name)}>
            <Link className="covers" to={`/about?member=${member.id}`} onClick={onPlainClick(() => onSelect(member))}>
              {member.name}
            </Link>
          </h3>
          <p className="notable" {...languageAttributes(member.position)}>
            {member.position}
          </p>
          <p className="clamp muted" {...languageAttributes(member.bio)}>
            {member.bio}
          </p>
        </div>
      </article>
      {members.length > 1 && <Controls count={members.length} rotation={rotation} />}
    </div>
  );
}

function useRotation(count: number) {
  const [turn, setTurn] = useState(0);
  const [isPaused, setPaused] = useState(false);
  const [isResting, setResting] = useState(false);
  const rotates = !isPaused && !isResting && count > 1;

  useEffect(() => {
    if (matchMedia('(prefers-reduced-motion: reduce)').matches) setPaused(true);
  }, []);

  useEffect(() => {
    if (!rotates) return;
    const timer = setInterval(() => setTurn((now) => now + 1), rotationTime);
    return () => clearInterval(timer);
  }, [rotates]);

  return { turn, setTurn, isPaused, setPaused, rotates, setResting };
}

function Controls({ count, rotation }: { count: number; rotation: ReturnType<typeof useRotation> }) {
  const { turn, setTurn, isPaused, setPaused } = rotation;
  return (
    <div className={`small ${styles.controls}`} data-scripted>
      <Button variant="quiet" size="small" onClick={() => setPaused(!isPaused)}>
        <Icon name={isPaused ? 'play' : 'pause'} />
        {isPaused ? 'Play' : 'Pause'}
      </Button>
      <Button variant="quiet" size="small" aria-label="Previous member" onClick={() => setTurn(turn + count - 1)}>
        <Icon name="arrow-left" />
      </Button>
      <Button variant="quiet" size="small" aria-label="Next member" onClick={() => setTurn(turn + 1)}>
        <Icon name="arrow-right" />
      </Button>
      <span>
        {(turn % count) + 1} of {count}
      </span>
    </div>
  );
}
