/** Node, the disk, the data folder and the clock. */
import { statfs } from 'node:fs/promises';
import { sql } from 'kysely';
import { bad, good, look, type Verdict } from '#features/health/finding.ts';
import { type Db, isPostgres } from '#platform/db/db.ts';
import { type Check, type CheckContext, withDatabase } from './check.ts';

const minuteMs = 60_000;

/** Until when a major version of Node gets fixes (https://github.com/nodejs/release#release-schedule). */
const nodeEnds: Record<number, string> = { 20: '2026-04-30', 22: '2027-04-30', 24: '2028-04-30', 26: '2029-04-30' };

export function nodeVerdict({ version, now }: { version: string; now: Date }): Verdict {
  const major = Number(version.split('.')[0]);
  const end = nodeEnds[major];
  const todo = 'Install the version of Node that the site brings along: npm ci, then restart the site.';
  if (end && Date.parse(end) < now.getTime())
    return look(`Node ${version} runs the site, and has had no fixes since ${end}.`, todo);
  if (major % 2 === 1) return look(`Node ${version} runs the site, and gets fixes for half a year only.`, todo);
  return good(`Node ${version} runs the site.`);
}

function siteVerdict(site: CheckContext['site'], port: number): Verdict {
  if (site !== 'stopped') return good('The site runs.');
  return bad(
    `The site does not answer on port ${port}.`,
    'Start it: npm start, or systemctl start one-health where it is a service.',
  );
}

type Disk = { freeBytes: number; reserveBytes: number; dataDir: string };

export function diskVerdict({ freeBytes, reserveBytes, dataDir }: Disk): Verdict {
  const free = `The disk of ${dataDir} has ${bytesText(freeBytes)} left`;
  const todo = `Make room on the disk of ${dataDir}: du -sh ${dataDir}/* shows what takes it.`;
  if (freeBytes < reserveBytes / 10) return bad(`${free}: nothing can be saved any more.`, todo);
  if (freeBytes < reserveBytes) return bad(`${free}: pictures are refused, and soon nothing can be saved.`, todo);
  if (freeBytes < 2 * reserveBytes)
    return look(`${free}; below ${bytesText(reserveBytes)} pictures are refused.`, todo);
  return good(`${free}.`);
}

type Clock = {
  now: Date;
  /** By the database's own machine; null on SQLite. */
  databaseNow: Date | null;
  /** When the site was last seen running, and whether it found that the time had jumped. */
  seenAt: Date | null;
  waitsUntil: Date | null;
};

export function clockVerdict({ now, databaseNow, seenAt, waitsUntil }: Clock): Verdict {
  const time = `The clock of this machine says ${minuteText(now)}`;
  const todo = 'Let the machine set its clock by the network: timedatectl set-ntp true';
  if (seenAt && seenAt.getTime() > now.getTime() + 5 * minuteMs)
    return bad(`${time}, but the site was running at ${minuteText(seenAt)} already.`, todo);
  if (databaseNow && Math.abs(databaseNow.getTime() - now.getTime()) > minuteMs)
    return bad(`${time}, and that of the database ${minuteText(databaseNow)}.`, todo);
  if (waitsUntil && waitsUntil > now)
    return look(
      `${time}. It has jumped, or the site was off for more than a day: nothing old is removed for now.`,
      'Compare the time with your own watch: date',
    );
  return good(`${time}.`);
}

export const machineChecks: Check[] = [
  { name: 'site', title: 'Site', verdict: async ({ site, config }) => siteVerdict(site, config.port) },
  {
    name: 'node',
    title: 'Node',
    verdict: async ({ now }) => nodeVerdict({ version: process.versions.node, now }),
  },
  {
    name: 'disk',
    title: 'Disk',
    async verdict({ config }) {
      const { dataDir, diskReserveBytes: reserveBytes, databaseUrl, s3 } = config;
      const disk = await statfs(dataDir).catch(() => null);
      // PostgreSQL and a bucket need no folder.
      if (!disk) return null;
      const { bavail, bsize } = disk;
      const isNeeded = databaseUrl === undefined || s3 === undefined;
      return isNeeded ? diskVerdict({ freeBytes: bavail * bsize, reserveBytes, dataDir }) : null;
    },
  },
  withDatabase({
    name: 'clock',
    title: 'Clock',
    async verdict({ db, now }) {
      const row = await db.selectFrom('retentionClock').select(['seenAt', 'waitsUntil']).executeTakeFirst();
      const seenAt = row ? new Date(row.seenAt) : null;
      return clockVerdict({
        now,
        databaseNow: await databaseTime(db),
        seenAt,
        waitsUntil: row?.waitsUntil ? new Date(row.waitsUntil) : null,
      });
    },
  }),
];

async function databaseTime(db: Db): Promise<Date | null> {
  if (!isPostgres(db)) return null;
  const { rows } = await sql<{ now: string }>`select clock_timestamp() as now`.execute(db);
  return new Date(rows[0]?.now ?? '');
}

function bytesText(bytes: number): string {
  const megabytes = bytes / (1024 * 1024);
  return megabytes < 1024 ? `${Math.round(megabytes)} MB` : `${(megabytes / 1024).toFixed(1)} GB`;
}

function minuteText(at: Date): string {
  return `${at.toISOString().slice(0, 16).replace('T', ' ')} UTC`;
}
