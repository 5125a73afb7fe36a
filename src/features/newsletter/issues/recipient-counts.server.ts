/** Who would get an article's newsletter if it were sent now. */
import { sql } from 'kysely';
import { getArticle } from '#features/articles/reading.server.ts';
import { findDigestsWith, hadArticleInDigest } from '#features/newsletter/delivery/queue/already-sent.server.ts';
import { isInAudience, subscriberIdRanges } from '#features/newsletter/delivery/queue/audience.server.ts';
import type { DeliveryState } from '#features/newsletter/delivery-state.ts';
import type { AppContext } from '#platform/context.ts';
import type { Db } from '#platform/db/db.ts';
import type { RecipientCounts } from './issues.schema.ts';

/** Without an article: everyone who would get a new one. @throws NotFound when there is no such article */
export async function getRecipientCounts(
  { db, config }: Pick<AppContext, 'db' | 'config'>,
  articleId: number | null,
): Promise<RecipientCounts> {
  if (articleId !== null) await getArticle(db, articleId);
  const isKept = config.smtpUrl === undefined;
  const { audience, alreadySent, underWay, unknown, toSend } = await countRecipients(db, articleId ?? 0, isKept);
  return { audience, alreadySent: alreadySent + underWay, underWay, notConfirmed: unknown, toSend };
}

/**
 * The whole audience, and how many of them have had the article (or perhaps did), or will. Mails in the outbox are sent once there
 * is a mail server; without one (`isKept`) they stay there.
 */
export async function countRecipients(db: Db, articleId: number, isKept: boolean) {
  const counts = new Map<string | null, number>();
  const digests = await findDigestsWith(db, [articleId]);
  for await (const { from, to } of subscriberIdRanges(db)) {
    const rows = await db
      .selectFrom('subscribers')
      .leftJoin('mails', (join) =>
        join.onRef('mails.subscriberId', '=', 'subscribers.id').on('mails.articleId', '=', articleId),
      )
      .select((eb) => [
        eb
          .case()
          .when(hadArticleInDigest(articleId, digests, { underWay: true })(eb))
          .then('queued')
          .when(hadArticleInDigest(articleId, digests)(eb))
          .then('sent')
          .else(eb.ref('mails.state'))
          .end()
          .as('state'),
        eb.fn.countAll<number>().as('count'),
      ])
      .where(isInAudience(articleId))
      .where('subscribers.id', '>=', from)
      .where('subscribers.id', '<=', to)
      .groupBy(sql`1`)
      .execute();
    for (const { state, count } of rows) counts.set(state, (counts.get(state) ?? 0) + Number(count));
  }
  const sum = (...states: (DeliveryState | null)[]) => states.reduce((all, state) => all + (counts.get(state) ?? 0), 0);
  return {
    audience: [...counts.values()].reduce((all, count) => all + count, 0),
    alreadySent: sum('sent', 'unknown'),
    unknown: sum('unknown'),
    underWay: sum('queued', 'sending', 'retry'),
    kept: sum('kept'),
    toSend: sum(null, 'failed', 'skipped') + (isKept ? 0 : sum('kept')),
  };
}
