import { z } from '@hono/zod-openapi';
import { ImageUrl, Instant } from '#platform/http/schemas.ts';
import { isEmailAddress, readEmailAddress } from '#shared/email-address.ts';
import { isTimeZone } from '#shared/instants.ts';
import { withoutControlCharacters } from '#shared/text.ts';
import { isWebAddress, withHttpsScheme } from '#shared/web-address.ts';
import {
  defaultSettings,
  guestsKeptDays,
  mostUndoSeconds,
  type pictureSettings,
  settingsLimits,
  settingsMessages,
  type TextSetting,
  textSettings,
} from './settings.ts';
import { textLanguages } from './text-languages.ts';

/** How often, on which day and hour, and with how many new things at least. */
const DigestRule = z
  .object({
    every: z.enum(['off', 'week', 'fortnight', 'month']),
    weekday: z.number().int().min(0).max(6),
    hour: z.number().int().min(0).max(23),
    fewest: z.number().int().min(1).max(50),
  })
  .openapi('DigestRule');

export type DigestRule = z.infer<typeof DigestRule>;

const SocialLink = z.object({ label: z.string(), url: z.string() }).openapi('SocialLink');

export type SocialLink = z.infer<typeof SocialLink>;

/** The colour schemes in which the logo would not be seen on the page. */
const LogoPlate = z.enum(['none', 'light', 'dark', 'both']).openapi('LogoPlate');

export const Settings = z
  .object({
    ...mapTextSettings(() => z.string()),
    membershipUrl: z.string(),
    homeVariant: z.enum(['grid', 'spotlight']),
    socialLinks: z.array(SocialLink),
    timeZone: z.string(),
    yearStartMonth: z.number().int().openapi({ description: 'Of the academic year, 1 to 12' }),
    guestsKeptDays: z.number().int().openapi({ description: 'Days after an event for which its guests are kept' }),
    newsletterHoldSeconds: z
      .number()
      .int()
      .openapi({ description: 'Seconds in which a newsletter that was sent can be undone' }),
    welcomeMail: z.boolean().openapi({ description: 'One email after confirming, once for each address' }),
    digests: DigestRule.openapi({ description: 'Automatic digests; weekday 0 is Sunday' }),
    defaultArticleImage: z.string(),
    defaultAvatarImage: z.string(),
    defaultEventImage: z.string(),
    accentColor: z.string().openapi({ description: '#rrggbb, or empty for the colours of the design' }),
    logo: z.string(),
    logoPlate: LogoPlate,
    homePicture: z.string(),
    textLanguage: z.string().openapi({ description: 'Of the texts, as in BCP 47; the interface is English' }),
  })
  .openapi('Settings');

/** `version` counts the saves. It is 1, without a date, before the first save. */
export const AdminSettings = Settings.extend({
  version: z.number().int(),
  savedAt: Instant.nullable(),
  savedBy: z.string().nullable(),
  sender: z.string().openapi({ description: 'Whom emails come from, as MAIL_FROM and the name of the society say' }),
  told: z.number().int().optional().openapi({ description: 'How many guests this save tells by email' }),
}).openapi('AdminSettings');

export type AdminSettings = z.infer<typeof AdminSettings>;

export const HomePreview = z.object({ html: z.string(), css: z.string() }).openapi('HomePreview');

export type HomePreview = z.infer<typeof HomePreview>;

