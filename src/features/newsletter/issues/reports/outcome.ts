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

/** Counts. `accepted` are those of which nothing came back; who has `left` had accepted it. */
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

/** '33 accepted, 6 came back, 1 complaint'; of the others only those that no list has. */
export function outcomeSentence(
  { accepted, bounced, complaints, failed, inDoubt, left }: Outcomes,
  { kept, skipped } = { kept: 0, skipped: 0 },
): string {
  const parts: [number, string][] = [
    [bounced, 'came back'],
    [complaints, complaints === 1 ? 'complaint' : 'complaints'],
    [failed, 'failed'],
    [inDoubt, 'in doubt'],
    [skipped, 'left out'],
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
