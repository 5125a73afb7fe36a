/** What an address requested within a day, and which email is due now. */
import type { Db } from '#platform/db/db.ts';
import type { RegistrationRow, Request } from '../registration-links.server.ts';

const minuteMs = 60_000;
const dayMs = 24 * 60 * minuteMs;
const coolDownMs = 15 * minuteMs;
const confirmationsPerDay = 3;

/** Of one address, for all events. */
const mostPerDay = 10;

type Written = { kind: string; content: string; createdAt: string; eventId: number }[];

/** To this address, in the last 24 hours, newest first. */
export async function listRecentRequestEmails(trx: Db, emailKey: string, now: Date): Promise<Written> {
  return trx
    .selectFrom('mails')
    .innerJoin('registrations', 'registrations.id', 'mails.registrationId')
    .select(['mails.kind', 'mails.content', 'mails.createdAt', 'registrations.eventId'])
    .where('registrations.emailKey', '=', emailKey)
    .where('mails.kind', 'in', ['registration-confirm', 'registration-known'])
    .where('mails.createdAt', '>', new Date(now.getTime() - dayMs).toISOString())
    .orderBy('mails.createdAt', 'desc')
    .execute();
}

type Due = { request: Request; eventId: number; before: RegistrationRow | undefined; written: Written; now: Date };

export function kindOfEmailDue({ request, eventId, before, written, now }: Due) {
  const isIn = before?.state === 'confirmed' || before?.state === 'waiting';
  const kind = isIn ? 'registration-known' : 'registration-confirm';
  const same = written.filter((email) => email.kind === kind && email.eventId === eventId);
  if (kind === 'registration-known') return same.length > 0 ? null : kind;
  if (same.length >= confirmationsPerDay || written.length >= mostPerDay) return null;
  const last = same.find((email) => isOf(email, request));
  // Someone who gave their place back, or asks for something else, gets a new one at once.
  return !last || before?.state === 'cancelled' || now.getTime() - Date.parse(last.createdAt) >= coolDownMs
    ? kind
    : null;
}

/** When the link's day begins: a repeated request expires with the first. */
export function linkValidSince({ request, eventId, before, written, now }: Due): string {
  const same = written.find((email) => email.eventId === eventId && isOf(email, request));
  const begin = same && asked(same).askedAt;
  const isRunning = begin && begin > new Date(now.getTime() - dayMs).toISOString();
  return isRunning && before?.state === 'pending' ? begin : now.toISOString();
}

function isOf(email: Written[number], request: Request): boolean {
  const { askedAt: _, ...own } = asked(email);
  return JSON.stringify(own) === JSON.stringify(request);
}

function asked({ content, createdAt }: Written[number]): Request & { askedAt: string } {
  return { askedAt: createdAt, ...(JSON.parse(content) as Request) };
}
