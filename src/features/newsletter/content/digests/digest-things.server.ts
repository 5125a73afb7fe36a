/** The articles and events of a digest: which are new, and how they have changed since. */
import { sql } from 'kysely';
import { guessArticleLanguage } from '#features/articles/reading.server.ts';
import type { Db } from '#platform/db/db.ts';
import { eventTimeText, instantText } from '#shared/dates.ts';
import { unpublishedReason } from '../issue-texts.server.ts';
import { digestLimits, digestTitle, type IssueContent, keyOfThing, type Thing } from './digest.ts';

const dayMs = 86_400_000;
/** How many days a digest looks ahead, and the first one back. */
const daysAhead = 30;
const daysBack = 31;

/** `problem`: why it cannot be mailed now. */
export type ReadThing = Thing & {
  title: string;
  words: string;
  /** When and where it takes place; empty for an article. */
  when: string;
  lang: string | null;
  publishedAt: string | null;
  problem: string | null;
  imageUrl: string | null;
  imageAlt: string;
  /** Empty for an article. */
  eventDate: string;
  isSignupOpen: boolean;
};

const noEvent = { when: '', eventDate: '', isSignupOpen: false };
const noArticle = { lang: null, publishedAt: null, imageUrl: null, imageAlt: '' };

/** In the given order, without permanently deleted items. */
export async function readDigestThings(
  db: Db,
  things: readonly Thing[],
  { timeZone, now }: { timeZone: string; now: Date },
): Promise<ReadThing[]> {
  const idsOf = (kind: Thing['kind']) => [0, ...things.filter((one) => one.kind === kind).map(({ id }) => id)];
  const articles = await db.selectFrom('articles').selectAll().where('id', 'in', idsOf('article')).execute();
  const events = await db.selectFrom('events').selectAll().where('id', 'in', idsOf('event')).execute();
  const read = new Map<string, ReadThing>();
  for (const article of articles) {
    const { id, title, description: words, publishedAt, imageUrl, imageAlt } = article;
    const problem = unpublishedReason(article);
    const lang = article.lang ?? guessArticleLanguage(article);
    const own = { kind: 'article' as const, id, title, words, problem, lang, publishedAt, imageUrl, imageAlt };
    read.set(keyOfThing(own), { ...own, ...noEvent });
  }
  for (const event of events) {
    const { id, title, description: words, location, eventDate } = event;
    const signup = signupWords(event, { timeZone, now });
    const when = [eventTimeText(event), location, signup].filter(Boolean).join(' · ');
    const problem = problemOfEvent(event, now);
    const isSignupOpen = signup === openSignup;
    const own = { kind: 'event' as const, id, title, words, problem, when, eventDate, isSignupOpen };
    read.set(keyOfThing(own), { ...own, ...noArticle });
  }
  return things.flatMap((thing) => read.get(keyOfThing(thing)) ?? []);
}

type EventState = { deletedAt: string | null; cancelledAt: string | null; startsAt: string };

function problemOfEvent({ deletedAt, cancelledAt, startsAt }: EventState, now: Date): string | null {
  if (deletedAt !== null) return 'The event was deleted';
  if (cancelledAt !== null) return 'The event is cancelled';
  return startsAt <= now.toISOString() ? 'The event has begun' : null;
}

export const openSignup = 'sign up on our website';

type EventSignup = { hasSignup: boolean; signupOpensAt: string | null; signupClosesAt: string | null };

/** Empty where no one can sign up any more. */
function signupWords(
  { hasSignup, signupOpensAt, signupClosesAt }: EventSignup,
  { timeZone, now }: { timeZone: string; now: Date },
): string {
  const at = now.toISOString();
  if (!hasSignup || (signupClosesAt !== null && signupClosesAt <= at)) return '';
  return signupOpensAt !== null && signupOpensAt > at
    ? `sign-up opens ${instantText(signupOpensAt, timeZone)}`
    : openSignup;
}

async function sentDigests(db: Db): Promise<IssueContent[]> {
  const sent = db.selectFrom('issues').select('content').where('kind', '=', 'digest');
  const rows = await sent.where('state', 'in', ['sending', 'paused', 'done']).execute();
  return rows.map(({ content }) => JSON.parse(content) as IssueContent);
}

/**
 * Articles that no digest has had yet, newest first; then the events of the next 30 days, those with the earliest sign-up first.
 * Ignores the time of the last digest: an article may have been unpublished then.
 */
export async function composeDigest(
  db: Db,
  { timeZone, now, goesOutAt = now }: { timeZone: string; now: Date; goesOutAt?: Date },
): Promise<{ content: IssueContent; fresh: number }> {
  const contents = await sentDigests(db);
  const told = new Set(contents.flatMap(({ things, removed = [] }) => [...things, ...removed]).map(keyOfThing));
  const [first = now.toISOString()] = contents.map(({ composedAt }) => composedAt).toSorted();
  const since = new Date(Date.parse(first) - daysBack * dayMs).toISOString();
  const until = new Date(now.getTime() + daysAhead * dayMs).toISOString();
  const articles = await listNewestArticles(db, since);
  const events = await listComingEvents(db, { now, until, limit: digestLimits.things / 2 });
  const opens = (event: (typeof events)[number]) => (event.signupOpensAt ?? '') > now.toISOString();
  const untold = articles.filter((thing) => !told.has(keyOfThing(thing))).slice(0, digestLimits.things / 2);
  const found = [...untold, ...events.filter(opens), ...events.filter((one) => !opens(one))];
  const things: Thing[] = found.map(({ kind, id }) => ({ kind, id }));
  const content = {
    title: digestTitle(goesOutAt.toISOString(), timeZone),
    note: '',
    things,
    composedAt: now.toISOString(),
    titledFor: goesOutAt.toISOString(),
    isAutomatic: false,
  };
  return { content, fresh: things.filter((thing) => !told.has(keyOfThing(thing))).length };
}

export async function listNewestArticles(db: Db, since: string, limit?: number) {
  return (
    db
      .selectFrom('articles')
      .select([sql.lit('article' as const).as('kind'), 'id'])
      .where('isPublished', '=', true)
      .where('deletedAt', 'is', null)
      .where('publishedAt', '>', since)
      // What was published before it was here has come from another site.
      .whereRef('createdAt', '<=', 'publishedAt')
      .orderBy('publishedAt', 'desc')
      .orderBy('id', 'desc')
      .$if(limit !== undefined, (articles) => articles.limit(limit as number))
      .execute()
  );
}

export async function listComingEvents(db: Db, { now, until, limit }: { now: Date; until?: string; limit: number }) {
  return db
    .selectFrom('events')
    .select([sql.lit('event' as const).as('kind'), 'id', 'signupOpensAt', 'eventDate', 'endDate', 'isAllDay'])
    .where('deletedAt', 'is', null)
    .where('cancelledAt', 'is', null)
    .where('startsAt', '>', now.toISOString())
    .$if(until !== undefined, (events) => events.where('startsAt', '<=', until as string))
    .orderBy('startsAt')
    .orderBy('id')
    .limit(limit)
    .execute();
}
