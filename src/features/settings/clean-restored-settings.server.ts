/** Cleans settings that come from elsewhere, such as a restored backup. */
import type { Db } from '#platform/db/db.ts';
import { SettingsInput } from './settings.schema.ts';
import { readSetting } from './settings.server.ts';
import { defaultSettings, type SettingKey } from './settings.ts';

/** Drops what a save would refuse: of the social links the link, else the setting, which gets its default. */
export async function cleanRestoredSettings(db: Db): Promise<void> {
  for (const key of Object.keys(defaultSettings) as SettingKey[]) {
    const stored = await readSetting<unknown>(db, key);
    if (stored === undefined) continue;
    const isTaken = (value: unknown) => SettingsInput.safeParse({ [key]: value }).success;
    const clean = key === 'socialLinks' && Array.isArray(stored) ? stored.filter((link) => isTaken([link])) : stored;
    if (!isTaken(clean)) await db.deleteFrom('settings').where('key', '=', key).execute();
    else
      await db
        .updateTable('settings')
        .set({ value: JSON.stringify(clean) })
        .where('key', '=', key)
        .execute();
  }
}
