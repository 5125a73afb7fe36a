/** The outbox: mails kept as files because no mail server is set (B7). Nothing outside its folder can be reached. */
import { open, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { sql } from 'kysely';
import { z } from 'zod';
import type { Config } from '#platform/config/config.ts';
import type { Db } from '#platform/db/db.ts';
import { NotFound } from '#platform/errors.ts';
import { cutPage, decodeCursor, type Listed, type ListQuery } from '#platform/http/list-pages.ts';
import { outboxFileSuffix } from '#platform/mail/mailer-contract.ts';
import { mailName, mailNamesIn, parseMail, type ReadMail } from '#platform/mail/read-own-mail.ts';
import type { OutboxEntry } from './mail-views.schema.ts';

const FileCursor = z.tuple([z.string().regex(mailName)]);
const headBytes = 16 * 1024;

type Place = Pick<Config, 'dataDir'>;

export async function listOutboxFiles({ dataDir }: Place, { limit, cursor }: ListQuery): Promise<Listed<OutboxEntry>> {
  const folder = join(dataDir, 'outbox');
  const all = (await mailNamesIn(folder)).sort().reverse();
  const before = cursor ? decodeCursor(cursor, FileCursor)[0] : null;
  const names = before === null ? all : all.filter((name) => name < before);
  const { shown, nextCursor } = cutPage(names, limit, (name) => [name]);
  const items = await Promise.all(shown.map(async (name) => ({ name, ...(await entryOf(join(folder, name))) })));
  return { items, total: all.length, nextCursor };
}

export async function readOutboxFile({ dataDir }: Place, name: string): Promise<ReadMail> {
  if (!mailName.test(name)) throw new NotFound('There is no such email');
  const bytes = await readFile(join(dataDir, 'outbox', name)).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') throw new NotFound('There is no such email');
    throw error;
  });
  const mail = await parseMail(bytes);
  return { ...mail, text: withoutAccountLink(mail.text), html: withoutAccountLink(mail.html) };
}

/** Only links to accounts have their token in the fragment. A session that is hours old must not become an account. */
function withoutAccountLink(text: string): string {
  return text.replaceAll(/#token=[\w-]+/g, '');
}

/**
 * Removes files of newsletters and emails to subscribers and guests that are no longer needed: sent or discarded since, or of a
 * deleted subscriber or article. Tests and invitations stay.
 */
export async function sweepOutboxFiles({ db, config }: { db: Db; config: Place }): Promise<void> {
  const folder = join(config.dataDir, 'outbox');
  // Lists the files first: a later one belongs to a mail being handed over now, or is already recorded.
  const files = (await mailNamesIn(folder)).flatMap((name) => {
    const suffix = /-((?:article|issue|letter|guest)-[0-9a-f]{12})\.eml$/.exec(name)?.[1];
    return suffix ? [{ name, suffix }] : [];
  });
  if (files.length === 0) return;
  const kept = new Set<string>();
  // In this order: what is recorded in between is found by the second.
  // Literals, so that SQLite can use its partial indexes.
  for (const isIn of [sql<boolean>`lease_until is not null`, sql<boolean>`state = 'kept'`]) {
    const mails = await db.selectFrom('mails').select('messageId').where(isIn).execute();
    for (const { messageId } of mails) if (messageId !== null) kept.add(outboxFileSuffix(messageId));
  }
  for (const { name, suffix } of files) if (!kept.has(suffix)) await rm(join(folder, name), { force: true });
}

async function entryOf(path: string): Promise<Omit<OutboxEntry, 'name'>> {
  await using file = await open(path);
  const { buffer, bytesRead } = await file.read(Buffer.alloc(headBytes), 0, headBytes, 0);
  const { subject, to, date } = await parseMail(buffer.subarray(0, bytesRead));
  return { subject, to, date };
}
