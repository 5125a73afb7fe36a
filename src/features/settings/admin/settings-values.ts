import type { FieldErrors } from '#shared/calls/api-error.ts';
import { withScheme } from '#shared/web-address.ts';
import type { AdminSettings } from '../settings.schema.ts';
import {
  addressProblem,
  labelProblem,
  membershipProblem,
  type SettingKey,
  type SiteSettings,
  type TextSetting,
  textProblem,
  textSettings,
  timeZoneProblem,
} from '../settings.ts';

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

/** As they are sent: trimmed, addresses with a scheme, no empty links. */
export function tidied(values: SettingsValues): SettingsValues {
  const texts = Object.keys(textSettings).map((key) => [key, values[key as TextSetting].trim()]);
  const links = values.socialLinks.map(({ label, url }) => ({ label: label.trim(), url: withScheme(url) }));
  return {
    ...values,
    ...(Object.fromEntries(texts) as Record<TextSetting, string>),
    membershipUrl: withScheme(values.membershipUrl),
    socialLinks: links.filter(({ label, url }) => label !== '' || url !== ''),
  };
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

/** The server uses the same field names. */
export function settingsProblems(values: SettingsValues): FieldErrors {
  const problems: [field: string, problem: string | null][] = [
    ...(Object.keys(textSettings) as TextSetting[]).map((key): [string, string | null] => [
      key,
      textProblem(key, values[key]),
    ]),
    ['membershipUrl', membershipProblem(values.membershipUrl)],
    ['timeZone', timeZoneProblem(values.timeZone)],
    ...values.socialLinks.flatMap(({ label, url }, index): [string, string | null][] => [
      [`socialLinks.${index}.label`, labelProblem(label)],
      [`socialLinks.${index}.url`, addressProblem(url)],
    ]),
  ];
  return Object.fromEntries(problems.filter((problem): problem is [string, string] => problem[1] !== null));
}

/** A save sends only these, so that it touches nothing that another administrator has changed. */
export function changesOf(values: SettingsValues, stored: SettingsValues): Partial<SettingsValues> {
  const changed = (Object.keys(values) as SettingKey[]).filter(
    (key) => JSON.stringify(values[key]) !== JSON.stringify(stored[key]),
  );
  return Object.fromEntries(changed.map((key) => [key, values[key]]));
}
