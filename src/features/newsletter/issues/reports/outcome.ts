import type { DeliveryState } from '#features/newsletter/delivery-state.ts';

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

/** 'about 5 minutes left'; null while nobody can tell. */
export function timeLeft(seconds: number | null): string | null {
  if (seconds === null) return null;
  if (seconds < 60) return 'less than a minute left';
  const minutes = Math.round(seconds / 60);
  if (minutes < 90) return `about ${minutes} ${minutes === 1 ? 'minute' : 'minutes'} left`;
  const hours = Math.round(seconds / 3600);
  return hours < 48 ? `about ${hours} hours left` : `about ${Math.round(hours / 24)} days left`;
}
