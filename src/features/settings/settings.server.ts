/** The site's settings: defaults, the environment's time zone, and over them what an administrator has set. */
import type { Config } from '#platform/config.ts';
import type { Db } from '#platform/db/db.ts';
import { defaultSettings, type SiteSettings } from './settings.ts';

export async function getSettings(db: Db, config: Pick<Config, 'timeZone'>): Promise<SiteSettings> {
  const rows = await db
    .selectFrom('settings')
    .select(['key', 'value'])
    .where('key', 'in', Object.keys(defaultSettings))
    .execute();
  const stored = Object.fromEntries(rows.map((row) => [row.key, JSON.parse(row.value) as unknown]));
  return { ...defaultSettings, timeZone: config.timeZone, ...stored };
}
