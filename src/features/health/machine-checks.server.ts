/** The disk, the database, the clock, and the store of pictures. */
import { randomBytes } from 'node:crypto';
import { statfs } from 'node:fs/promises';
import { sql } from 'kysely';
import { pathsOf } from '#features/uploads/removing-pictures.server.ts';
import { outageOf } from '#platform/db/database-error.ts';
import type { Db } from '#platform/db/db.ts';
import { type Applied, firstMissing } from '#platform/db/migrate.ts';
import { databaseTime } from '#platform/db/shared-clock.ts';
import { Unavailable } from '#platform/errors.ts';
import type { Store } from '#platform/storage/store.ts';
import { countOf } from '#shared/text.ts';
import type { CheckContext, Reading } from './check.server.ts';
import { bad, good, look, type Verdict } from './check-result.ts';

const minuteMs = 60_000;
const restore = 'Stop the site and restore the newest backup: docs/how-to/back-up-and-restore.md';

export async function diskVerdict({ config }: CheckContext): Promise<Verdict | null> {
  const { dataDir, diskReserveBytes: reserve, databaseUrl, s3 } = config;
  const disk = await statfs(dataDir).catch(() => null);
  // PostgreSQL and a bucket need no folder.
  if (!disk || (databaseUrl !== undefined && s3 !== undefined)) return null;
  const left = disk.bavail * disk.bsize;
  const free = `The disk of ${dataDir} has ${bytesText(left)} left`;
  const todo = `Make room on the disk of ${dataDir}: du -sh ${dataDir}/* shows what takes it.`;
  if (left < reserve / 10) return bad(`${free}: nothing can be saved.`, todo);
  if (left < reserve) return bad(`${free}: pictures are refused, and soon nothing can be saved.`, todo);
  if (left < 2 * reserve) return look(`${free}; below ${bytesText(reserve)} pictures are refused.`, todo);
  return good(`${free}.`);
}

export async function databaseVerdict(context: CheckContext): Promise<Verdict> {
  const { config, db, databaseProblem, findDamage, site } = context;
  const todo = config.databaseUrl ? 'Start PostgreSQL, and check DATABASE_URL.' : restore;
  if (!db) return bad(databaseProblem ?? 'The database cannot be opened.', todo);
  const applied = await readMigrations(db);
  if (applied === 'database_away') return bad('The database does not answer.', todo);
  const problem = findDamage();
  if (problem !== null || typeof applied === 'string') return bad(`The database is damaged: ${problem}`, restore);
  return migrationsProblem(config.databaseUrl ? 'postgres' : 'sqlite', applied) ?? good(soundText(config, site));
}

function soundText({ databaseUrl }: CheckContext['config'], site: CheckContext['site']): string {
  const isChecked = databaseUrl === undefined && site !== 'itself';
  return isChecked ? 'The database is intact (quick_check).' : 'The database answers.';
}

async function readMigrations(db: Db) {
  try {
    const { rows } = await sql<Applied>`SELECT number, name, checksum FROM migrations ORDER BY number`.execute(db);
    return rows;
  } catch (error) {
    const reason = outageOf(error);
    if (reason === null) throw error;
    return reason;
  }
}

function migrationsProblem(engine: 'sqlite' | 'postgres', applied: Applied[]): Verdict | null {
  try {
    const missing = firstMissing(engine, applied);
    const todo = 'Start this version of the site: it brings the database up to date.';
    return missing ? look(`The database has not had migration ${missing} yet.`, todo) : null;
  } catch (error) {
    return bad((error as Error).message, 'Install the version of the site that ran last.');
  }
}

export async function clockVerdict({ db, now }: Reading): Promise<Verdict> {
  const row = await db.selectFrom('erasingClock').select(['seenAt', 'waitsUntil']).executeTakeFirst();
  const databaseNow = await databaseTime(db);
  const time = `The clock of this machine says ${minuteText(now)}`;
  const todo = 'Make the machine set its clock from the network: timedatectl set-ntp true';
  if (row && Date.parse(row.seenAt) > now.getTime() + 5 * minuteMs)
    return bad(`${time}, but the site was running at ${minuteText(new Date(row.seenAt))} already.`, todo);
  if (databaseNow && Math.abs(databaseNow.getTime() - now.getTime()) > minuteMs)
    return bad(`${time}, and that of the database ${minuteText(databaseNow)}.`, todo);
  if (row?.waitsUntil && new Date(row.waitsUntil) > now)
    return look(
      `${time}. It has jumped, or the site was off for more than a day: nothing old is erased for now.`,
      'Compare the time with your own watch: date',
    );
  return good(`${time}.`);
}

export async function storageVerdict({ config, now, store, triesWriting }: CheckContext): Promise<Verdict> {
  const todo = config.s3
    ? 'Compare S3_ENDPOINT, S3_BUCKET and the two keys with what the provider of the bucket shows.'
    : `Check the permissions of the folder: ls -la ${config.dataDir}`;
  try {
    for await (const _ of store.list()) break;
  } catch (error) {
    return bad(`The picture storage cannot be read: ${reasonOf(error)}`, todo);
  }
  if (!triesWriting) return good('The picture storage can be read.');
  try {
    await writeAndRemove(store, now);
    return good('The picture storage works: a test file was written, read and removed.');
  } catch (error) {
    return bad(`The picture storage can be read, but not written: ${reasonOf(error)}`, todo);
  }
}

/** Named like a picture: if it cannot be removed, the sweep removes it later with other strays. */
async function writeAndRemove(store: Store, now: Date): Promise<void> {
  const path = `health/${now.getTime()}-${randomBytes(8).toString('hex')}.txt`;
  const bytes = Buffer.from('This file is removed at once.\n');
  await store.put(path, bytes, { contentType: 'text/plain', cacheControl: 'no-store' });
  try {
    const file = await store.get(path);
    const read = file && Buffer.from(await new Response(file.body).arrayBuffer());
    if (!read?.equals(bytes)) throw new Error('what is read is not what was written');
  } finally {
    await store.remove(path);
  }
}

export async function picturesVerdict({ config, db, store }: Reading): Promise<Verdict | null> {
  const rows = await db.selectFrom('uploads').select(['url', 'variants']).where('removedAt', 'is', null).execute();
  const wanted = new Map(rows.flatMap((row) => pathsOf(row).map((path) => [path, row.url])));
  if (rows.length === 0) return good('There is no picture yet.');
  try {
    for await (const { path } of store.list()) wanted.delete(path);
  } catch {
    // Another check says why.
    return null;
  }
  const missing = [...new Set(wanted.values())];
  const all = countOf(rows.length, 'picture');
  if (missing.length === 0) return good(`All ${all} are there.`);
  const place = config.s3 ? 'the bucket' : 'the folder “One Health Images”';
  return bad(
    `${missing.length} of ${all} ${missing.length === 1 ? 'is' : 'are'} missing in ${place}, such as ${missing[0]}.`,
    `Bring ${place} back from a backup: docs/how-to/back-up-and-restore.md`,
  );
}

/** The bucket server's message, or the system's code of the error. */
function reasonOf(error: unknown): string {
  if (error instanceof Unavailable && error.cause instanceof Error) return error.cause.message;
  return (error as NodeJS.ErrnoException).code ?? 'an unknown error';
}

function bytesText(bytes: number): string {
  const megabytes = bytes / (1024 * 1024);
  return megabytes < 1024 ? `${Math.round(megabytes)} MB` : `${(megabytes / 1024).toFixed(1)} GB`;
}

function minuteText(at: Date): string {
  return `${at.toISOString().slice(0, 16).replace('T', ' ')} UTC`;
}
