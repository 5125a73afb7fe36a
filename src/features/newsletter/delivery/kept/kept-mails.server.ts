/**
 * Newsletters and e-mails to subscribers and guests that were only kept, because no mail server was set: nobody got them. Once there is one, an
 * administrator sends or discards them, all at once; a second press finds nothing left to do.
 */
import { type ExpressionBuilder, sql } from 'kysely';
import { noMailServer } from '#features/newsletter/newsletter.ts';
import { isWantedBy } from '#features/newsletter/subscribers/emails/subscriber-email-kinds.server.ts';
import { audit } from '#platform/audit.ts';
import type { AppContext } from '#platform/context.ts';
import { type Db, transact } from '#platform/db/db.ts';
import type { Tables } from '#platform/db/tables.ts';
import { Conflict } from '#platform/errors.ts';
import { notNeeded } from '#platform/mail/queue/attempts.ts';
import type { AuditAction } from '#shared/audit-action.ts';
import { requeueDeliveries } from '../queue/enqueue-deliveries.server.ts';
import type { KeptMails } from './kept-mails.schema.ts';

type Context = Pick<AppContext, 'db' | 'config' | 'clock'>;

const discarded = 'Discarded: no mail server was set when it was written';

/** In plain, so that SQLite knows the index of these. */
const isKept = sql<boolean>`mails.state = 'kept'`;
const isToSomebody = sql<boolean>`(subscriber_id is not null or registration_id is not null)`;

/** Those that somebody would get: readers who have left, and articles off the site, count no more. */
export async function countKept({ db, config }: Pick<Context, 'db' | 'config'>): Promise<KeptMails> {
  const deliveries = await db
    .selectFrom('mails')
    .innerJoin('subscribers', 'subscribers.id', 'mails.subscriberId')
    .innerJoin('articles', 'articles.id', 'mails.articleId')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where(isKept)
    .where('subscribers.state', '=', 'confirmed')
    .where('articles.isPublished', '=', true)
    .where('articles.deletedAt', 'is', null)
    .executeTakeFirstOrThrow();
  const letters = (await findWantedEmails(db)).length;
  const newsletters = Number(deliveries.count);
  return { total: newsletters + letters, newsletters, letters, canSend: config.smtpUrl !== undefined };
}

/**
 * Queues them, a new beginning for each; links that confirm are made anew when they go out. Answers how many.
 * @throws Conflict while there is no mail server
 */
export async function sendKept({ db, config, clock }: Context, administratorId: number): Promise<number> {
  if (config.smtpUrl === undefined) throw new Conflict(noMailServer);
  const now = clock.now();
  return transact(db, async (trx) => {
    let queued = 0;
    for (const articleId of await lockArticlesWithKept(trx)) {
      const issues = await issuesWithKept(trx, articleId);
      queued += await requeueDeliveries(trx, { articleId, now, states: ['kept'] });
      await trx
        .updateTable('issues')
        .set({ state: 'sending', updatedAt: now.toISOString() })
        .where('id', 'in', issues)
        .where('state', '=', 'done')
        .execute();
    }
    queued += await queueEmails(trx, now);
    if (queued > 0) await note(trx, { action: 'newsletter.send-kept', administratorId, now, mails: queued });
    return queued;
  });
}

/** Closes them all; readers who are sent the article again later get it. Answers how many. */
export async function discardKept({ db, clock }: Context, administratorId: number): Promise<number> {
  const now = clock.now();
  return transact(db, async (trx) => {
    const deliveries = await trx
      .updateTable('mails')
      .where('issueId', 'is not', null)
      .set({ state: 'skipped', smtpCode: null, smtpAnswer: discarded })
      .where(isKept)
      .executeTakeFirst();
    const emails = await closeEmails(trx, discarded);
    const closed = Number(deliveries.numUpdatedRows) + emails;
    if (closed > 0) await note(trx, { action: 'newsletter.discard-kept', administratorId, now, mails: closed });
    return closed;
  });
}

/** In the order of their ids, as everywhere; those off the site keep what they have. */
async function lockArticlesWithKept(trx: Db): Promise<number[]> {
  const kept = (eb: ExpressionBuilder<Tables, 'articles'>) =>
    eb.selectFrom('mails').select('mails.articleId').where(isKept);
  const articles = await trx
    .selectFrom('articles')
    .select('id')
    .where('id', 'in', kept)
    .where('isPublished', '=', true)
    .where('deletedAt', 'is', null)
    .orderBy('id')
    .forUpdate()
    .execute();
  return articles.map(({ id }) => id);
}

async function issuesWithKept(trx: Db, articleId: number): Promise<number[]> {
  const issues = await trx
    .selectFrom('issues')
    .select('id')
    .where('articleId', '=', articleId)
    .where((eb) =>
      eb.exists(eb.selectFrom('mails').select('mails.id').whereRef('mails.issueId', '=', 'issues.id').where(isKept)),
    )
    .execute();
  return issues.map(({ id }) => id);
}

/** The latest of each kind for each reader or guest, if it is still wanted; the others are closed. */
async function queueEmails(trx: Db, now: Date): Promise<number> {
  const at = now.toISOString();
  const wanted = await findWantedEmails(trx);
  let queued = 0;
  for (let from = 0; from < wanted.length; from += 500) {
    const result = await trx
      .updateTable('mails')
      .set({ state: 'queued', attempts: 0, nextAttemptAt: at, createdAt: at, smtpCode: null, smtpAnswer: null })
      .where('id', 'in', wanted.slice(from, from + 500))
      .where('state', '=', 'kept')
      .executeTakeFirst();
    queued += Number(result.numUpdatedRows);
  }
  await closeEmails(trx, notNeeded);
  return queued;
}

async function closeEmails(trx: Db, why: string): Promise<number> {
  const closed = await trx
    .updateTable('mails')
    .where('issueId', 'is', null)
    .set({ state: 'failed', smtpCode: null, smtpAnswer: why })
    .where('state', '=', 'kept')
    .where(isToSomebody)
    .executeTakeFirst();
  return Number(closed.numUpdatedRows);
}

/**
 * The ids of those that their kinds call wanted, the latest of each kind for each reader or guest. Those to guests are asked
 * it when they go out; each message of organisers to them is one of its own.
 */
async function findWantedEmails(db: Db): Promise<number[]> {
  const kept = await db
    .selectFrom('mails')
    .leftJoin('subscribers', 'subscribers.id', 'mails.subscriberId')
    .select(['mails.id', 'mails.kind', 'mails.createdAt', 'mails.subscriberId', 'mails.registrationId'])
    .select(['subscribers.state', 'subscribers.unsubscribedAt'])
    .where('mails.issueId', 'is', null)
    .where(isKept)
    .where(isToSomebody)
    .orderBy('mails.id', 'desc')
    .execute();
  const known = new Set<string>();
  const latest = kept.filter(({ id, kind, subscriberId, registrationId }) => {
    const about = kind === 'registration-message' ? `${id}` : `${kind} ${subscriberId} ${registrationId}`;
    return !known.has(about) && known.add(about);
  });
  const wanted = latest.filter(
    (email) => email.registrationId !== null || isWantedBy(email, email.kind, email.createdAt),
  );
  return wanted.map(({ id }) => id);
}

type Noted = { action: AuditAction; administratorId: number; now: Date; mails: number };

async function note(trx: Db, { action, administratorId, now, mails }: Noted): Promise<void> {
  await audit(trx, { at: now, administratorId, action, entityId: null, detail: { mails } });
}
