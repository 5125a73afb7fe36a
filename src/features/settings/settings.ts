import { emailLimit } from '#shared/email-address.ts';
import { defaultArticlePicture } from '#shared/item-picture.ts';
import type { LogoPlate } from '#shared/picture-upload.ts';
import type { AdminSettings, DigestRule, SocialLink } from './settings.schema.ts';
import { designSocietyName } from './site-card.ts';

/** The settings of the site, with the defaults of a new one. */
export const defaultSettings = {
  societyName: designSocietyName,
  shortName: 'One Health',
  /** While it is empty, 'Join Society' leads to the newsletter. */
  membershipUrl: '',
  homeVariant: 'grid' as 'grid' | 'spotlight',
  heroWelcome: 'Welcome to',
  heroTitle: 'The One Health Student Society',
  heroTagline: 'Future Health Leaders',
  heroSubtitle: 'Empowering Students to Shape the Future of Health',
  aboutText: [
    'One Health is the idea that the health of people, of animals and of the environment cannot be kept apart. A virus that moves from a bat to a farm to a city, a river that carries antibiotics downstream, a heatwave that empties both a pasture and a hospital ward: each is one problem with three faces, and it takes more than one profession to see it whole.',
    'Our society brings together students of medicine, veterinary medicine, nursing, ecology, public health, law and every other subject that has a part in the answer. We meet to learn from each other, to hear from people who do this work, and to write about what we find.',
    'You need no experience to join us, only curiosity. Come to an event, read what our members have written, or help to organise what happens next.',
  ].join('\n'),
  /** #rrggbb; without one the site has the colours of its design. */
  accentColor: '',
  /** The address of the picture, and the colour schemes in which it needs a plate behind it. */
  logo: '',
  logoPlate: 'none' as LogoPlate,
  /** In place of the drawing on the home page. */
  homePicture: '',
  promoTitle: 'For People Animals & Our Planet',
  newsletterTitle: 'Stay Ahead in One Health',
  /** Of what the society writes; the site itself speaks English. */
  textLanguage: 'en',
  designCredit: "Designed by the society's students",
  copyrightLine: '© 2024 One Health Student Society',
  contactLine: '',
  securityContact: '',
  socialLinks: [] as SocialLink[],
  timeZone: 'Europe/London',
  /** In which the academic year begins, 1 to 12. */
  yearStartMonth: 8,
  /** Days after an event for which the personal data of its guests is kept. */
  guestsKeptDays: 30,
  /** Seconds between Publish and the first mail, in which a newsletter can be undone; 0 sends at once. */
  newsletterHoldSeconds: 60,
  /** Off: a new subscriber gets no mail after confirming. */
  welcomeMail: false,
  welcomeText: 'Welcome! We are glad that you are here. This is what is new and what comes next.',
  digests: { every: 'off', weekday: 1, hour: 8, fewest: 2 } as DigestRule,
  defaultArticleImage: defaultArticlePicture,
  defaultAvatarImage: '/defaults/avatar.webp',
  defaultEventImage: '/defaults/event.webp',
};

/** The settings a visitor's page needs; nothing in here is secret. */
export type SiteSettings = typeof defaultSettings;

export type SettingKey = keyof SiteSettings;

export type PageSettings = ReturnType<typeof pageSettings>;

/**
 * Each page carries its data a second time for the scripts, so this leaves out settings that only About, mails or administrators
 * show, and the parts of the look that are the design's.
 */
export function pageSettings({
  aboutText: _about,
  digests: _digests,
  newsletterHoldSeconds: _undo,
  securityContact: _contact,
  welcomeMail: _mail,
  welcomeText: _welcome,
  logoPlate: _plate,
  yearStartMonth: _month,
  accentColor,
  logo,
  homePicture,
  promoTitle,
  newsletterTitle,
  textLanguage,
  ...shown
}: SiteSettings) {
  const look = { accentColor, logo, homePicture, promoTitle, newsletterTitle, textLanguage };
  const chosen = Object.entries(look).filter(([key, value]) => value !== defaultSettings[key as keyof typeof look]);
  return { ...shown, ...(Object.fromEntries(chosen) as Partial<typeof look>) };
}

/** Without who saved them and when, and what is no setting. */
export function withoutSaveInfo({
  version: _version,
  savedAt: _at,
  savedBy: _by,
  sender: _sender,
  told: _told,
  ...values
}: AdminSettings): SiteSettings {
  return values;
}

/** Limits in UTF-16 units (E8). A page leaves out the line of an empty setting that is not `needed`. */
export const textSettings = {
  societyName: { label: 'Society name', limit: 100, needed: true },
  shortName: { label: 'Short name', limit: 30, needed: true },
  heroWelcome: { label: 'Welcome line', limit: 60, needed: false },
  heroTitle: { label: 'Title', limit: 100, needed: true },
  heroTagline: { label: 'Tagline', limit: 100, needed: false },
  heroSubtitle: { label: 'Subtitle', limit: 200, needed: true },
  promoTitle: { label: 'Sentence above the articles', limit: 100, needed: true },
  newsletterTitle: { label: 'Sentence above the newsletter', limit: 100, needed: true },
  aboutText: { label: 'About text', limit: 5000, needed: false },
  welcomeText: { label: 'Welcome text', limit: 1000, needed: false },
  designCredit: { label: 'Design credit', limit: 100, needed: false },
  copyrightLine: { label: 'Copyright line', limit: 100, needed: false },
  contactLine: { label: 'Contact line', limit: 200, needed: false },
  securityContact: { label: 'Security contact', limit: emailLimit, needed: false },
} as const;
export type TextSetting = keyof typeof textSettings;

/** Every mail shows these, so a change of them takes a recent password. */
export const mailSettings: readonly TextSetting[] = ['societyName', 'contactLine'];

export const settingsLimits = { address: 2000, socialLinks: 8, socialLabel: 40 } as const;

export const guestsKeptDays = { fewest: 7, most: 365 } as const;

export const mostUndoSeconds = 600;

export const settingsMessages = {
  saved: 'Settings saved.',
  failed: 'Failed to save settings. Please try again.',
  loadFailed: 'Failed to load settings. Please try again.',
  conflict: 'Someone else saved the settings in the meantime.',
  blankInAddress: 'There is a space in this address. Please copy it whole.',
  notAnAddress: 'Please enter a web address that starts with https:// or http://',
  addressTooLong: 'The address is too long',
  noLabel: 'Please enter a name for the link',
  labelTooLong: `The name of a link must be at most ${settingsLimits.socialLabel} characters`,
  tooManyLinks: `There is room for ${settingsLimits.socialLinks} links`,
  notAnEmail: 'Please enter a valid email address.',
  guestsKeptDays: `Please enter a number of days from ${guestsKeptDays.fewest} to ${guestsKeptDays.most}`,
  undoSeconds: `Please enter a number of seconds from 0 to ${mostUndoSeconds}`,
  notATimeZone: 'Please choose a time zone from the list',
  notAColor: 'Please enter a colour as # and six digits, such as #1f4e8c',
} as const;

export const pictureSettings = [
  'defaultArticleImage',
  'defaultAvatarImage',
  'defaultEventImage',
  'homePicture',
  'logo',
] as const;
