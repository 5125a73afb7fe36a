import { localInstantText } from '#shared/instants.ts';

export const subscriberStates = ['confirmed', 'pending', 'unsubscribed', 'suppressed'] as const;
export type SubscriberState = (typeof subscriberStates)[number];

/** What a subscriber wants: each article, digests only, or nothing while the address stays on the list. Both also get notes. */
export const wishes = ['each', 'digest', 'none'] as const;
export type Wish = (typeof wishes)[number];

/** For the subscriber. */
export const wishSentences: Readonly<Record<Wish, string>> = {
  each: 'You get each article, each digest, and our notes to all.',
  digest: 'You get the digest, and our notes to all.',
  none: 'Your choice is “Nothing for now”: no newsletters come until you choose again.',
};

export const wishWords: Readonly<Record<Wish, string>> = {
  each: 'Gets each article, each digest and each note',
  digest: 'Gets each digest and each note',
  none: 'Wants no newsletters for now',
};

export const subscriberStateWords: Readonly<Record<SubscriberState, string>> = {
  confirmed: 'Subscribed',
  pending: 'Not confirmed yet',
  unsubscribed: 'Unsubscribed',
  suppressed: 'Suppressed',
};

export const subscriberMessages = {
  notFound: 'There is no such subscriber',
  added: 'An email that asks for a confirmation is on its way.',
  addedUnsent: 'Email is not set up: the email that asks for a confirmation is kept in the outbox.',
  isSubscribed: 'This address is already subscribed.',
  isSuppressed: 'This address is suppressed. Look at its history, and lift the suppression first.',
  askedOften: 'This address was asked three times today. Please try again tomorrow.',
  removed: 'The address is unsubscribed.',
  wasErased:
    'This address was erased, or asked us not to write to it. Ask the person first: they can subscribe again themselves.',
  underWay: 'An email to this address is on its way. Please try again in a minute.',
  lifted: 'The suppression is lifted.',
  notSuppressed: 'This address is not suppressed.',
  noFile: 'Please choose a CSV file.',
  noColumns: 'One of the first lines of the file must name its columns: email and, if you like, confirmed.',
  workbook: 'This is an Excel workbook. Save it as CSV (File, Save as, CSV UTF-8) and choose that file.',
  leftInLaterLine:
    'An earlier line of this address is imported, and this one says that it left, bounced or is not clear. Please look at this subscriber.',
  lineUnreadable: 'This line cannot be read. Is a quotation mark missing?',
} as const;

/** Of someone who had unsubscribed. */
export function askedAgainText(at: string): string {
  return `Asked again on ${localInstantText(at)}, not confirmed`;
}

export function people(count: number): string {
  return count === 1 ? '1 person' : `${count.toLocaleString('en-US')} people`;
}

export function addresses(count: number): string {
  return count === 1 ? '1 address' : `${count.toLocaleString('en-US')} addresses`;
}

/** '31 addresses bounced.' Some do not exist, others have been full for weeks. */
export function pendingSuppressionsSentence(count: number): string {
  return `${addresses(count)} bounced.`;
}
