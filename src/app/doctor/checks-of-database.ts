/** The data folder, the database's file and log, and its migrations. */
import { access, constants, readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { sql } from 'kysely';
import { bad, good, look, type Verdict } from '#features/health/finding.ts';
import { outageOf } from '#platform/db/database-error.ts';
import { databaseFile } from '#platform/db/database-file.ts';
import { isPostgres } from '#platform/db/db.ts';
import { type Applied, firstMissing } from '#platform/db/migrate.ts';
import { type Check, type CheckContext, withDatabase } from './check.ts';

const restore = 'Stop the site and restore the newest backup: docs/how-to/back-up-and-restore.md';

export const databaseChecks: Check[] = [
  { name: 'data-folder', title: 'Data folder', verdict: folderVerdict },
  { name: 'database', title: 'Database', verdict: databaseVerdict },
  { name: 'database-log', title: 'Log of the database', verdict: logVerdict },
  withDatabase({
    name: 'migrations',
    title: 'Migrations',
    async verdict({ db }) {
      const { rows } = await sql<Applied>`SELECT number, name, checksum FROM migrations ORDER BY number`.execute(db);
      return migrationsVerdict(isPostgres(db) ? 'postgres' : 'sqlite', rows);
    },
  }),
];

/** Whether it takes something, and whether all in it belongs to one user. */
async function folderVerdict({ config }: CheckContext): Promise<Verdict | null> {
  const { dataDir, databaseUrl, s3 } = config;
  const folder = await stat(dataDir).catch(() => null);
  if (!folder && databaseUrl) return null;
  if (!folder)
    return bad(`There is no folder ${dataDir}.`, 'Set DATA_DIR as the site has it, or restore the newest backup.');
  const isWritable = await access(dataDir, constants.W_OK).then(
    () => (folder.mode & 0o222) !== 0,
    () => false,
  );
  if (!isWritable && !(databaseUrl && s3))
    return bad(
      `The folder ${dataDir} can only be read: nothing can be saved.`,
      `Let the site's user write there: chmod u+w ${dataDir}, or mount its disk to be written.`,
    );
  // Not 'lost+found', nor what others have put there.
  const names = (await readdir(dataDir)).filter((name) => /^(site\.db|One Health Images|outbox|backups)/.test(name));
  const owners = await Promise.all(names.map(async (name) => ({ name, uid: await ownerOf(join(dataDir, name)) })));
  const foreign = owners.find(({ uid }) => uid !== null && uid !== folder.uid);
  if (foreign)
    return bad(
      `${join(dataDir, foreign.name)} belongs to another user than ${dataDir}: the site may not be able to write it.`,
      `Give all of it to one user: chown -R --reference=${dataDir} ${dataDir}`,
    );
  return good(`The folder ${dataDir} can be written, and all in it belongs to one user.`);
}

async function ownerOf(path: string): Promise<number | null> {
  const found = await stat(path).catch(() => null);
  return found?.uid ?? null;
}

async function databaseVerdict({ config, db, databaseProblem, findDamage }: CheckContext): Promise<Verdict> {
  const todo = config.databaseUrl ? 'Start PostgreSQL, and look whether DATABASE_URL is right.' : restore;
  if (!db) return bad(databaseProblem ?? 'The database cannot be opened.', todo);
  try {
    await sql`SELECT count(*) FROM migrations`.execute(db);
  } catch (error) {
    if (outageOf(error) === 'database_away') return bad('The database does not answer.', todo);
    if (outageOf(error) === null) throw error;
  }
  const problem = await findDamage();
  if (problem !== null) return bad(`The database is damaged: ${problem}`, restore);
  return good(config.databaseUrl ? 'The database answers.' : 'The database is whole (quick_check).');
}

/** A running site has a log beside its database, unless somebody has removed it. */
async function logVerdict({ config, site }: CheckContext): Promise<Verdict | null> {
  if (config.databaseUrl) return null;
  const file = databaseFile(config.dataDir);
  const [main, log, index] = await Promise.all(
    ['', '-wal', '-shm'].map((ending) => stat(file + ending).catch(() => null)),
  );
  if (!main) return null;
  if (!log && site !== 'stopped')
    return bad(
      'The log site.db-wal was removed while the site is running: what was saved since is not in the file.',
      'Restart the site with its own stop, never with kill -9: it then writes what it knows into site.db.',
    );
  if (!log && index)
    return look(
      'The log site.db-wal is gone, and site.db-shm is there: what was saved last may be missing.',
      'Compare the newest articles with what you remember; if some are missing, restore the newest backup.',
    );
  const megabytes = Math.round((log?.size ?? 0) / 1024 / 1024);
  if (megabytes > 500)
    return look(`The log site.db-wal has grown to ${megabytes} MB.`, 'Restart the site: it empties the log.');
  return good('The log of the database is where it belongs.');
}

export function migrationsVerdict(engine: 'sqlite' | 'postgres', applied: Applied[]): Verdict {
  try {
    const missing = firstMissing(engine, applied);
    if (missing)
      return look(
        `The database has not had migration ${missing} yet.`,
        'Start this version of the site: it brings the database up to date.',
      );
  } catch (error) {
    return bad((error as Error).message, 'Install the version of the site that has run last.');
  }
  return good(`The database has had all ${applied.length} migrations.`);
}
