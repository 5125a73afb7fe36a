import type { IssueReport, Outcomes } from './issue-reports.schema.ts';

/** The lists of an issue's recipients. Each mail is in at most one, but people who unsubscribed are also counted as delivered. */
export const outcomes = ['delivered', 'failed', 'unsubscribed'] as const;
export type Outcome = (typeof outcomes)[number];

export const outcomeWords: Readonly<Record<Outcome, string>> = {
  delivered: 'Delivered',
  failed: 'Failed',
  unsubscribed: 'Unsubscribed',
};

/** Why a mail counts as failed; `unconfirmed` may have arrived. */
export const failures = ['bounced', 'refused', 'unconfirmed', 'complaint'] as const;
export type Failure = (typeof failures)[number];

export const failureWords: Readonly<Record<Failure, string>> = {
  bounced: 'Bounced',
  refused: 'Refused',
  unconfirmed: 'Not confirmed',
  complaint: 'Spam complaint',
};

export function countByListedOutcome(of: Outcomes): Record<Outcome, number> {
  const failed = of.bounced + of.complaints + of.notConfirmed + of.failed;
  return { delivered: of.delivered, failed, unsubscribed: of.unsubscribed };
}

type Counted = Pick<IssueReport, 'total' | 'outcomes' | 'gone'> & { counts: { kept: number; skipped: number } };

/** 'Delivered to 212 of 214. 2 addresses no longer exist.' Leaves out figures that are 0. */
export function outcomeSentence({ total, outcomes, counts, gone }: Counted): string {
  const { delivered, bounced, complaints, failed, notConfirmed, unsubscribed } = outcomes;
  const parts: [number, string, string][] = [
    [gone, 'address no longer exists', 'addresses no longer exist'],
    [bounced + failed - gone, 'failed', 'failed'],
    [complaints, 'spam complaint', 'spam complaints'],
    [notConfirmed, 'not confirmed', 'not confirmed'],
    [counts.skipped, 'skipped', 'skipped'],
    [counts.kept, 'in the outbox', 'in the outbox'],
    [unsubscribed, 'unsubscribed', 'unsubscribed'],
  ];
  const told = parts.filter(([count]) => count > 0);
  const number = (count: number) => count.toLocaleString('en-US');
  return [
    `Delivered to ${number(delivered)} of ${number(total)}.`,
    ...told.map(([count, one, many]) => `${number(count)} ${count === 1 ? one : many}.`),
  ].join(' ');
}
