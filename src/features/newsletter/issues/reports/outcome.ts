/** The lists of an issue's recipients, each mail in at most one but for who has left: they had accepted it. */
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

/** Counts. `accepted` are those that have not bounced; who has `left` had accepted it. */
export type Outcomes = {
  accepted: number;
  bounced: number;
  complaints: number;
  left: number;
  inDoubt: number;
  failed: number;
};

/** How many are in each list. */
export function listedOutcomes({
  accepted,
  bounced,
  complaints,
  left,
  inDoubt,
  failed,
}: Outcomes): Record<Outcome, number> {
  return { delivered: accepted, failed: bounced + complaints + inDoubt + failed, unsubscribed: left };
}

type Counted = {
  total: number;
  outcomes: Outcomes;
  counts: { kept: number; skipped: number };
  /** Of the bounced and the failed, whose address does not exist, where that is known. */
  gone?: number;
};

/** 'Delivered to 212 of 214. 2 addresses no longer exist.' Figures that are 0 are not told. */
export function outcomeSentence({ total, outcomes, counts, gone = 0 }: Counted): string {
  const { accepted, bounced, complaints, failed, inDoubt, left } = outcomes;
  const parts: [number, string, string][] = [
    [gone, 'address no longer exists', 'addresses no longer exist'],
    [bounced + failed - gone, 'was not taken', 'were not taken'],
    [complaints, 'spam complaint', 'spam complaints'],
    [inDoubt, 'not confirmed', 'not confirmed'],
    [counts.skipped, 'skipped', 'skipped'],
    [counts.kept, 'in the outbox', 'in the outbox'],
    [left, 'unsubscribed', 'unsubscribed'],
  ];
  const told = parts.filter(([count]) => count > 0);
  const number = (count: number) => count.toLocaleString('en-US');
  return [
    `Delivered to ${number(accepted)} of ${number(total)}.`,
    ...told.map(([count, one, many]) => `${number(count)} ${count === 1 ? one : many}.`),
  ].join(' ');
}
