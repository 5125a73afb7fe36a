/** Those who have not, or perhaps not, got an issue, and whether and when it is tried again. */
export const missedStates = ['retry', 'failed', 'unknown', 'skipped'] as const;
export type MissedState = (typeof missedStates)[number];

/** What became of the mails of an issue, each a list of its own; `bounced` are the hard and the soft ones. */
export const outcomes = [
  ...(['accepted', 'bounced', 'hardBounced', 'softBounced', 'complaints', 'left'] as const),
  ...(['unknown', 'failed', 'retry', 'skipped', 'kept'] as const),
] as const;
export type Outcome = (typeof outcomes)[number];

export const outcomeWords: Readonly<Record<Outcome, string>> = {
  accepted: 'Accepted',
  bounced: 'Came back',
  hardBounced: 'Came back for good',
  softBounced: 'Came back for now',
  complaints: 'Complaints',
  left: 'Left after it',
  unknown: 'In doubt',
  failed: 'Failed',
  retry: 'Trying again',
  skipped: 'Left out',
  kept: 'Kept here',
};

/** Counts. `accepted` are those of which nothing came back; who has `left` had accepted it. */
export type Outcomes = {
  accepted: number;
  bounced: number;
  hardBounced: number;
  softBounced: number;
  complaints: number;
  left: number;
  inDoubt: number;
  failed: number;
};

/** Of an issue how many mails are in each list of recipients. */
export function countedOutcomes(report: {
  outcomes: Outcomes;
  counts: Record<DeliveryState, number>;
}): Record<Outcome, number> {
  const { accepted, bounced, hardBounced, softBounced, complaints, left, inDoubt, failed } = report.outcomes;
  const { retry, skipped, kept } = report.counts;
  return {
    accepted,
    bounced,
    hardBounced,
    softBounced,
    complaints,
    left,
    unknown: inDoubt,
    failed,
    retry,
    skipped,
    kept,
  };
}

/** '33 accepted, 6 came back, 1 complaint'. */
export function outcomeSentence({ accepted, bounced, complaints, failed, inDoubt, left }: Outcomes, kept = 0): string {
  const parts: [number, string][] = [
    [bounced, 'came back'],
    [complaints, complaints === 1 ? 'complaint' : 'complaints'],
    [failed, 'failed'],
    [inDoubt, 'in doubt'],
    [kept, 'kept here'],
    [left, 'left after it'],
  ];
  const told = parts.filter(([count]) => count > 0);
  return [[accepted, 'accepted'] as const, ...told]
    .map(([count, words]) => `${count.toLocaleString('en-US')} ${words}`)
    .join(', ');
}

export type DeliveryState = 'queued' | 'sending' | 'sent' | 'kept' | MissedState;
export type IssueState = 'sending' | 'paused' | 'cancelled' | 'done';

/** In the order in which they are shown. */
export const deliveryStates: Readonly<Record<DeliveryState, string>> = {
  sent: 'Sent',
  sending: 'Being handed over',
  queued: 'Waiting',
  retry: 'Trying again',
  failed: 'Failed',
  unknown: 'In doubt',
  skipped: 'Left out',
  kept: 'Kept here',
};

export const issueStates: Readonly<Record<IssueState, string>> = {
  sending: 'Sending',
  paused: 'Paused',
  cancelled: 'Cancelled',
  done: 'Done',
};

/** 'Done, 6 in doubt'; what is kept here has been sent to nobody. */
export function issueStateWords(state: IssueState, inDoubt: number, kept = 0): string {
  if (state === 'done' && kept > 0) return 'Kept here';
  return isOver(state) && inDoubt > 0
    ? `${issueStates[state]}, ${inDoubt.toLocaleString('en-US')} in doubt`
    : issueStates[state];
}

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
  wasErased: 'This address was erased. Ask the person first.',
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
