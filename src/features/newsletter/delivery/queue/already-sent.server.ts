/**
 * Who has already had an article, alone or in a digest: no one gets a thing twice. A digest's mail records its content when it
 * is claimed; sends of articles and claims see each other under the locks of the digests being sent.
 */
import { type ExpressionBuilder, sql } from 'kysely';
import { type IssueContent, nameOfThing, type Thing } from '#features/newsletter/content/digests/digest.ts';
import { readThings } from '#features/newsletter/content/digests/digest-things.server.ts';
import type { Db } from '#platform/db/db.ts';
import type { Tables } from '#platform/db/tables.ts';

/** These will not arrive, unless they are sent again. */
const neverArrives = ['failed', 'skipped', 'kept'] as const;

const DigestMail = { read: (content: string) => (JSON.parse(content) as { things?: string[] }).things ?? [] };

/** Locks the digests being sent: until the transaction ends no one else fills their mails. Take it before locking any mail. */
export async function lockDigests(trx: Db): Promise<void> {
  const digests = trx.selectFrom('issues').select('id').where('kind', '=', 'digest');
  // A foreign key to such an issue, as in a subscriber's row, does not wait.
  await digests.where('state', 'in', ['sending', 'paused']).orderBy('id').forNoKeyUpdate().execute();
}

/** As above; returns those that ever held the article. */
export async function lockDigestsWith(trx: Db, articleId: number): Promise<number[]> {
  await lockDigests(trx);
  return findDigestsWith(trx, [articleId]);
}

/** Keeps the digest's articles from being sent alone until the transaction ends. Take it before locking the digest, as everywhere. */
export async function lockArticles(trx: Db, { things }: IssueContent): Promise<void> {
  const ids = things.flatMap(({ kind, id }) => (kind === 'article' ? [id] : []));
  const articles = trx
    .selectFrom('articles')
    .select('id')
    .where('id', 'in', [0, ...ids]);
  await articles.orderBy('id').forShare().execute();
}

export async function findDigestsWith(db: Db, articleIds: number[]): Promise<number[]> {
  const rows = await db
    .selectFrom('issues')
    .select(['id', 'content'])
    .where('kind', '=', 'digest')
    .where('state', '!=', 'draft')
    .execute();
  const holds = (content: string) =>
    (JSON.parse(content) as IssueContent).things.some(({ kind, id }) => kind === 'article' && articleIds.includes(id));
  return rows.filter(({ content }) => holds(content)).map(({ id }) => id);
}

/** In a query on subscribers: one of these digests has brought them the article, or is about to. */
export function hadInDigest(articleId: number, digests: number[]) {
  return (eb: ExpressionBuilder<Tables, 'subscribers'>) =>
    digests.length === 0
      ? sql<boolean>`${eb.lit(1)} = 0`
      : eb.exists(
          eb
            .selectFrom('mails as digest')
            .select('digest.id')
            .where('digest.articleId', 'is', null)
            .where('digest.issueId', 'in', digests)
            .whereRef('digest.subscriberId', '=', 'subscribers.id')
            .where('digest.state', 'not in', neverArrives)
            .where('digest.content', 'like', `%"${nameOfThing({ kind: 'article', id: articleId })}"%`),
        );
}

export type Reader = { mailId: number; subscriberId: number; since: string };

/** Writes into each claimed mail of a locked digest which things it brings: none for a subscriber who has had them all. */
export async function fillDigest(
  trx: Db,
  { issueId, content, timeZone, now }: { issueId: number; content: IssueContent; timeZone: string; now: Date },
  readers: Reader[],
): Promise<Map<number, string[]>> {
  const things = (await readThings(trx, content.things, { timeZone, now })).filter(({ problem }) => problem === null);
  const articleIds = things.flatMap(({ kind, id }) => (kind === 'article' ? [id] : []));
  const had = await findHad(trx, { issueId, articleIds, readers });
  const filled = new Map<number, string[]>();
  for (const { mailId, subscriberId, since } of readers) {
    const names = things
      .filter(({ kind, publishedAt }) => kind === 'event' || (publishedAt ?? '') >= since)
      .map((thing: Thing) => nameOfThing(thing))
      .filter((name) => !had.has(`${subscriberId} ${name}`));
    filled.set(mailId, names);
    await trx
      .updateTable('mails')
      .set({ content: JSON.stringify({ things: names }) })
      .where('id', '=', mailId)
      .execute();
  }
  return filled;
}

async function findHad(
  trx: Db,
  { issueId, articleIds, readers }: { issueId: number; articleIds: number[]; readers: Reader[] },
): Promise<Set<string>> {
  const ids = readers.map(({ subscriberId }) => subscriberId);
  if (articleIds.length === 0 || ids.length === 0) return new Set();
  const own = await trx
    .selectFrom('mails')
    .select(['subscriberId', 'articleId'])
    .where('articleId', 'in', articleIds)
    .where('subscriberId', 'in', ids)
    .where('state', 'not in', neverArrives)
    .execute();
  const digests = (await findDigestsWith(trx, articleIds)).filter((id) => id !== issueId);
  const others = await trx
    .selectFrom('mails')
    .select(['subscriberId', 'content'])
    .where('articleId', 'is', null)
    .where('issueId', 'in', [0, ...digests])
    .where('subscriberId', 'in', ids)
    .where('state', 'not in', neverArrives)
    .execute();
  return new Set([
    ...own.map(
      ({ subscriberId, articleId }) => `${subscriberId} ${nameOfThing({ kind: 'article', id: articleId ?? 0 })}`,
    ),
    ...others.flatMap(({ subscriberId, content }) => DigestMail.read(content).map((name) => `${subscriberId} ${name}`)),
  ]);
}
