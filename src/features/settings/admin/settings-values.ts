import type { AdminSettings } from '../settings.schema.ts';
import { type SettingKey, type SiteSettings, textSettings } from '../settings.ts';

/** The settings as typed. */
export type SettingsValues = SiteSettings;

export function settingsValues({
  version: _version,
  savedAt: _at,
  savedBy: _by,
  ...values
}: AdminSettings): SettingsValues {
  return values;
}

/** A copyright line that ends with the society's name follows it until someone words it otherwise. */
export function renamed(now: SettingsValues, base: SettingsValues, societyName: string): Partial<SettingsValues> {
  const lineFor = (name: string) => base.copyrightLine.slice(0, -base.societyName.length) + name;
  const copyrightLine = lineFor(societyName);
  const follows = base.copyrightLine.endsWith(base.societyName) && now.copyrightLine === lineFor(now.societyName);
  return follows && copyrightLine.length <= textSettings.copyrightLine.limit
    ? { societyName, copyrightLine }
    : { societyName };
}

/** A save sends only these, so that it touches nothing that another administrator has changed. */
export function changesOf(values: SettingsValues, stored: SettingsValues): Partial<SettingsValues> {
  const changed = (Object.keys(values) as SettingKey[]).filter(
    (key) => JSON.stringify(values[key]) !== JSON.stringify(stored[key]),
  );
  return Object.fromEntries(changed.map((key) => [key, values[key]]));
}
