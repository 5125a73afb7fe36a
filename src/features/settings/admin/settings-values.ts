import { type SettingKey, type SiteSettings, textSettings } from '../settings.ts';

/** A copyright line that ends with the society's name follows it until someone words it otherwise. */
export function renamed(now: SiteSettings, base: SiteSettings, societyName: string): Partial<SiteSettings> {
  const lineFor = (name: string) => base.copyrightLine.slice(0, -base.societyName.length) + name;
  const copyrightLine = lineFor(societyName);
  const follows = base.copyrightLine.endsWith(base.societyName) && now.copyrightLine === lineFor(now.societyName);
  return follows && copyrightLine.length <= textSettings.copyrightLine.limit
    ? { societyName, copyrightLine }
    : { societyName };
}

/** A save sends only these, so that it touches nothing that another administrator has changed. */
export function changesOf(values: SiteSettings, stored: SiteSettings): Partial<SiteSettings> {
  const changed = (Object.keys(values) as SettingKey[]).filter(
    (key) => JSON.stringify(values[key]) !== JSON.stringify(stored[key]),
  );
  return Object.fromEntries(changed.map((key) => [key, values[key]]));
}
