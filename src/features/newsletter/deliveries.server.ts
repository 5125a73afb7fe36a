/** What one subscriber is sent of an issue: claimed in batches, the list checked again at the last moment. */
import type { Config } from '#platform/config.ts';
import { type Db, transact } from '#platform/db/db.ts';
import { claimDue, finish, isAnyDue, type Lease } from './ledger.server.ts';
import type { Outgoing } from './letters.server.ts';
import { type Links, linksOf } from './links.server.ts';
import { newsletterAnswers } from './newsletter.ts';
import { personalise } from './newsletter-mail.ts';

/**
 * Claims deliveries that are due, with their mails. Whoever has left since the issue was queued is skipped, and so is
 * everybody when the article lies in the bin: a mail taken over from a dead worker may be queued after the deletion.
 */
export async function claimDeliveries(
  db: Db,
  { siteUrl }: Pick<Config, 'siteUrl'>,
  { owner, now, limit }: Lease & { limit: number },
): Promise<Outgoing[]> {
  if (limit <= 0 || !(await isAnyDue(db, 'deliveries', now))) return [];
  const links = await linksOf(db, siteUrl);
  return transact(db, async (trx) => {
    const claimed = await claimDue(trx, 'deliveries', { owner, now, limit });
    if (claimed.length === 0) return [];
    const details = await readDetails(
      trx,
      claimed.map((row) => row.id),
    );
    const outgoing: Outgoing[] = [];
    for (const row of claimed) {
      const detail = details.get(row.id);
      if (detail?.subscriberState !== 'confirmed' || detail.articleDeletedAt !== null) {
        const isDeleted = detail && detail.articleDeletedAt !== null;
        const answer = isDeleted ? newsletterAnswers.articleDeleted : 'No longer subscribed';
        const outcome = { state: 'skipped', code: null, answer } as const;
        await finish(trx, 'deliveries', { id: row.id, owner, now, outcome });
        continue;
      }
      const { email, subject } = detail;
      const body = personalise(detail, links.unsubscribe(email));
      const mail = { to: email, subject, ...body, messageId: row.messageId, headers: listHeaders(links, email) };
      outgoing.push({ ...row, ledger: 'deliveries', mail });
    }
    return outgoing;
  });
}

async function readDetails(trx: Db, ids: number[]) {
  const rows = await trx
    .selectFrom('deliveries')
    .innerJoin('subscribers', 'subscribers.id', 'deliveries.subscriberId')
    .innerJoin('issues', 'issues.id', 'deliveries.issueId')
    .innerJoin('articles', 'articles.id', 'deliveries.articleId')
    .select([
      'articles.deletedAt as articleDeletedAt',
      'deliveries.id',
      'subscribers.email',
      'subscribers.state as subscriberState',
      'issues.subject',
      'issues.html',
      'issues.text',
    ])
    .where('deliveries.id', 'in', ids)
    .execute();
  return new Map(rows.map((row) => [row.id, row]));
}

/** RFC 2369, RFC 2919 and the one-click unsubscription of RFC 8058. */
function listHeaders(links: Links, email: string): Record<string, string> {
  return {
    'List-Id': links.listId,
    'List-Unsubscribe': `<${links.oneClick(email)}>`,
    'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
    Precedence: 'bulk',
  };
}
