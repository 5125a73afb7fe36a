import { eventTimeText } from '#shared/dates.ts';

export const committeeLimits = { label: 30, name: 50, position: 50, link: 500, posts: 200 } as const;

/** Years after which pictures and links of past committees are removed. */
export const yearsRemembered = 3;

/** The page of the running year; those of past years lie below it. */
export const committeePath = '/committee';

export const committeeMessages = {
  noLabel: 'Please enter a name for the year, such as 2024-25',
  longLabel: `A year has at most ${committeeLimits.label} characters`,
  badLabel: 'Use letters, digits and single hyphens, such as 2024-25',
  reserved: 'The site itself uses this name. Please choose another one',
  taken: (label: string) => `The year ${label} already exists`,
  badDay: 'Please enter a date',
  backwards: 'The year must end after it starts',
  noName: (at: number) => `Please enter the name of person ${at}`,
  noPosition: (at: number) => `Please enter the position of person ${at}`,
  badLink: (at: number) => `The link of person ${at} must be an address that begins with https://`,
  missingPicture: (at: number) => `The picture of person ${at} is no longer on the site: choose it again.`,
  noPosts: 'No names are kept for this year.',
  unknownName: (name: string) => `No past committee has someone called “${name}”`,
} as const;

/** '2024/25' and '2024 – 25' become '2024-25', as the address has it. */
export function normaliseYearLabel(typed: string): string {
  return typed
    .normalize('NFC')
    .trim()
    .replace(/[\s/\\–—-]+/g, '-');
}

/** Why a year cannot have this name, or null. */
export function yearLabelProblem(label: string): string | null {
  if (!label) return committeeMessages.noLabel;
  if (label.length > committeeLimits.label) return committeeMessages.longLabel;
  if (label === 'admin') return committeeMessages.reserved;
  return label.split('-').every((part) => /^[\p{L}\p{M}\p{N}]+$/u.test(part)) ? null : committeeMessages.badLabel;
}

export function pathOfCommittee(label: string): string {
  return `${committeePath}/${encodeURIComponent(label)}`;
}

/** 'Sep 1, 2024 – Aug 31, 2025' */
export function spanOfYear({ from, to }: { from: string; to: string }): string {
  return eventTimeText({ eventDate: `${from}T00:00:00`, endDate: `${to}T00:00:00`, isAllDay: true });
}

/** Years that ended by this day keep only names and positions. */
export function lastForgottenDay(now: Date): string {
  const day = new Date(now);
  day.setUTCFullYear(day.getUTCFullYear() - yearsRemembered);
  return day.toISOString().slice(0, 10);
}

/** Whether both are the same person, as far as a name tells. */
export function isSameName(a: string, b: string): boolean {
  return keyOf(a) === keyOf(b);
}

export function containsName(text: string, name: string): boolean {
  return keyOf(text).includes(keyOf(name));
}

function keyOf(name: string): string {
  return name.normalize('NFKC').trim().replace(/\s+/g, ' ').toLowerCase();
}
