/** The site's settings: set by an administrator, or the environment's time zone and the defaults. */
import { usernameOf } from '#features/revisions/who-saved.server.ts';
import { findPictureInfos } from '#features/uploads/pictures.server.ts';
import type { Config } from '#platform/config/config.ts';
import { senderOf } from '#platform/config/environment.ts';
import type { Db } from '#platform/db/db.ts';
import { preparedQuery } from '#platform/fast/prepared-query.ts';
import { shownImageUrl } from '#shared/item-picture.ts';
import type { AdminSettings } from './settings.schema.ts';
import { defaultSettings, pictureSettings, type SiteSettings, textSettings } from './settings.ts';

type Zone = Pick<Config, 'timeZone'>;

const findSettings = preparedQuery((db) =>
  db.selectFrom('settings').select(['key', 'value']).where('key', 'in', Object.keys(defaultSettings)),
);

export async function getSettings(db: Db, config: Zone, unsaved: Partial<SiteSettings> = {}): Promise<SiteSettings> {
  const rows = await findSettings(db, {});
  const saved: Partial<SiteSettings> = Object.fromEntries(rows.map(({ key, value }) => [key, JSON.parse(value)]));
  const chosen = { ...saved, ...unsaved };
  return { ...defaultSettings, ...textsNaming(chosen), timeZone: config.timeZone, ...chosen };
}

/** A renamed society keeps no text with the name of before, but those that it has chosen. */
export function textsNaming({
  societyName = defaultSettings.societyName,
  shortName = defaultSettings.shortName,
}: Partial<SiteSettings>) {
  const { copyrightLine, heroTitle, newsletterTitle } = defaultSettings;
  const line = Array.from(copyrightLine.replace(defaultSettings.societyName, () => societyName));
  return {
    copyrightLine: line.slice(0, textSettings.copyrightLine.limit).join(''),
    heroTitle: societyName === defaultSettings.societyName ? heroTitle : societyName,
    newsletterTitle: shortName === defaultSettings.shortName ? newsletterTitle : `Stay Ahead with ${shortName}`,
  };
}

/** Of senders. Mails that tell of a broken database have to leave, too. */
export async function readSocietyName(db: Db, config: Zone): Promise<string> {
  const { societyName } = await getSettings(db, config).catch(() => defaultSettings);
  return societyName;
}

/** For visitors: a default picture of another site is its copy, or else our own. */
export async function getPublicSettings(
  db: Db,
  config: Zone,
  unsaved: Partial<SiteSettings> = {},
): Promise<SiteSettings> {
  const settings = await getSettings(db, config, unsaved);
  const images = await findPictureInfos(
    db,
    pictureSettings.map((key) => settings[key]),
  );
  for (const key of pictureSettings) {
    const imageUrl = settings[key];
    settings[key] = shownImageUrl({ imageUrl, image: images.get(imageUrl) ?? null }) ?? defaultSettings[key];
  }
  const shown = images
    .get(settings.homePicture)
    ?.variants.findLast(({ type, width }) => type === 'image/webp' && width <= 960);
  settings.homePicture = shown?.url ?? settings.homePicture;
  return settings;
}

export async function getAdminSettings(db: Db, config: Zone & Pick<Config, 'mailFrom'>): Promise<AdminSettings> {
  const row = await savedRow(db).executeTakeFirst();
  const { version, administratorId } = readSaved(row?.value);
  const isSaved = row !== undefined && version > neverSaved.version;
  const settings = await getSettings(db, config);
  const { name, address } = senderOf(config.mailFrom, settings.societyName);
  return {
    ...settings,
    sender: `${name} <${address}>`,
    version,
    savedAt: isSaved ? row.updatedAt : null,
    savedBy: isSaved ? await usernameOf(db, administratorId) : null,
  };
}

/** When a setting that visitors see last changed. Null before the first save. */
export async function settingsLastChangedAt(db: Db): Promise<string | null> {
  const row = await db
    .selectFrom('settings')
    .select((select) => select.fn.max('updatedAt').as('updatedAt'))
    .where('key', 'in', Object.keys(defaultSettings))
    .executeTakeFirst();
  return row?.updatedAt ?? null;
}

/**
 * The site's time zone, locked until the transaction ends: no event may get its instant from a zone that has just been
 * replaced.
 */
export async function lockTimeZone(trx: Db, config: Zone): Promise<string> {
  await lockSettings(trx, 'share');
  return (await getSettings(trx, config)).timeZone;
}

/** The row that says who saved the settings last, and how often they were saved. */
export const savedKey = 'settings.saved';

export type Saved = { version: number; administratorId: number | null };

/** `change` excludes every other lock until the transaction ends. SQLite has one writer anyway. */
export async function lockSettings(trx: Db, mode: 'share' | 'change'): Promise<Saved> {
  await putFirstSetting(trx, savedKey, neverSaved, new Date(0));
  const row = await savedRow(trx)
    .$call((rows) => (mode === 'share' ? rows.forShare() : rows.forUpdate()))
    .executeTakeFirst();
  return readSaved(row?.value);
}

/** Also for values outside the form, under their own key. */
export async function putSetting(db: Db, key: string, value: unknown, now: Date): Promise<void> {
  const row = { value: JSON.stringify(value), updatedAt: now.toISOString() };
  await db
    .insertInto('settings')
    .values({ key, ...row })
    .onConflict((conflict) => conflict.column('key').doUpdateSet(row))
    .execute();
}

/** False if the key has a value: it stays. */
export async function putFirstSetting(db: Db, key: string, value: unknown, now: Date): Promise<boolean> {
  const row = await db
    .insertInto('settings')
    .values({ key, value: JSON.stringify(value), updatedAt: now.toISOString() })
    .onConflict((conflict) => conflict.column('key').doNothing())
    .returning('key')
    .executeTakeFirst();
  return row !== undefined;
}

/** Undefined if the key has no value. */
export async function readSetting<T>(db: Db, key: string): Promise<T | undefined> {
  const row = await db.selectFrom('settings').select('value').where('key', '=', key).executeTakeFirst();
  return row && (JSON.parse(row.value) as T);
}

/** Makes `toId` the author of the last save. Must run in a transaction. */
export async function reassignLastSave(trx: Db, fromId: number, toId: number): Promise<void> {
  const { version, administratorId } = await lockSettings(trx, 'change');
  const value = JSON.stringify({ version, administratorId: toId } satisfies Saved);
  if (administratorId === fromId)
    await trx.updateTable('settings').set({ value }).where('key', '=', savedKey).execute();
}

const neverSaved: Saved = { version: 1, administratorId: null };

function savedRow(db: Db) {
  return db.selectFrom('settings').select(['value', 'updatedAt']).where('key', '=', savedKey);
}

function readSaved(value: string | undefined): Saved {
  return value === undefined ? neverSaved : (JSON.parse(value) as Saved);
}
