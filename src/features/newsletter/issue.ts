import { pluralise } from '#shared/text.ts';

/** An article that is sent, articles and events together, or a text to all. */
export const issueKinds = ['article', 'digest', 'note'] as const;
export type IssueKind = (typeof issueKinds)[number];

export const issueStates = ['draft', 'sending', 'paused', 'cancelled', 'done'] as const;
export type IssueState = (typeof issueStates)[number];

/** An issue, and the article that it is about. */
export type IssueKey = { id: number; articleId: number | null };

const stateWords: Readonly<Record<IssueState, string>> = {
  draft: 'Draft',
  sending: 'Sending',
  paused: 'Paused',
  cancelled: 'Cancelled',
  done: 'Done',
};

/** The screen of an issue. Without `issue` it shows the latest of an article, if it was sent. */
export function issuePath({ articleId, id }: IssueKey): string {
  return `/admin/newsletter/${articleId ?? id}?issue=${id}`;
}

/** 'Done, 6 not confirmed'; mails in the outbox have been sent to no one. */
export function issueStateWords(state: IssueState, unknown: number, kept = 0): string {
  if (state === 'done' && kept > 0) return 'In the outbox';
  return isIssueOver(state) && unknown > 0
    ? `${stateWords[state]}, ${unknown.toLocaleString('en-US')} not confirmed`
    : stateWords[state];
}

export function isIssueOver(state: IssueState): boolean {
  return state === 'done' || state === 'cancelled';
}

/** Shown to administrators while a newsletter can be undone. */
export function undoWindowSentence(
  recipients: number,
  seconds: number,
  /** `hours`: the sending hours, if it is outside them. `isKept`: there is no mail server. */
  { hours, isKept }: { hours: string | null; isKept: boolean },
): string {
  const to = isKept
    ? `${pluralise(recipients, 'email')} ${recipients === 1 ? 'goes' : 'go'} to the outbox`
    : `Sending to ${pluralise(recipients, 'subscriber')}`;
  if (hours !== null) return `${to} between ${hours}`;
  return seconds > 0 ? `${to} in ${seconds} s` : `${to} any moment`;
}

/** When the newsletter of a draft goes out. */
export function articleDraftSentence(schedule?: { sendsNewsletter: boolean; isLate: boolean } | null): string {
  if (!schedule || schedule.isLate) return 'Publish the article to send it.';
  return schedule.sendsNewsletter
    ? 'It is sent when it goes live, as scheduled.'
    : 'It goes live without a newsletter, as scheduled.';
}

export function secondsUntil(instant: string, now: Date): number {
  return Math.max(0, Math.ceil((Date.parse(instant) - now.getTime()) / 1000));
}

/** For a digest or note also mails in the outbox, once there is a mail server: an article's are sent with the article. */
export function retryableStates(articleId: number | null, smtpUrl: string | undefined): ('failed' | 'kept')[] {
  return articleId === null && smtpUrl !== undefined ? ['failed', 'kept'] : ['failed'];
}
