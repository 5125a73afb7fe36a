import type { ComparedField } from '#features/revisions/admin/compare-versions.ts';
import { monthNames } from '#shared/dates.ts';
import { digestRuleText } from '../digest-rule.ts';
import type { DigestRule, SocialLink } from '../settings.schema.ts';
import { defaultSettings, type SettingKey, type TextSetting, textSettings } from '../settings.ts';
import { textLanguages } from '../text-languages.ts';

const fields: (ComparedField & { name: SettingKey })[] = [
  text('societyName'),
  text('shortName'),
  { name: 'membershipUrl', label: 'Membership form' },
  text('contactLine'),
  text('securityContact'),
  {
    name: 'homeVariant',
    label: 'The committee on the home page',
    say: (value) => (value === 'grid' ? 'Grid' : 'Spotlight'),
  },
  text('heroWelcome'),
  text('heroTitle'),
  text('heroTagline'),
  text('heroSubtitle'),
  text('promoTitle'),
  text('newsletterTitle'),
  { name: 'accentColor', label: 'Colour' },
  { name: 'logo', label: 'Logo', kind: 'picture' },
  { name: 'homePicture', label: 'Picture on the home page', kind: 'picture' },
  {
    name: 'textLanguage',
    label: 'Language of your texts',
    say: (value) => textLanguages.find(([tag]) => tag === value)?.[1] ?? String(value),
  },
  text('aboutText'),
  text('designCredit'),
  text('copyrightLine'),
  { name: 'socialLinks', label: 'Social links', say: (value) => listed(value as SocialLink[]) },
  { name: 'defaultArticleImage', label: 'Articles without a picture', kind: 'picture' },
  { name: 'defaultAvatarImage', label: 'Committee members without a picture', kind: 'picture' },
  { name: 'defaultEventImage', label: 'Events without a picture', kind: 'picture' },
  { name: 'timeZone', label: 'Time zone' },
  {
    name: 'yearStartMonth',
    label: 'The academic year begins in',
    say: (value) => monthNames[Number(value) - 1] ?? '',
  },
  { name: 'guestsKeptDays', label: 'Erase guests after', say: (value) => `${String(value)} days` },
  {
    name: 'newsletterHoldSeconds',
    label: 'Undo window',
    say: (value) => `${String(value)} seconds`,
  },
  { name: 'welcomeMail', label: 'Welcome email', say: (value) => (value ? 'On' : 'Off') },
  text('welcomeText'),
  { name: 'digests', label: 'Automatic digests', say: (value) => digestRuleText(value as DigestRule) },
];

/** The fields in the form's order, for the history and for conflicts. */
export const comparedSettings = fields.map((field) => ({ ...field, initial: defaultSettings[field.name] }));

function text(name: TextSetting) {
  return { name, label: textSettings[name].label };
}

function listed(links: SocialLink[]): string {
  return links.map(({ label, url }) => `${label} (${url})`).join(', ') || 'None';
}
