/**
 * What strangers can make the site send: mail to an address that no one has confirmed. A mailbox gets few a day over all forms, and
 * none once its owner has said so. Both are kept under a keyed hash.
 */
import { type Db, transact } from '#platform/db/db.ts';
import { NotFound } from '#platform/errors.ts';
import { returnToDay, takeOneOfDay } from '#platform/rate-limit.ts';
import { secretFor } from '#platform/secrets.ts';
import { isSignature, sign } from '#platform/tokens.ts';
import { normaliseEmail } from './mailable-address.ts';
import { addressHashOf, findRemembered, forgetHash, rememberHash } from './remembered-addresses.ts';

/** Ten together. Each form has its own, so that one cannot use up what another needs. */
const perDay = { signup: 7, subscribe: 3 } as const;
type FormName = keyof typeof perDay;
const refusedMs = 30 * 86_400_000;

/** The name of the key that signs the links. */
export const doNotWriteSecret = 'do-not-write-links';

/** `ada+news@example.org` ends up where `ada@example.org` does. */
export function mailboxOf(email: string): string {
  const address = normaliseEmail(email);
  const at = address.lastIndexOf('@');
  const [name = ''] = address.slice(0, at).split('+');
  return name + address.slice(at);
}

/** `isFirst`: the address has confirmed nothing. */
type Wanted = { form: FormName; email: string; isDue: boolean; isFirst: boolean };

/**
 * Takes one of the mailbox's first mails of the day if one `isDue`, by the same statement for every address. Addresses with a tag,
 * which anyone can make up, get half of them.
 */
export async function mayFormWrite(trx: Db, { form, email, isDue, isFirst }: Wanted, now: Date): Promise<boolean> {
  const isTagged = mailboxOf(email) !== normaliseEmail(email);
  const most = isTagged ? Math.ceil(perDay[form] / 2) : perDay[form];
  const key = await countKey(trx, { form, email });
  const isTaken = await takeOneOfDay(trx, key, { most, isWanted: isDue && isFirst, now });
  return isFirst ? isTaken : isDue;
}

/** Those that were withdrawn before they went out. */
export async function returnFirstMails(
  trx: Db,
  { count, ...mailbox }: { form: FormName; email: string; count: number },
): Promise<void> {
  await returnToDay(trx, await countKey(trx, mailbox), count);
}

async function countKey(db: Db, { form, email }: { form: FormName; email: string }): Promise<string> {
  return `first-mails:${form}:${await addressHashOf(db, mailboxOf(email))}`;
}

/** The link of each such mail. It names no address, and the page behind it asks. */
export async function doNotWriteLink(db: Db, siteUrl: string, email: string) {
  const token = await doNotWriteToken(db, await addressHashOf(db, mailboxOf(email)));
  return { label: 'Do not write to this address again', link: `${siteUrl}/do-not-write?token=${token}` };
}

async function doNotWriteToken(db: Db, addressHash: string): Promise<string> {
  return `${addressHash}.${sign(await secretFor(db, doNotWriteSecret), addressHash)}`;
}

/** For 30 days from now. @throws NotFound */
export async function stopFirstMails(db: Db, token: string, now: Date): Promise<void> {
  const [addressHash = ''] = token.split('.');
  if (!isSignature(token, await doNotWriteToken(db, addressHash))) throw new NotFound('This link is not valid.');
  await transact(db, async (trx) => {
    await forgetHash(trx, 'do-not-write', addressHash);
    await rememberHash(trx, 'do-not-write', addressHash, now);
  });
}

/** Returns whether they were stopped. */
export async function allowFirstMails(trx: Db, email: string): Promise<boolean> {
  return forgetHash(trx, 'do-not-write', await addressHashOf(trx, mailboxOf(email)));
}

/** The addresses whose owners want no mail that they have not confirmed. */
export async function findStopped(db: Db, emails: string[], now: Date): Promise<Set<string>> {
  const addresses = emails.map(mailboxOf);
  const since = new Date(now.getTime() - refusedMs);
  const found = await findRemembered(db, { reason: 'do-not-write', addresses, since });
  return new Set(emails.filter((email) => found.has(mailboxOf(email))));
}

/** After 30 days a request counts as their own again. */
export async function purgeStopped(db: Db, now: Date): Promise<void> {
  const oldest = new Date(now.getTime() - refusedMs).toISOString();
  await db
    .deleteFrom('rememberedAddresses')
    .where('reason', '=', 'do-not-write')
    .where('rememberedAt', '<=', oldest)
    .execute();
}
