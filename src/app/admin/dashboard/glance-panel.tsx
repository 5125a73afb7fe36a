import { type ReactNode, useCallback, useId } from 'react';
import { readGlance } from '#app/glance/glance.client.ts';
import type { Glance } from '#app/glance/glance.ts';
import { useReloadOnDecision } from '#features/articles/schedule/late-plans.ts';
import { peopleText, placesText } from '#features/registrations/admin/guests-event.ts';
import { eventTimeText } from '#shared/dates.ts';
import { countOf } from '#shared/text.ts';
import { useApi } from '#ui/api.ts';
import { useKeptCopies } from '#ui/drafts/editing-context.ts';
import { Link } from '#ui/link.tsx';
import { RelativeTime } from '#ui/page/relative-time.tsx';
import { Notice } from '#ui/page/screen.tsx';
import { useFetched } from '#ui/use-fetched.ts';
import { useReloadOn } from '#ui/use-reload-on.ts';
import { writtenIn } from '#ui/written-in.ts';
import { PlannedOfMany } from '../schedule/planned-line.tsx';
import { useSettings } from '../use-settings.ts';
import styles from './glance-panel.module.css';
import { changeText, newsletterText } from './glance-texts.ts';

type Props = {
  /** To how many a newsletter goes. */
  everybody: number | null;
  /** Another one fetches everything again. */
  round: string;
};

/** What waits, what is next, and what went wrong. Nothing waits for it, and without an answer it is not there. */
export function GlancePanel({ everybody, round }: Props) {
  const api = useApi();
  const load = useCallback(() => readGlance(api), [api]);
  const { data, error, reload } = useFetched(load, '');
  useReloadOnDecision(reload);
  useReloadOn(round, reload);
  if (error !== null) return null;
  if (!data) return <div className={styles.coming} />;
  return (
    <section className={styles.glance} aria-label="At a glance">
      {data.wrong.length > 0 && <Wrong wrong={data.wrong} />}
      {data.planned.total > 0 && <Planned planned={data.planned} everybody={everybody} />}
      <div className={styles.tiles}>
        <Drafts drafts={data.drafts} />
        <Readers readers={data.readers} />
        <NextEvent event={data.nextEvent} />
        <LastNewsletter newsletter={data.newsletter} />
        <Colleagues done={data.colleagues} />
      </div>
    </section>
  );
}

function Tile({ label, isWide, children }: { label: string; isWide?: boolean; children: ReactNode }) {
  const id = useId();
  return (
    <section className={styles.tile} data-wide={isWide || undefined} aria-labelledby={id}>
      <p id={id} className={styles.label}>
        {label}
      </p>
      {children}
    </section>
  );
}

function Wrong({ wrong }: { wrong: Glance['wrong'] }) {
  return (
    <div className={styles.wrong}>
      <Notice isWarning>
        <p>
          <strong>{wrong.length === 1 ? 'Something is wrong' : `${wrong.length} things are wrong`}</strong>:{' '}
          {wrong.map(({ title }) => title).join(', ')}. <Link to="/admin/doctor">See what to do</Link>
        </p>
      </Notice>
    </div>
  );
}

type PlannedProps = { planned: Glance['planned']; everybody: number | null };

function Planned({ planned: { total, next }, everybody }: PlannedProps) {
  return (
    <div className={styles.planned}>
      <Tile label="Planned" isWide>
        <ul className={styles.list}>
          {next.map(({ id, title, isSent, ...schedule }) => (
            <li key={id}>
              <Link to={`/admin/articles?edit=${id}`} {...writtenIn(title)}>
                {title}
              </Link>
              <p className={styles.detail}>
                <PlannedOfMany article={{ id, title, isSent, schedule }} everybody={everybody} />
                {schedule.plannedBy !== null && ` · planned by ${schedule.plannedBy}`}
              </p>
            </li>
          ))}
        </ul>
        {total > next.length && (
          <p className={styles.more}>
            <Link to="/admin/articles?state=planned">All that is planned</Link>
          </p>
        )}
      </Tile>
    </div>
  );
}

