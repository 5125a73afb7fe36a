/** Those who have not, or perhaps not, got an issue, and whether and when it is tried again. */
export const missedStates = ['retry', 'failed', 'unknown', 'skipped'] as const;
export type MissedState = (typeof missedStates)[number];

export type DeliveryState = 'queued' | 'sending' | 'sent' | 'kept' | MissedState;
export type IssueState = 'sending' | 'paused' | 'cancelled' | 'done';

/** In the order in which they are shown. */
export const deliveryStates: Readonly<Record<DeliveryState, string>> = {
  sent: 'Sent',
  sending: 'Being handed over',
  queued: 'Waiting',
  retry: 'Trying again',
  failed: 'Failed',
  unknown: 'Perhaps arrived',
  skipped: 'Left out',
  kept: 'Kept here',
};

export const issueStates: Readonly<Record<IssueState, string>> = {
  sending: 'Sending',
  paused: 'Paused',
  cancelled: 'Cancelled',
  done: 'Done',
};

export function isOver(state: IssueState): boolean {
  return state === 'done' || state === 'cancelled';
}

/** 'about 5 minutes left'; null while nobody can tell. */
export function timeLeft(seconds: number | null): string | null {
  if (seconds === null) return null;
  if (seconds < 60) return 'less than a minute left';
  const minutes = Math.round(seconds / 60);
  if (minutes < 90) return `about ${minutes} ${minutes === 1 ? 'minute' : 'minutes'} left`;
  const hours = Math.round(seconds / 3600);
  return hours < 48 ? `about ${hours} hours left` : `about ${Math.round(hours / 24)} days left`;
}

export const subscriberStates = ['confirmed', 'pending', 'unsubscribed', 'suppressed'] as const;
export type SubscriberState = (typeof subscriberStates)[number];

/** A search among the addresses counts no further. */
export const mostCounted = 1000;

export const subscriberStateWords: Readonly<Record<SubscriberState, string>> = {
  confirmed: 'Subscribed',
  pending: 'Not confirmed yet',
  unsubscribed: 'Unsubscribed',
  suppressed: 'Suppressed',
};

export const subscriberMessages = {
  notFound: 'There is no such subscriber',
  added: 'A mail that asks for a confirmation is on its way.',
  isSubscribed: 'This address is subscribed already.',
  isSuppressed: 'This address is suppressed. Look at its history, and lift the suppression first.',
  askedOften: 'This address was asked three times today. Please try again tomorrow.',
  removed: 'The address is off the list.',
  notOnList: 'This address is not on the list.',
  erased: 'Everything about this address is erased.',
  underWay: 'A mail to this address is on its way. Please try again in a minute.',
  lifted: 'The suppression is lifted.',
  notSuppressed: 'This address is not suppressed.',
  noFile: 'Please choose a CSV file.',
  noColumns: 'The first line of the file must name its columns: email and, if you like, confirmed.',
} as const;

/** '12 addresses came back for good.' */
export function pendingSentence(count: number): string {
  return count === 1
    ? '1 address came back for good.'
    : `${count.toLocaleString('en-US')} addresses came back for good.`;
}

export function pendingDecided(count: number, verb: 'suppress' | 'keep'): string {
  const done = verb === 'suppress' ? 'suppressed' : 'kept';
  return count === 1 ? `1 address is ${done}.` : `${count.toLocaleString('en-US')} addresses are ${done}.`;
}
