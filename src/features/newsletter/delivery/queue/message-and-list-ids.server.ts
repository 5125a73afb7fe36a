/** The Message-IDs of newsletters, and the List-Id. */
import { sql } from 'kysely';
import { linksSecret } from '#features/newsletter/content/newsletter-links.server.ts';
import type { IssueKey } from '#features/newsletter/issue.ts';
import type { Db } from '#platform/db/db.ts';
import { sha256HexSql } from '#platform/db/sql-expressions.ts';
import { secretFor } from '#platform/secrets.ts';
import { sign } from '#platform/tokens.ts';

/**
 * In a query on subscribers: the same article (or else issue) and subscriber always get the same Message-ID. Contains half of the
 * SHA-256 of a secret key and the subscriber's id, in hex: subscribers must not be able to guess each other's.
 */
export async function messageIdSql(trx: Db, { id, articleId }: IssueKey, siteUrl: string) {
  const [name, words] =
    articleId === null ? [`issue.${id}`, `message of issue\n${id}`] : [`article.${articleId}`, `message\n${articleId}`];
  const key = sign(await secretFor(trx, linksSecret), words, 'hex');
  const keyed = sql`${key} || '.' || subscribers.id`;
  return sql<string>`${`<${name}.`} || subscribers.id || '.' || substr(${sha256HexSql(trx, keyed)}, 1, 32) || ${`@${hostOf(siteUrl)}>`}`;
}

export function listIdOf(siteUrl: string): string {
  return `<newsletter.${hostOf(siteUrl)}>`;
}

function hostOf(siteUrl: string): string {
  return new URL(siteUrl).hostname.replace(/[[\]]/g, '');
}
