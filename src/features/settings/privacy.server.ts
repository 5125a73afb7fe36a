import type { Config } from '#platform/config/config.ts';
import type { Db } from '#platform/db/db.ts';

/** The page that says what the society keeps of people, for mails; null until it is on the site. */
export async function findPrivacyLink(db: Db, { siteUrl }: Pick<Config, 'siteUrl'>): Promise<string | null> {
  const living = db.selectFrom('pages').select('id').where('address', '=', 'privacy').where('deletedAt', 'is', null);
  const page = await living.where('isPublished', '=', true).executeTakeFirst();
  return page ? `${siteUrl}/privacy` : null;
}
