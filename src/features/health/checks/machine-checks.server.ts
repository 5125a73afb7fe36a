/** The settings, the disk, the database and the clock. */
import { statfs } from 'node:fs/promises';
import { sql } from 'kysely';
import { outageOf } from '#platform/db/database-error.ts';
import type { Db } from '#platform/db/db.ts';
import { type Applied, findFirstMissingMigration } from '#platform/db/migrations.ts';
import { readDatabaseTime } from '#platform/db/shared-clock.ts';
import {
  isLostWithContainer,
  isWritableFolder,
  lostFolderSentence,
  lostFolderTodo,
} from '#platform/files/folder-state.ts';
import { picturesFolder } from '#platform/storage/disk-store.ts';
import type { CheckContext, Reading } from '../check-contract.server.ts';
import { bad, good, look, type Verdict } from '../check-result.ts';

const minuteMs = 60_000;

const restore = 'Stop the site and restore the newest backup: docs/how-to/back-up-and-restore.md';
const lookAtFiles =
  'See that DATA_DIR is the right folder and that its files belong to the user of the site, and start the site. A backup is for what is lost: docs/how-to/back-up-and-restore.md';

export async function settingsVerdict({ misspelt, config: { siteUrl, port, trustProxy } }: CheckContext) {
  if (misspelt.length > 0) return look(misspelt.join(' '), 'Correct the name, or take it out of .env.');
  // The site itself speaks no TLS.
  if (siteUrl.startsWith('https:') && !trustProxy)
    return look(
      'SITE_URL has https, so a proxy is in front of the site, but TRUST_PROXY is not true: limits count all visitors as one.',
      'Set TRUST_PROXY=true in .env, and restart the site.',
    );
  const { protocol, port: asked } = new URL(siteUrl);
  if (protocol === 'http:' && Number(asked || 80) === port && trustProxy)
    return look(
      'TRUST_PROXY is true, but SITE_URL leads to the site itself, without a proxy: visitors can claim any address, and no limit counts them.',
      'Set TRUST_PROXY=false in .env, and restart the site. Behind a proxy, correct SITE_URL.',
    );
  return good('The settings can be used.');
}

export async function diskVerdict({ config }: CheckContext): Promise<Verdict | null> {
  const { dataDir, diskReserveBytes: reserve, databaseUrl, s3 } = config;
  const disk = await statfs(dataDir).catch(() => null);
  // PostgreSQL and a bucket need no folder.
  if (!disk || (databaseUrl !== undefined && s3 !== undefined)) return null;
  const left = disk.bavail * disk.bsize;
  const free = `The disk of ${dataDir} has ${bytesText(left)} left`;
  const todo = `Make room on the disk of ${dataDir}. This command shows what fills it: du -h -d 1 ${dataDir}`;
  if (left < reserve / 10) return bad(`${free}: nothing can be saved.`, todo);
  if (left < reserve) return bad(`${free}: pictures are refused, and soon nothing can be saved.`, todo);
  if (left < 2 * reserve) return look(`${free}; below ${bytesText(reserve)} pictures are refused.`, todo);
  const locked = [dataDir, ...(s3 ? [] : [picturesFolder(dataDir)])].find((folder) => !isWritableFolder(folder));
  if (locked)
    return bad(
      `The site cannot write into its data folder ${locked}.`,
      `Give the folder to the user that the site runs as: sudo chown -R one-health: ${dataDir}`,
    );
  if (isLostWithContainer(dataDir)) return look(lostFolderSentence(dataDir), lostFolderTodo);
  return good(`${free}.`);
}

export async function databaseVerdict(context: CheckContext): Promise<Verdict> {
  const { config, db, databaseProblem, findDamage, site } = context;
  const startPostgres = 'Start PostgreSQL, and check DATABASE_URL.';
  if (!db) {
    const problem = databaseProblem ?? 'The database cannot be opened.';
    const ofFile = /not a database|malformed/.test(problem) ? restore : lookAtFiles;
    return bad(problem, config.databaseUrl ? startPostgres : ofFile);
  }
  const applied = await readMigrations(db);
  if (applied === 'database_away') return bad('The database does not answer.', startPostgres);
  const problem = findDamage();
  if (problem !== null || typeof applied === 'string')
    return bad(`The database is damaged: ${problem ?? 'a page cannot be read'}`, restore);
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
    const missing = findFirstMissingMigration(engine, applied);
    const todo = 'Start this version of the site: it brings the database up to date.';
    return missing ? look(`The database has not had migration ${missing} yet.`, todo) : null;
  } catch (error) {
    return bad((error as Error).message, 'Install the version of the site that ran last.');
  }
}

export async function clockVerdict({ db, now }: Reading): Promise<Verdict> {
  const row = await db.selectFrom('erasingClock').select(['seenAt', 'waitsUntil']).executeTakeFirst();
  const databaseNow = await readDatabaseTime(db);
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

function bytesText(bytes: number): string {
  const megabytes = bytes / (1024 * 1024);
  return megabytes < 1024 ? `${Math.round(megabytes)} MB` : `${(megabytes / 1024).toFixed(1)} GB`;
}

function minuteText(at: Date): string {
  return `${at.toISOString().slice(0, 16).replace('T', ' ')} UTC`;
}
