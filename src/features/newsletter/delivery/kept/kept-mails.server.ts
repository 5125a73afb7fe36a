/**
 * Newsletters and e-mails to subscribers and guests that were only kept, because no mail server was set: nobody got them. Once there is one, an
 * administrator sends or discards them, all at once; a second press finds nothing left to do.
 */
import { type ExpressionBuilder, sql } from 'kysely';
import { noMailServer } from '#features/newsletter/newsletter.ts';

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
  const letters = (await wantedEmails(db).select('mails.id').execute()).length;
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
  const wanted = await wantedEmails(trx).select('mails.id').execute();
  let queued = 0;
  for (let from = 0; from < wanted.length; from += 500) {
    const ids = wanted.slice(from, from + 500).map(({ id }) => id);
    const result = await trx
      .updateTable('mails')
      .set({ state: 'queued', attempts: 0, nextAttemptAt: at, createdAt: at, smtpCode: null, smtpAnswer: null })
      .where('id', 'in', ids)
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
    .where((eb) => eb.or([eb('subscriberId', 'is not', null), eb('registrationId', 'is not', null)]))
    .executeTakeFirst();
  return Number(closed.numUpdatedRows);
}

/**
 * As `isWanted` of their kinds says it of one, and no older one of the same kind. Those to guests are asked it when they go out;
 * each message of organisers to them is one of its own.
 */
function wantedEmails(db: Db) {
  return db
    .selectFrom('mails')
    .leftJoin('subscribers', 'subscribers.id', 'mails.subscriberId')
    .leftJoin('registrations', 'registrations.id', 'mails.registrationId')
    .where('mails.issueId', 'is', null)
    .where('mails.state', '=', 'kept')
    .where((eb) =>
      eb.or([
        eb('registrations.emailKey', 'is not', null),
        eb.and([eb('mails.kind', '=', 'already-subscribed'), eb('subscribers.state', '=', 'confirmed')]),
        eb.and([eb('mails.kind', '=', 'unsubscribed-notice'), eb('subscribers.state', '=', 'unsubscribed')]),
        eb.and([eb('mails.kind', '=', 'confirm'), eb('subscribers.state', '=', 'pending')]),
        eb.and([
          eb('mails.kind', '=', 'confirm'),
          eb('subscribers.state', '=', 'unsubscribed'),
          eb('mails.createdAt', '>=', eb.fn.coalesce('subscribers.unsubscribedAt', 'mails.createdAt')),
        ]),
      ]),
    )
    .where((eb) =>
      eb.not(
        eb.exists(
          eb
            .selectFrom('mails as later')
            .select('later.id')
            .where((of) =>
              of.or([
                of('later.subscriberId', '=', of.ref('mails.subscriberId')),
                of.and([
                  of('later.registrationId', '=', of.ref('mails.registrationId')),
                  of('later.kind', '!=', 'registration-message'),
                ]),
              ]),
            )
            .whereRef('later.kind', '=', 'mails.kind')
            .where('later.state', '=', 'kept')
            .whereRef('later.id', '>', 'mails.id'),
        ),
      ),
    );
}

type Noted = { action: AuditAction; administratorId: number; now: Date; mails: number };

async function note(trx: Db, { action, administratorId, now, mails }: Noted): Promise<void> {
  await audit(trx, { at: now, administratorId, action, entityId: null, detail: { mails } });
}
