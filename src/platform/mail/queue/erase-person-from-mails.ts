/** Removes one person from the emails that the site wrote: deletes emails to them, and rewrites those that name them. */
import { readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Config } from '#platform/config/config.ts';
import type { Db } from '#platform/db/db.ts';
import { Conflict } from '#platform/errors.ts';
import { normaliseEmail } from '../mailable-address.ts';
import { mailNamesIn, parseMail } from '../read-own-mail.ts';

type Person = { addresses: string[]; names: string[]; replacement: string };

/**
 * Covers emails to addresses, which are kept for 30 days. Must run in the transaction that erases.
 * @throws Conflict while one of them is being sent
 */
export async function erasePersonFromMails(trx: Db, { addresses, names, replacement }: Person): Promise<void> {
  const own = new Set(addresses.map(normaliseEmail));
  const mention = mentionOf(names);
  const rows = await trx
    .selectFrom('mails')
    .select(['id', 'recipient', 'content', 'state'])
    .where('recipient', 'is not', null)
    .execute();
  for (const { id, recipient, content, state } of rows) {
    const isOwn = own.has(normaliseEmail(recipient ?? ''));
    const replaced = JSON.stringify(JSON.parse(content), (_, value: unknown) =>
      typeof value === 'string' ? value.replace(mention, replacement) : value,
    );
    if (!isOwn && replaced === JSON.stringify(JSON.parse(content))) continue;
    if (state === 'sending')
      throw new Conflict('An email about this account is on its way at this moment. Please try again in a minute.');
    if (isOwn) await trx.deleteFrom('mails').where('id', '=', id).execute();
    else await trx.updateTable('mails').set({ content: replaced }).where('id', '=', id).execute();
  }
}

/** Removes the mails in the outbox that name the person, newsletters aside. */
export async function removeOutboxFilesNaming({ dataDir }: Pick<Config, 'dataDir'>, names: string[]): Promise<void> {
  const folder = join(dataDir, 'outbox');
  const mention = mentionOf(names);
  const own = (await mailNamesIn(folder)).filter((name) => /-(?:account|draft|invitation|test)-\w+\.eml$/.test(name));
  for (const name of own) {
    const { subject, to, text, html } = await parseMail(await readFile(join(folder, name)));
    if ([subject, to, text, html].some((part) => part.search(mention) >= 0))
      await rm(join(folder, name), { force: true });
  }
}

/**
 * Whole names and addresses only, in any case: 'Ann' is not in 'Anna' nor in ann@other.org, and li@uni.org is neither in
 * bo.li@uni.org nor in li@uni.org.uk.
 */
function mentionOf(names: string[]): RegExp {
  const any = names
    .toSorted((a, b) => b.length - a.length)
    .map((name) => name.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&'))
    .join('|');
  return new RegExp(`(?<![\\p{L}\\p{N}_.+-])(?:${any})(?![\\p{L}\\p{N}_@-]|\\.[\\p{L}\\p{N}])`, 'giu');
}
