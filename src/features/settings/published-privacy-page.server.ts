import type { Config } from '#platform/config/config.ts';
import type { Db } from '#platform/db/db.ts';
import type { MailSite } from '#shared/mail/mail-layout.ts';
import { getSettings } from './settings.server.ts';

/** The text of the page Privacy; null until it is public. */
export async function findPrivacyText(db: Db): Promise<string | null> {
  const living = db
    .selectFrom('pages')
    .select('content')
    .where('address', '=', 'privacy')
    .where('deletedAt', 'is', null);
  return (await living.where('isPublished', '=', true).executeTakeFirst())?.content ?? null;
}

/** Without the link to the Privacy page while it is not public. */
export async function readMailSite(db: Db, config: Pick<Config, 'siteUrl' | 'timeZone'>): Promise<MailSite> {
  const { siteUrl } = config;
  const { societyName, contactLine, accentColor } = await getSettings(db, config);
  const privacyLink = (await findPrivacyText(db)) === null ? null : `${siteUrl}/privacy`;
  return { siteUrl, societyName, contactLine, accentColor, privacyLink };
}