/** Any part of the settings. A picture without an address is the site's own. */
export const SettingsInput = z
  .object({
    // They appear in titles and mail subjects, which have no line breaks.
    ...mapTextSettings((key) => textSettingSchema(key, inOneLine)),
    membershipUrl: checkedTextSchema(
      (url) => (url === '' ? null : addressProblem(url)),
      settingsLimits.address,
      withHttpsScheme,
    ),
    homeVariant: z.enum(['grid', 'spotlight'], 'Please choose one of the two home pages'),
    aboutText: textSettingSchema('aboutText', withUnixLineEnds),
    securityContact: textSettingSchema('securityContact', (value) => inOneLine(readEmailAddress(value))),
    socialLinks: z
      .array(
        z.object({
          label: checkedTextSchema(labelProblem, settingsLimits.socialLabel, inOneLine),
          url: checkedTextSchema(addressProblem, settingsLimits.address, withHttpsScheme),
        }),
      )
      .max(settingsLimits.socialLinks, settingsMessages.tooManyLinks),
    timeZone: checkedTextSchema((zone) => (isTimeZone(zone) ? null : settingsMessages.notATimeZone), 100),
    yearStartMonth: z.number().int().min(1).max(12),
    guestsKeptDays: countSchema(guestsKeptDays.fewest, guestsKeptDays.most, settingsMessages.guestsKeptDays),
    newsletterHoldSeconds: countSchema(0, mostUndoSeconds, settingsMessages.undoSeconds),
    welcomeMail: z.boolean(),
    welcomeText: textSettingSchema('welcomeText', withUnixLineEnds),
    digests: DigestRule,
    defaultArticleImage: pictureSchema('defaultArticleImage'),
    defaultAvatarImage: pictureSchema('defaultAvatarImage'),
    defaultEventImage: pictureSchema('defaultEventImage'),
    accentColor: checkedTextSchema(
      (color) => (/^(#[0-9a-f]{6})?$/.test(color) ? null : settingsMessages.notAColor),
      7,
      (color) => color.toLowerCase(),
    ),
    logo: pictureSchema('logo'),
    logoPlate: LogoPlate,
    homePicture: pictureSchema('homePicture'),
    textLanguage: z.enum(textLanguages.map(([tag]) => tag)),
    version: z.number().int(),
  })
  .partial()
  .openapi('SettingsInput');

export type SettingsInput = z.infer<typeof SettingsInput>;

function withUnixLineEnds(value: string): string {
  return value.replace(/\r\n?/g, '\n');
}

function mapTextSettings<T>(schemaOf: (key: TextSetting) => T): Record<TextSetting, T> {
  const keys = Object.keys(textSettings) as TextSetting[];
  return Object.fromEntries(keys.map((key) => [key, schemaOf(key)])) as Record<TextSetting, T>;
}

function textSettingSchema(key: TextSetting, tidy: (value: string) => string) {
  return checkedTextSchema((value) => textProblem(key, value), textSettings[key].limit, tidy);
}

function checkedTextSchema(
  problem: (value: string) => string | null,
  maxLength: number,
  tidy = (value: string) => value,
) {
  return z
    .string()
    .transform((value) => tidy(withoutControlCharacters(value)).trim())
    .superRefine((value, context) => {
      const message = problem(value);
      if (message) context.addIssue({ code: 'custom', message });
    })
    .openapi({ type: 'string', maxLength });
}

function countSchema(fewest: number, most: number, message: string) {
  return z.number(message).int(message).min(fewest, message).max(most, message);
}

function inOneLine(value: string): string {
  return value.replace(/\s+/g, ' ');
}

function pictureSchema(key: (typeof pictureSettings)[number]) {
  return ImageUrl.transform((value) => value ?? defaultSettings[key]).openapi({ type: 'string' });
}

function textProblem(key: TextSetting, value: string): string | null {
  const { label, limit, needed } = textSettings[key];
  if (needed && value === '') return `Please enter the ${label.toLowerCase()}`;
  if (value.length > limit) return `${label} must be at most ${limit} characters`;
  const isMistyped = key === 'securityContact' && value !== '' && !isEmailAddress(value);
  return isMistyped ? settingsMessages.notAnEmail : null;
}

function addressProblem(url: string): string | null {
  if (url.length > settingsLimits.address) return settingsMessages.addressTooLong;
  if (/^https?:\S*\s/i.test(url)) return settingsMessages.blankInAddress;
  return isWebAddress(url) ? null : settingsMessages.notAnAddress;
}

function labelProblem(label: string): string | null {
  if (label === '') return settingsMessages.noLabel;
  return label.length > settingsLimits.socialLabel ? settingsMessages.labelTooLong : null;
}
