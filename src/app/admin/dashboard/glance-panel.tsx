import { type ReactNode, useId } from 'react';
import type { Glance } from '#app/dashboard/dashboard.schema.ts';
import { kinds } from '#app/kinds.ts';
import { useDraftList } from '#features/drafts/drafts-context.ts';
import { KeptConfirmations } from '#features/newsletter/content/admin/kept-confirmations.tsx';
import { titleLanguage } from '#features/newsletter/content/digests/digest.ts';
import { issuePath } from '#features/newsletter/issue.ts';
import { waitingText } from '#features/newsletter/issues/admin/recipients-sentence.ts';
import { outcomeSentence } from '#features/newsletter/issues/reports/outcome.ts';
import { placesText } from '#features/registrations/admin/guest-texts.ts';
import { RelativeTime } from '#features/settings/admin/relative-time.tsx';
import { eventTimeText } from '#shared/dates.ts';
import { capitalised, pluralise } from '#shared/text.ts';
import { languageAttributes } from '#ui/language-attributes.ts';
import { Notice } from '#ui/page/screen-parts.tsx';
import { Link } from '#ui/router-link.tsx';
import { useFetchedCall } from '#ui/use-fetched.ts';
import { useReloadOn } from '#ui/use-reload-on.ts';
import { ScheduledLineInList, ScheduledText } from '../schedule/scheduled-line.tsx';
import styles from './glance-panel.module.css';

export type FetchedGlance = { data: Glance | null; error: string | null; reload: () => Promise<void> };

/** What the dashboard begins with. Null while it loads, and when it cannot be loaded: nothing else waits for it. */
export function useGlance(): FetchedGlance {
  return useFetchedCall<Glance>('/dashboard/admin', '');
}

type ScheduledProps = { scheduled: Glance['scheduled']; everyone: number };

/** What is next, and what went wrong. Nothing waits for it, and on failure it is hidden. */
export function GlancePanel({ glance: { data, error, reload } }: { glance: FetchedGlance }) {
  // A draft may reach the site after the dashboard was loaded.
  useReloadOn(
    useDraftList()
      .map(({ form, at }) => form + at)
      .join(),
    reload,
  );
  if (error !== null) return null;
  if (!data) return <div className={styles.coming} />;
  const { wrong, unsavedDrafts, subscribers } = data;
  return (
    <section className={styles.glance} aria-label="At a glance">
      {wrong.length > 0 && <Wrong wrong={wrong} />}
      {data.keptConfirmations > 0 && (
        <div className={styles.apart}>
          <KeptConfirmations count={data.keptConfirmations} onSent={reload} />
        </div>
      )}
      {unsavedDrafts.newest && <UnsavedDrafts total={unsavedDrafts.total} newest={unsavedDrafts.newest} />}
      <div className={styles.tiles}>
        <NextEvent event={data.nextEvent} />
        <Subscribers counts={subscribers} />
        <LastNewsletter newsletter={data.newsletter} scheduled={data.scheduled} />
      </div>
    </section>
  );
}

function Wrong({ wrong }: { wrong: Glance['wrong'] }) {
  return (
    <div className={styles.apart}>
      <Notice isWarning>
        <p>
          <strong>{wrong.length === 1 ? 'Something is wrong' : `${wrong.length} things are wrong`}</strong>:{' '}
          {wrong.map(({ title }) => title).join(', ')}. <Link to="/admin/doctor">See what to do</Link>
        </p>
      </Notice>
    </div>
  );
}

function UnsavedDrafts({ total, newest }: { total: number; newest: NonNullable<Glance['unsavedDrafts']['newest']> }) {
  const path = kinds.find(({ name }) => name === newest.kind)?.adminPath ?? '';
  return (
    <p className={styles.line}>
      <Link to={`${path}?edit=${newest.item}`}>
        You have {pluralise(total, 'unfinished text')}
        {total > 1 && ': continue the newest'}
      </Link>
    </p>
  );
}

function Subscribers({ counts }: { counts: Glance['subscribers'] }) {
  const change = subscriberChangeText(counts);
  return (
    <Tile label="Subscribers">
      <p className={styles.name}>{counts.total.toLocaleString('en-US')}</p>
      <p className={`row ${styles.detail}`}>
        {change && <span>{change}</span>}
        {counts.askedAgain > 0 && (
          <Link to="/admin/subscribers?state=suppressed">
            {pluralise(counts.askedAgain, 'suppressed subscriber')} asked to subscribe again
          </Link>
        )}
        <Link to="/admin/subscribers">All subscribers</Link>
      </p>
    </Tile>
  );
}

