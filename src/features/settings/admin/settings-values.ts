import type { SettingKey, SiteSettings } from '../settings.ts';

/** A save sends only these, so that it touches nothing that another administrator has changed. */
export function changesOf(values: SiteSettings, stored: SiteSettings): Partial<SiteSettings> {
  const changed = (Object.keys(values) as SettingKey[]).filter(
    (key) => JSON.stringify(values[key]) !== JSON.stringify(stored[key]),
  );
  return Object.fromEntries(changed.map((key) => [key, values[key]]));
}
