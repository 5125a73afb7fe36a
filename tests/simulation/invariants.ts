/** What must hold when everything has come to its end, whatever went wrong on the way. */
import type { MailServer } from './mail-server.ts';

export type Checked = {
  /** By reader: mails that may be one too many, each excused when its fault happened. */
  excused: Map<string, number>;
  /** Whose mail may have arrived without an answer. */
  unknown: Set<string>;
};

type Ended = {
  rows: { email: string; state: string }[];
  issues: { state: string }[];
  readers: { email: string }[];
  server: MailServer;
  checked: Checked;
};

export function findViolations({ rows, issues, readers, server, checked }: Ended): string[] {
  const lost = readers.filter(({ email }) => !rows.some((row) => row.email === email));
  const unfinished = issues.filter(({ state }) => state !== 'done' && state !== 'cancelled');
  return [
    ...lost.map(({ email }) => `${email} was lost: there is no row`),
    ...unfinished.map(({ state }) => `an issue ends ${state}`),
    ...rows.flatMap(({ email, state }) => {
      const taken = server.taken.get(email) ?? 0;
      const allowed = 1 + (checked.excused.get(email) ?? 0);
      const problems: string[] = [];
      if (!['sent', 'failed', 'unknown'].includes(state)) problems.push(`ends ${state}`);
      if (taken > allowed) problems.push(`got ${taken} mails, ${allowed} at most are excused`);
      if (state === 'sent' && taken === 0) problems.push('is said to have it, and nobody took it');
      if (state === 'failed' && !server.refused.has(email)) problems.push('failed, and the server never refused it');
      if (state === 'unknown' && !checked.unknown.has(email)) problems.push('is in doubt without a reason');
      return problems.map((problem) => `${email} ${problem}`);
    }),
  ];
}
