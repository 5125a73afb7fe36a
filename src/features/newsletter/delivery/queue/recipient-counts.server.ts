/** Who would get a newsletter if it were sent now. */
import { sql } from 'kysely';
import { getArticle } from '#features/articles/reading.server.ts';
import type { IssueKey } from '#features/newsletter/issue.ts';
import type { AppContext } from '#platform/context.ts';
import { countRows } from '#platform/db/count-rows.ts';
import type { Db } from '#platform/db/db.ts';
import type { MailsTable } from '#platform/db/tables.ts';
import { hadArticleInDigest } from './already-sent.server.ts';
import { isInAudience, subscriberIdRanges } from './audience.server.ts';

/** Without an article: everyone who would get a new one. @throws NotFound when there is no such article */
export async function getRecipientCounts({ db, config }: Pick<AppContext, 'db' | 'config'>, articleId: number | null) {
  if (articleId !== null) await getArticle(db, articleId);
  const issue = { id: 0, articleId: articleId ?? 0 };
  const { alreadySent, kept: _kept, unknown: notConfirmed, ...counts } = await countRecipients(db, issue, config);
  return { ...counts, alreadySent: alreadySent + counts.underWay, notConfirmed };
}

/**
 * The whole audience, and how many of them have had the article, or this issue (or perhaps did), or will. Mails in the outbox are
 * sent once there is a mail server; without one they stay there.
 */
export async function countRecipients(
  db: Db,
  { id, articleId }: IssueKey,
  { smtpUrl }: Pick<AppContext['config'], 'smtpUrl'>,
) {
  const counts = new Map<string | null, number>();
  for await (const { from, to } of subscriberIdRanges(db)) {
    const rows = await db
      .selectFrom('subscribers')
      .leftJoin('mails', (join) =>
        join
          .onRef('mails.subscriberId', '=', 'subscribers.id')
          .on((eb) => (articleId === null ? eb('mails.issueId', '=', id) : eb('mails.articleId', '=', articleId))),
      )
      .select((eb) => [
        eb
          .case()
          .when(hadArticleInDigest(articleId, { underWay: true })(eb))
          .then('queued')
          .when(hadArticleInDigest(articleId)(eb))
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
  const sum = (...states: (MailsTable['state'] | null)[]) =>
    states.reduce((all, state) => all + (counts.get(state) ?? 0), 0);
  const confirmed = db.selectFrom('subscribers').where('state', '=', 'confirmed');
  return {
    others: await countRows(confirmed.where((eb) => eb.not(isInAudience(articleId)(eb)))),
    audience: [...counts.values()].reduce((all, count) => all + count, 0),
    alreadySent: sum('sent', 'unknown'),
    unknown: sum('unknown'),
    underWay: sum('queued', 'sending', 'retry'),
    kept: sum('kept'),
    toSend: sum(null, 'failed', 'skipped') + (smtpUrl === undefined ? 0 : sum('kept')),
  };
}
