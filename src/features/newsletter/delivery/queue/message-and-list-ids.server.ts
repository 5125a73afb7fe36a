/** The Message-IDs of newsletters, and the List-Id. */
import { sql } from 'kysely';
import { linksSecret } from '#features/newsletter/content/newsletter-links.server.ts';
import type { Db } from '#platform/db/db.ts';
import { sha256HexSql } from '#platform/db/sql-expressions.ts';
import { secretFor } from '#platform/secrets.ts';
import { sign } from '#platform/tokens.ts';

/** The key is secret: subscribers must not be able to guess each other's Message-IDs. */
export type MessageIdParts = { before: string; key: string; after: string };

/** The same article (or else issue) and subscriber always get the same Message-ID. */
export async function createMessageIds(db: Db, siteUrl: string) {
  const secret = await secretFor(db, linksSecret);
  return ({ articleId, id }: { articleId: number | null; id: number }): MessageIdParts => {
    const key = sign(secret, articleId === null ? `message of issue\n${id}` : `message\n${articleId}`, 'hex');
    return {
      before: articleId === null ? `<issue.${id}.` : `<article.${articleId}.`,
      key,
      after: `@${hostOf(siteUrl)}>`,
    };
  };
}

/** In a query on subscribers. Contains half of the SHA-256 of the key and the subscriber's id, in hex. */
export function messageIdSql(trx: Db, { before, key, after }: MessageIdParts) {
  const keyed = sql`${key} || '.' || subscribers.id`;
  return sql<string>`${before} || subscribers.id || '.' || substr(${sha256HexSql(trx, keyed)}, 1, 32) || ${after}`;
}

export function listIdOf(siteUrl: string): string {
  return `<newsletter.${hostOf(siteUrl)}>`;
}

function hostOf(siteUrl: string): string {
  return new URL(siteUrl).hostname.replace(/[[\]]/g, '');
}
