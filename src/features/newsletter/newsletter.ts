import { invalidEmailMessage } from '#shared/email-address.ts';
import { pluralise } from '#shared/text.ts';

export const newsletterMessages = {
  invalidEmail: invalidEmailMessage,
  subscribed: 'Subscribed! Please check your inbox to verify your email.',
  subscribeFailed: 'Subscription failed. Please try again later.',
  verified: 'Email successfully verified!',
  verifyRefused: 'Verification failed',
  verifyFailed: 'Verification failed. Please try again later.',
  verifyException: 'An error occurred during verification. Please try again later.',
  verifyInvalidAnswer: 'Invalid response format from server',
  missingAddress: 'Missing email address in the unsubscribe link.',
  unsubscribed: 'You have been unsubscribed.',
  unsubscribeFailed: 'Unsubscription failed. This link may be invalid or expired.',
  sendFailed: 'Failed to send newsletter',
} as const;

/** Answers beyond the spec's own texts. */
export const newsletterAnswers = {
  tooManyHere: 'Too many people are subscribing at the moment. Please use the form on our website, or try again later.',
  tooManyByForm: 'Too many people are subscribing at the moment. Please try again later.',
  proving: 'One moment: many people are subscribing, so we check that you are not a robot.',
  /** Too old, or used and then unsubscribed. */
  linkExpired: 'This link no longer works. Please subscribe again and we will send you a new one.',
  linkUnknown: 'This link is not valid. Please subscribe again and we will send you a new one.',
  resubscribed: 'Welcome back! You are subscribed again.',
  linkBroken: 'This link is broken. Please open it in the email again, or copy all of it.',
  linkRefused:
    'This link is broken or can no longer be used. Please open it in the email again. The link in our next email will work.',
  nothingHeld: 'The newsletter holds nothing about this address.',
  notSubscribed: 'This address is not subscribed.',
  erased: 'Everything the newsletter kept about this address is erased.',
  choiceFailed: 'That did not work. Please try again later.',
  resubscribeRefused: 'This link can no longer be used. Please subscribe again.',
  draftNotSent: 'This article is a draft. Publish it before you send it.',
  cancelled: 'The newsletter was cancelled',
  articleDeleted: 'The article was deleted',
  articleOffline: 'The article was unpublished',
  takenBack: 'No email was sent. The article stays live.',
  draftTakenBack: 'No email was sent. The newsletter is a draft again.',
  tooLateToUndo: 'Too late: the newsletter is already on its way.',
  nothingToUndo: 'This newsletter is no longer waiting. No email has been sent so far.',
  noLongerWaiting: 'This newsletter is no longer waiting: someone has undone it, or it is already on its way.',
  stillUnderWay: 'The newsletter of this article is still on its way to someone. Please try again in a minute.',
} as const;

export const noMailServer = 'No mail server is set: emails stay in the outbox and reach no one.';

/**
 * `others`: confirmed, but not in the audience. `isKept`: there is no mail server; `kept`: in the outbox from before. `isUndoable`: in
 * its undo window. `hours`: the sending hours, if it is outside them.
 */
type SendCounts = {
  queued: number;
  waiting: number;
  audience: number;
  others?: number;
  unknown?: number;
  kept?: number;
  isKept?: boolean;
  isUndoable?: boolean;
  hours?: string | undefined;
};

/** Of an empty audience. */
export function noAudienceSentence(others = 0, effect = 'so no one was emailed'): string {
  return `${others === 0 ? 'You have no subscribers yet' : 'None of your subscribers has chosen to get this'}, ${effect}.`;
}

/** What a press on "send" did. `queued`: now; `waiting`: from before; `audience`: all who would get it. */
export function sendResultSentence({
  queued,
  waiting,
  audience,
  others,
  unknown = 0,
  kept = 0,
  isKept,
  isUndoable,
  hours,
}: SendCounts): string {
  if (audience === 0) return noAudienceSentence(others);
  const here = isKept ? queued + waiting + kept : 0;
  if (here > 0)
    return `No mail server is set: the newsletter to ${pluralise(here, 'subscriber')} ${isUndoable ? 'will be' : 'is'} kept in the outbox.`;
  if (hours && queued + waiting > 0)
    return `The newsletter goes to ${pluralise(queued || waiting, 'subscriber')} between ${hours}.`;
  if (queued > 0) return `The newsletter is on its way to ${pluralise(queued, 'subscriber')}.`;
  if (waiting > 0) return `The newsletter is already on its way to ${pluralise(waiting, 'subscriber')}.`;
  if (unknown > 0) return `No one is left to send it to. ${unknownOutcomeSentence(unknown)}`;
  return 'Every subscriber has already been sent this article.';
}

/** Follows 'Article published and newsletter sent.': to whom and when (M3). */
export function sentToWhomSentence(
  { queued, audience, others, isKept, hours }: Pick<SendCounts, 'queued' | 'audience' | 'others' | 'isKept' | 'hours'>,
  seconds: number,
): string {
  if (audience === 0) return noAudienceSentence(others);
  if (isKept && (hours || seconds > 0))
    return `It goes to the outbox ${hours ? `between ${hours}` : `in ${seconds} s`}: no mail server is set.`;
  if (isKept) return 'Kept in the outbox: no mail server is set.';
  if (queued === 0) return 'No one is emailed: every subscriber has had it already.';
  const to = pluralise(queued, 'subscriber');
  if (hours) return `To ${to}, between ${hours}.`;
  return `To ${to}, starting ${seconds > 0 ? `in ${seconds} s` : 'now'}.`;
}

export function unknownOutcomeSentence(unknown: number): string {
  return `Delivery to ${pluralise(unknown, 'subscriber')} was not confirmed.`;
}