/** The change in subscribers since a month ago. If there were none then, the site itself may be younger. */
export function subscriberChangeText({ total, change }: Pick<Glance['subscribers'], 'total' | 'change'>): string {
  if (total === change) return total === 0 ? '' : 'All new in the last 30 days';
  if (change === 0) return 'Same as a month ago';
  return `${Math.abs(change).toLocaleString('en-US')} ${change > 0 ? 'more' : 'fewer'} than a month ago`;
}

function NextEvent({ event }: { event: Glance['nextEvent'] }) {
  if (!event)
    return (
      <Tile label="Next event">
        <p className={styles.name}>Nothing coming up</p>
        <p className={`row ${styles.detail}`}>
          <Link to="/admin/events">Announce an event</Link>
        </p>
      </Tile>
    );
  const { id, title, people, places, waiting, capacity, hasSignup } = event;
  const hasGuests = hasSignup || people + waiting > 0;
  const counted = { coming: { people, places }, waiting: { people: waiting, places: waiting } };
  return (
    <Tile label="Next event">
      <p className={styles.name} {...languageAttributes(title)}>
        <Link to={`/admin/events?edit=${id}`}>{title}</Link>
      </p>
      <p className={`row ${styles.detail}`}>
        <span>{eventTimeText(event)}</span>
        {hasGuests && (
          <>
            <span>{placesText(counted, capacity)}</span>
            <Link to={`/admin/events/${id}/guests`}>Guests</Link>
          </>
        )}
      </p>
    </Tile>
  );
}

function LastNewsletter({ newsletter, scheduled }: Pick<Glance, 'newsletter' | 'scheduled'>) {
  const all = <Link to="/admin/newsletter">All newsletters</Link>;
  if (!newsletter)
    return (
      <Tile label="Last newsletter">
        <p className={styles.sentence}>
          No newsletter has been sent yet.{' '}
          {isNewsletterScheduled(scheduled)
            ? 'The first is scheduled.'
            : 'The first goes out when you publish an article, or send a digest or note.'}{' '}
          {all}
        </p>
      </Tile>
    );
  const { subject, createdAt, counts, note, sendAfter } = newsletter;
  const waiting = counts.queued + counts.sending + counts.retry;
  return (
    <Tile label="Last newsletter">
      <p className={styles.sentence}>
        <Link to={issuePath(newsletter)} {...languageAttributes(subject, titleLanguage(subject))}>
          {subject}
        </Link>
        , <RelativeTime at={createdAt} />. {outcomeSentence(newsletter)} {note}
        {waiting > 0 && ` ${waitingText(waiting, sendAfter)}.`} {all}
      </p>
    </Tile>
  );
}

export function isNewsletterScheduled({ next }: Glance['scheduled']): boolean {
  return next.some(({ issueId, sendsNewsletter, isLate }) => !isLate && (issueId !== null || sendsNewsletter));
}

export function ScheduledSummary({ scheduled: { total, next }, everyone }: ScheduledProps) {
  if (total === 0) return null;
  return (
    <div className={styles.scheduled}>
      <Tile label="Scheduled">
        <ul className={styles.list}>
          {next.map(({ articleId, issueId, issueKind, title, isSent, ...schedule }) => (
            <li key={`${articleId} ${issueId}`}>
              <Link
                to={
                  articleId === null ? issuePath({ articleId, id: issueId ?? 0 }) : `/admin/articles?edit=${articleId}`
                }
                {...languageAttributes(title, titleLanguage(title))}
              >
                {title}
              </Link>
              <p className={`row ${styles.detail}`}>
                {issueKind && `${capitalised(issueKind)} · `}
                {articleId === null ? (
                  <ScheduledText title={title} schedule={schedule} count={null} isIssue />
                ) : (
                  <ScheduledLineInList article={{ id: articleId, title, isSent, schedule }} everyone={everyone} />
                )}
                {schedule.scheduledBy !== null && ` · scheduled by ${schedule.scheduledBy}`}
              </p>
            </li>
          ))}
        </ul>
        {total > next.length && (
          <p className={styles.more}>
            <Link to="/admin/articles?state=scheduled">All scheduled articles</Link>
          </p>
        )}
      </Tile>
    </div>
  );
}

function Tile({ label, children }: { label: string; children: ReactNode }) {
  const id = useId();
  return (
    <section className={`box ${styles.tile}`} aria-labelledby={id}>
      <p id={id} className={`tiny ${styles.label}`}>
        {label}
      </p>
      {children}
    </section>
  );
}
