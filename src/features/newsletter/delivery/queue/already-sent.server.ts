/**
 * Who has already had an article, alone or in a digest: no one gets anything twice. A digest's mail records its contents when it is
 * claimed. Sends of articles and claims of digest mails exclude each other by locking the digests being sent.
 */
import { type ExpressionBuilder, expressionBuilder } from 'kysely';
import { type IssueContent, keyOfThing } from '#features/newsletter/content/digests/digest.ts';
import { readDigestThings } from '#features/newsletter/content/digests/digest-things.server.ts';
import type { Db } from '#platform/db/db.ts';
import type { Tables } from '#platform/db/tables.ts';

/** These will not arrive, unless they are sent again. */
const neverArrives = ['failed', 'skipped', 'kept'] as const;

const thingsIn = (content: string) => (JSON.parse(content) as { things?: string[] }).things ?? [];

/** Locks the digests being sent: until the transaction ends, no one else fills their mails. Take it before locking any mail. */
export async function lockDigestsBeingSent(trx: Db): Promise<void> {
  const digests = trx.selectFrom('issues').select('id').where('kind', '=', 'digest');
  // A lock that does not block foreign keys to such an issue, as in a subscriber's row.
  await digests.where('state', 'in', ['sending', 'paused']).orderBy('id').forNoKeyUpdate().execute();
}

/** Keeps the digest's articles from being sent alone until the transaction ends. Take it before locking the digest, as everywhere. */
export async function lockArticlesOfDigest(trx: Db, { things }: IssueContent): Promise<void> {
  const ids = things.flatMap(({ kind, id }) => (kind === 'article' ? [id] : []));
  const articles = trx
    .selectFrom('articles')
    .select('id')
    .where('id', 'in', [0, ...ids]);
  await articles.orderBy('id').forShare().execute();
}

/** The digests with one of these articles; also those that it was removed from, which makes no difference. */
function digestsWith(articleIds: (number | null)[]) {
  const eb = expressionBuilder<Tables, 'issues'>();
  const isIn = articleIds.map((id) => eb('issues.content', 'like', `%${JSON.stringify({ kind: 'article', id })}%`));
  const digests = eb.selectFrom('issues').select('issues.id').where('issues.kind', '=', 'digest');
  return digests.where('issues.state', '!=', 'draft').where(eb.or(isIn));
}

/** In a query on subscribers: a digest has brought them the article, or will; `underWay`: it will. */
export function hadArticleInDigest(articleId: number | null, { underWay = false } = {}) {
  return (eb: ExpressionBuilder<Tables, 'subscribers'>) =>
    eb.exists(
      eb
        .selectFrom('mails as digest')
        .select('digest.id')
        .where('digest.issueId', 'in', digestsWith([articleId]))
        .whereRef('digest.subscriberId', '=', 'subscribers.id')
        .$if(underWay, (digest) => digest.where('digest.state', 'in', ['queued', 'retry', 'sending']))
        .where('digest.state', 'not in', neverArrives)
        .where('digest.content', 'like', `%"article-${articleId}"%`),
    );
}

type DigestMail = { id: number; issueId: number; subscriberId: number | null; since: string };
type At = { timeZone: string; now: Date };

/**
 * Records in each of these claimed mails of locked digests which things it contains. Returns their names; null if a subscriber has
 * had them all and there is no note.
 */
export async function assignThingsToMails(trx: Db, mails: DigestMail[], at: At): Promise<Map<number, string[] | null>> {
  const filled = new Map<number, string[] | null>();
  for (const [issueId, own] of Map.groupBy(mails, (mail) => mail.issueId)) {
    const issue = trx.selectFrom('issues').select('content').where('id', '=', issueId);
    const content = JSON.parse((await issue.executeTakeFirstOrThrow()).content) as IssueContent;
    const things = (await readDigestThings(trx, content.things, at)).filter(({ problem }) => problem === null);
    const articleIds = things.flatMap(({ kind, id }) => (kind === 'article' ? [id] : []));
    const subscriberIds = own.map(({ subscriberId }) => subscriberId ?? 0);
    const had = await findArticlesHad(trx, { issueId, articleIds, subscriberIds });
    for (const { id, subscriberId, since } of own) {
      const names = things
        .filter(({ kind, publishedAt }) => kind === 'event' || (publishedAt ?? '') >= since)
        .map(keyOfThing)
        .filter((name) => !had.has(`${subscriberId} ${name}`));
      filled.set(id, names.length === 0 && content.note === '' ? null : names);
      const written = { content: JSON.stringify({ things: names }) };
      await trx.updateTable('mails').set(written).where('id', '=', id).execute();
    }
  }
  return filled;
}

async function findArticlesHad(
  trx: Db,
  { issueId, articleIds, subscriberIds }: { issueId: number; articleIds: number[]; subscriberIds: number[] },
): Promise<Set<string>> {
  if (articleIds.length === 0) return new Set();
  const mails = trx
    .selectFrom('mails')
    .select(['subscriberId', 'articleId', 'content'])
    .where('subscriberId', 'in', subscriberIds)
    .where('state', 'not in', neverArrives);
  const own = await mails.where('articleId', 'in', articleIds).execute();
  const others = await mails.where('issueId', 'in', digestsWith(articleIds)).where('issueId', '!=', issueId).execute();
  return new Set([
    ...own.map(
      ({ subscriberId, articleId }) => `${subscriberId} ${keyOfThing({ kind: 'article', id: articleId ?? 0 })}`,
    ),
    ...others.flatMap(({ subscriberId, content }) => thingsIn(content).map((name) => `${subscriberId} ${name}`)),
  ]);
}
