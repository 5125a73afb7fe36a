/** Saving the settings in one transaction with everything that follows. A stale version is refused. */
import { recordRevision } from '#features/revisions/revisions.server.ts';
import type { Actor } from '#platform/actor.ts';
import { audit } from '#platform/audit.ts';
import type { Config } from '#platform/config/config.ts';
import { type Db, transact } from '#platform/db/db.ts';
import { Conflict } from '#platform/errors.ts';
import type { AdminSettings, SettingsInput } from './settings.schema.ts';
import { getAdminSettings, lockSettings, putSetting, type Saved, savedKey, textsNaming } from './settings.server.ts';
import {
  mailSettings,
  type SettingKey,
  type SiteSettings,
  settingsMessages,
  textSettings,
  withoutSaveInfo,
} from './settings.ts';

/** Names for the summary of a version, where the key in words is unclear. */
export const settingFields = [
  ...Object.entries(textSettings).map(([name, { label }]) => ({ name, summary: label.toLowerCase() })),
  { name: 'homeVariant', summary: 'committee on the home page' },
  { name: 'membershipUrl', summary: 'membership form' },
  { name: 'yearStartMonth', summary: 'start of the academic year' },
  { name: 'guestsKeptDays', summary: 'days for which guests are kept' },
  { name: 'newsletterHoldSeconds', summary: 'undo window' },
  { name: 'digests', summary: 'automatic digests' },
  { name: 'defaultArticleImage', summary: 'picture of articles' },
  { name: 'defaultAvatarImage', summary: 'picture of members' },
  { name: 'defaultEventImage', summary: 'picture of events' },
  { name: 'accentColor', summary: 'colour' },
  { name: 'logoPlate', summary: 'logo' },
  { name: 'homePicture', summary: 'picture of the home page' },
  { name: 'textLanguage', summary: 'language of the texts' },
];

/** What other features do when the settings change, in the same transaction. Answers how many guests are told by email. */
export type WhenSettingsChange = (
  trx: Db,
  change: { before: SiteSettings; after: SiteSettings },
  actor: Actor,
) => Promise<number>;

type Save = {
  input: SettingsInput;
  config: Pick<Config, 'timeZone' | 'mailFrom'>;
  whenChanged: WhenSettingsChange;
  /** Called before a change to what mails say. May throw. */
  requirePassword: () => void;
  /** The revision that this save restores. */
  revisionId?: number;
};

/**
 * Saves only values that are given and differ.
 * @throws Conflict when a `version` is given that is not the current one
 */
export async function saveSettings(db: Db, save: Save, { administratorId, now }: Actor): Promise<AdminSettings> {
  const { input, config, revisionId } = save;
  const { version, ...wanted } = input;
  return transact(db, async (trx) => {
    const saved = await lockSettings(trx, 'change');
    const before = await getAdminSettings(trx, config);
    if (version !== undefined && version !== before.version) throw conflictOf(before, now);
    const changed = (Object.keys(wanted) as SettingKey[]).filter(
      (key) => wanted[key] !== undefined && JSON.stringify(wanted[key]) !== JSON.stringify(before[key]),
    );
    if (changed.length === 0) return before;
    if (mailSettings.some((key) => changed.includes(key))) save.requirePassword();
    const named: Partial<SiteSettings> = textsNaming({
      societyName: wanted.societyName ?? before.societyName,
      shortName: wanted.shortName ?? before.shortName,
    });
    for (const key of changed) {
      // As an old version has it that is restored: such a text follows the next name, too.
      if (wanted[key] === named[key]) await trx.deleteFrom('settings').where('key', '=', key).execute();
      else await putSetting(trx, key, wanted[key], now);
    }
    await putSetting(trx, savedKey, { version: saved.version + 1, administratorId } satisfies Saved, now);
    const after = await getAdminSettings(trx, config);
    await recordRevision(trx, {
      kind: 'settings',
      entityId: 0,
      administratorId,
      at: now,
      version: after.version,
      data: withoutSaveInfo(after),
      fields: settingFields,
      before: {
        administratorId: saved.administratorId,
        at: new Date(before.savedAt ?? now),
        version: before.version,
        data: withoutSaveInfo(before),
      },
    });
    const detail = { changed: changed.join(', '), ...(revisionId === undefined ? {} : { revisionId }) };
    const action = revisionId === undefined ? 'settings.update' : 'settings.revert';
    await audit(trx, { at: now, administratorId, action, entityId: null, detail });
    const told = await save.whenChanged(trx, { before, after }, { administratorId, now });
    return { ...after, ...(told > 0 && { told }) };
  });
}

function conflictOf({ savedBy, savedAt, version }: AdminSettings, now: Date): Conflict {
  const message = savedBy ? `${savedBy} saved the settings at the same time as you.` : settingsMessages.conflict;
  return new Conflict(message, { by: savedBy, at: savedAt ?? now.toISOString(), version });
}
