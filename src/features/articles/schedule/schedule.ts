/** A scheduled draft: it goes live at a time, and may then be sent to the subscribers (K6). */
import { type WallTime, wallTimeText } from '#shared/dates.ts';
import { instantToWallTime, isRealDate, wallTimeToInstant } from '#shared/instants.ts';
import { bidiIsolated, pluralise } from '#shared/text.ts';
import { plausibleYears } from '#shared/typed-date.ts';

/** A schedule that is later than this needs a decision. */
export const mostLateMs = 6 * 3_600_000;

export const scheduleMessages = {
  missing: 'Please choose a date and a time',
  impossible: 'This date and time do not exist.',
  wrongYear: `Please enter a year up to ${plausibleYears.last}.`,
  past: 'This time has passed. Please choose a later one.',
  skipped: 'The clocks skip this time on that day. Please choose another one.',
  live: 'This article is live already: only a draft can be scheduled.',
  removed: 'Unscheduled. The article is a draft.',
  removedLive: 'Unscheduled. The article stays live.',
  failed: 'Failed to schedule. Please try again.',
} as const;

export type ReadTime = { publishAt: WallTime; dueAt: string } | { problem: string };

/** Reads YYYY-MM-DDTHH:MM[:SS]; slashes serve as dashes and a space as the T (C2). */
export function readPublishAt(typed: string, { timeZone, now }: { timeZone: string; now: Date }): ReadTime {
  const match = /^(\d{4})[-/](\d{2})[-/](\d{2})[T ](\d{2}:\d{2})(:\d{2})?$/.exec(typed.trim());
  if (!match) return { problem: scheduleMessages.missing };
  const [, year, month, day, time, seconds = ':00'] = match;
  const publishAt = `${year}-${month}-${day}T${time}${seconds}`;
  if (!isRealDate(publishAt)) return { problem: scheduleMessages.impossible };
  if (Number(year) > plausibleYears.last) return { problem: scheduleMessages.wrongYear };
  const dueAt = wallTimeToInstant(publishAt, timeZone);
  if (instantToWallTime(dueAt, timeZone) !== publishAt) return { problem: scheduleMessages.skipped };
  return dueAt <= now.toISOString() ? { problem: scheduleMessages.past } : { publishAt, dueAt };
}

/** 'Goes out Dec 1, 2026 at 8:00 AM (London) to 214 subscribers': a digest or note. */
export function issueScheduleSentence(publishAt: WallTime, timeZone: string, count: number | null): string {
  const when = `Goes out ${scheduledTimeText(publishAt, timeZone)}`;
  return count === null ? when : `${when} to ${pluralise(count, 'subscriber')}`;
}

/** 'Goes live Dec 1, 2026 at 8:00 AM (London), then to 214 subscribers'; without the number while it is not known. */
export function articleScheduleSentence(
  { publishAt, sendsNewsletter }: { publishAt: WallTime; sendsNewsletter: boolean },
  timeZone: string,
  count: number | null,
) {
  const when = `Goes live ${scheduledTimeText(publishAt, timeZone)}`;
  if (!sendsNewsletter) return `${when}, without a newsletter`;
  if (count === null) return `${when}, then to the subscribers`;
  return `${when}, then to ${pluralise(count, 'subscriber')}`;
}

/** 'Dec 1, 2026 at 8:00 AM (London)' */
export function scheduledTimeText(publishAt: WallTime, timeZone: string): string {
  return `${wallTimeText(publishAt)} (${cityOf(timeZone)})`;
}

/** 'New York' of 'America/New_York'. */
function cityOf(timeZone: string): string {
  return (timeZone.split('/').at(-1) ?? timeZone).replaceAll('_', ' ');
}

/** States of a schedule that missed its time and needs a decision. */
export const missedStates = ['late', 'restored', 'failed'] as const;
export type MissedState = (typeof missedStates)[number];

export function isMissedState(state: string): state is MissedState {
  return missedStates.some((one) => one === state);
}

/** Why it did not go live automatically; `isIssue`: why a digest or a note was not sent. */
export function missedSentence(
  { state, publishAt }: { state: MissedState; publishAt: WallTime },
  { title, timeZone, isIssue }: { title: string; timeZone: string; isIssue: boolean },
): string {
  const what = `“${bidiIsolated(title)}” was scheduled for ${scheduledTimeText(publishAt, timeZone)}`;
  if (state === 'late')
    return `${what}. The site was off at that time. ${isIssue ? 'It was not sent.' : 'The article is not live, and no newsletter was sent.'}`;
  if (state === 'failed')
    return `${what}, but it could not ${isIssue ? 'be sent' : 'go live'}: something that it shows is missing. Open it to see what.`;
  const before = isIssue ? 'subscribers' : 'it may have been live, and subscribers';
  return `${what}. The site has since been restored from a backup: ${before} may already have it.`;
}
