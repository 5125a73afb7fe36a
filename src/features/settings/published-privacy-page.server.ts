import type { Config } from '#platform/config/config.ts';
import type { Db } from '#platform/db/db.ts';

/** The text of the page Privacy; null until it is public. */
export async function findPrivacyText(db: Db): Promise<string | null> {
  const living = db
    .selectFrom('pages')
    .select('content')
    .where('address', '=', 'privacy')
    .where('deletedAt', 'is', null);
  return (await living.where('isPublished', '=', true).executeTakeFirst())?.content ?? null;
}

/** The link to the Privacy page, for mails. */
export async function findPrivacyLink(db: Db, { siteUrl }: Pick<Config, 'siteUrl'>): Promise<string | null> {
  return (await findPrivacyText(db)) === null ? null : `${siteUrl}/privacy`;
}