function Drafts({ drafts: { total, latest } }: { drafts: Glance['drafts'] }) {
  const kept = useKeptCopies()?.length ?? 0;
  return (
    <Tile label="Drafts waiting">
      <p className={styles.number}>{total.toLocaleString('en-US')}</p>
      {total === 0 && !kept && <p className={styles.detail}>Nothing is waiting.</p>}
      {kept > 0 && <p className={styles.detail}>And {countOf(kept, 'kept text')} of yours, below</p>}
      <ul className={styles.list}>
        {latest.map(({ id, title }) => (
          <li key={id}>
            <Link to={`/admin/articles?edit=${id}`} {...writtenIn(title)}>
              {title}
            </Link>
          </li>
        ))}
      </ul>
      {total > latest.length && (
        <p className={styles.more}>
          <Link to="/admin/articles?state=draft">All drafts</Link>
        </p>
      )}
    </Tile>
  );
}

function Readers({ readers }: { readers: Glance['readers'] }) {
  const change = changeText(readers);
  return (
    <Tile label="Readers">
      <p className={styles.number}>{readers.total.toLocaleString('en-US')}</p>
      {change && <p className={styles.detail}>{change}</p>}
      <p className={styles.more}>
        <Link to="/admin/subscribers">Subscribers</Link>
      </p>
    </Tile>
  );
}

function NextEvent({ event }: { event: Glance['nextEvent'] }) {
  if (!event)
    return (
      <Tile label="Next event">
        <p className={styles.name}>Nothing is planned</p>
        <p className={styles.more}>
          <Link to="/admin/events">Announce an event</Link>
        </p>
      </Tile>
    );
  const { id, title, people, places, waiting, capacity, hasSignup } = event;
  const hasGuests = hasSignup || people + waiting > 0;
  const counted = { coming: { people, places }, waiting: { people: waiting, places: waiting } };
  return (
    <Tile label="Next event">
      <p className={styles.name} {...writtenIn(title)}>
        <Link to={`/admin/events?edit=${id}`}>{title}</Link>
      </p>
      <p className={styles.detail}>{eventTimeText(event)}</p>
      {hasGuests && (
        <p className={styles.detail}>
          {peopleText(people)} signed up · {placesText(counted, capacity)}
        </p>
      )}
      {hasGuests && (
        <p className={styles.more}>
          <Link to={`/admin/events/${id}/guests`}>Guests</Link>
        </p>
      )}
    </Tile>
  );
}

function LastNewsletter({ newsletter }: { newsletter: Glance['newsletter'] }) {
  const { timeZone } = useSettings();
  if (!newsletter)
    return (
      <Tile label="Last newsletter">
        <p className={styles.name}>None was sent yet</p>
        <p className={styles.detail}>Publishing an article sends the first.</p>
      </Tile>
    );
  const { subject, articleId, createdAt, counts, total } = newsletter;
  const { sent, trouble } = newsletterText(counts, total);
  return (
    <Tile label="Last newsletter">
      <p className={styles.name} {...writtenIn(subject)}>
        <Link to={`/admin/newsletter/${articleId}`}>{subject}</Link>
      </p>
      <p className={styles.detail}>
        {sent} · <RelativeTime at={createdAt} timeZone={timeZone} />
      </p>
      {trouble && <p className={styles.trouble}>{trouble}</p>}
    </Tile>
  );
}

function Colleagues({ done }: { done: Glance['colleagues'] }) {
  const { timeZone } = useSettings();
  return (
    <Tile label="What colleagues did" isWide>
      {done.length === 0 && <p className={styles.detail}>Nobody else has changed anything yet.</p>}
      <ul className={styles.list}>
        {done.map(({ id, doer, before, name, after, link, at }) => (
          <li key={id}>
            <strong>{doer}</strong> {before}
            <bdi>{link ? <Link to={link}>{name}</Link> : name}</bdi>
            {after}{' '}
            <span className={styles.when}>
              · <RelativeTime at={at} timeZone={timeZone} />
            </span>
          </li>
        ))}
      </ul>
      {done.length > 0 && (
        <p className={styles.more}>
          <Link to="/admin/activity">All activity</Link>
        </p>
      )}
    </Tile>
  );
}
