/** What must hold when everything has come to its end, whatever went wrong on the way. */
import type { MailServer } from './mail-server.ts';
import type { QueuedMail } from './queued-mails.ts';

export type Checked = {
  /** By mail: how often it was sent again by hand after it was not confirmed. */
  sentAgain: Map<string, number>;
  /** Which may have arrived without an answer. */
  unsure: Set<string>;
  /** By address: whose emails no one wanted any more, and whether none of them had been begun by then. */
  unwanted: Map<string, { isUntouched: boolean }>;
  /** Emails that were begun, and whose guest took them along. */
  erased: Set<string>;
  /** What was wrong at once. */
  problems: string[];
};

type Ended = {
  mails: QueuedMail[];
  issues: { state: string }[];
  subscribers: { email: string }[];
  server: MailServer;
  checked: Checked;
};

export function findViolations({ mails, issues, subscribers, server, checked }: Ended): string[] {
  const deliveries = mails.filter(({ queue }) => queue === 'deliveries');
  const emails = mails.filter(({ queue }) => queue === 'emails');
  const lost = subscribers.filter(({ email }) => !deliveries.some(({ name }) => name === email));
  const unfinished = issues.filter(({ state }) => state !== 'done' && state !== 'cancelled');
  const known = new Set(mails.map(({ name }) => name));
  const strange = [...server.taken.keys()].filter((name) => !known.has(name) && !checked.erased.has(name));
  return [
    ...checked.problems,
    ...lost.map(({ email }) => `${email} was lost: there is no row`),
    ...unfinished.map(({ state }) => `an issue ends ${state}`),
    ...strange.map((name) => `${name} was sent, and no row has its Message-ID`),
    ...deliveries.flatMap((mail) => problemsOfDelivery(mail, server, checked).map((what) => `${mail.name} ${what}`)),
    ...emails.flatMap((mail) => problemsOfEmail(mail, server, checked).map((what) => `to ${mail.to}: ${what}`)),
    ...twins(emails).map((to) => `to ${to}: written twice`),
  ];
}

function problemsOfDelivery({ name, state, answer }: QueuedMail, server: MailServer, checked: Checked): string[] {
  const problems = problemsOfCount(name, state, { server, checked });
  // Who was suppressed is not sent it again.
  const isOver = ['sent', 'failed', 'unknown'].includes(state) || (state === 'skipped' && server.refused.has(name));
  if (!isOver) problems.push(`ends ${state}: ${answer}`);
  if (state === 'failed' && !server.refused.has(name)) problems.push('failed, and the server never refused it');
  return problems;
}

function problemsOfEmail({ name, to, state, answer }: QueuedMail, server: MailServer, checked: Checked): string[] {
  const problems = problemsOfCount(name, state, { server, checked });
  const unwanted = checked.unwanted.get(to);
  if (!['sent', 'failed', 'unknown'].includes(state)) problems.push(`ends ${state}`);
  // Whether a guest should have had it shows in what the others say.
  const isUnneeded = to.endsWith('@guests.example') && answer === 'Not needed any more';
  if (state === 'failed' && !server.refused.has(to) && !unwanted && !isUnneeded)
    problems.push('failed, and the server never refused it');
  if (unwanted?.isUntouched && server.everHanded.has(name))
    problems.push('was sent although no one wanted it any more');
  return problems;
}

type World = { server: MailServer; checked: Checked };

function problemsOfCount(name: string, state: string, { server, checked }: World): string[] {
  const taken = server.taken.get(name) ?? 0;
  const again = checked.sentAgain.get(name) ?? 0;
  const problems: string[] = [];
  if (taken > 1 + again) problems.push(`got ${taken} mails, and was sent it again by hand ${again} times`);
  if (state === 'sent' && taken === 0) problems.push('is said to have it, and no one took it');
  if (taken > again && state !== 'sent' && state !== 'unknown') problems.push(`has it, and is said to be ${state}`);
  if (state === 'unknown' && !checked.unsure.has(name)) problems.push('is not confirmed without a reason');
  return problems;
}

/** Each address but the administrator's is written to once. */
function twins(emails: QueuedMail[]): string[] {
  const addresses = emails.map(({ to }) => to).filter((to) => to.endsWith('@example.org'));
  return [...new Set(addresses.filter((to, at) => addresses.indexOf(to) !== at))];
}
