/**
 * Tracks whether the site can save, and why not: from reported errors, the free disk space, and repeated checks until the outage is
 * over. Reading continues as far as possible.
 */
import { statfs } from 'node:fs/promises';
import { type OutageCode, type OutageReason, outageTodos } from '#shared/outage.ts';
import type { Config } from './config/config.ts';
import { outageOf } from './db/database-error.ts';
import { hasNoRoom } from './db/database-file.ts';
import { StorageUnavailable } from './errors.ts';
import type { Log } from './log.ts';

const diskEveryMs = 5000;
const databaseEveryMs = 1000;
const toldEveryMs = 60_000;
/** How long a database that is away may still answer earlier queries. */
const answersWithinMs = 5000;

export type Outage = { reason: OutageReason; since: Date };

/** How to see that an outage is over. */
export type Probes = {
  /** On PostgreSQL: whether it answers, within a second. */
  read?: () => Promise<unknown>;
  /** Abandons the queries that wait for an answer. */
  cutOff?: () => void;
  /** Changes nothing, durably. */
  write: () => Promise<unknown>;
};

export type Outages = ReturnType<typeof createStorageOutages>;

type Settings = Pick<Config, 'dataDir' | 'diskReserveBytes' | 'databaseUrl' | 's3'>;

export function createStorageOutages(config: Settings, log: Log) {
  const isDatabaseHere = config.databaseUrl === undefined;
  const record = createRecord(log);
  const { current, begin, tell, end } = record;
  const disk = createDiskRoom(config);

  /** Null for an error that says nothing about the storage; any other is logged here and needs no line elsewhere. */
  function report(error: unknown): OutageCode | null {
    // Refused because of an outage that is already known.
    if (error instanceof StorageUnavailable) return error.reason;
    const said = outageOf(error);
    const reason = said === 'read_only' && isDatabaseHere && hasNoRoom(config.dataDir) ? 'disk_full' : said;
    if (reason === 'database_away' && isDatabaseHere) return null;
    // Only a query tells whether PostgreSQL is away: one lost connection or slow statement does not.
    if (reason === 'database_away' || (reason === 'database_damaged' && !isDatabaseHere)) tell(reason, error);
    else if (reason) begin(reason, error);
    return reason;
  }

  async function lookAtDisk(probes: Probes): Promise<void> {
    await disk.look();
    if (disk.isFull()) return begin('disk_full');
    // A damaged file stays so until the site is stopped and restored.
    const reason = current()?.reason;
    if (reason && reason !== 'database_damaged' && reason !== 'database_away') await probes.write().then(end, report);
  }

  return {
    current,
    report,
    /** As of some seconds ago; null where it is not known. */
    freeBytes: disk.freeBytes,
    /** Whether pictures are refused. */
    isDiskLow: disk.isLow,

    /** @throws StorageUnavailable while nothing can be read from the database */
    refuseUnreadable(): void {
      if (current()?.reason === 'database_away') throw new StorageUnavailable('database_away');
    },
    /** What `look` reads; null during an outage. */
    async readOrNull<T>(look: () => Promise<T>): Promise<T | null> {
      try {
        if (current()?.reason === 'database_away') return null;
        return await look();
      } catch (error) {
        if (!report(error)) throw error;
        return null;
      }
    },
    /** @throws StorageUnavailable while nothing may be saved */
    refuseWrites(): void {
      const outage = current();
      if (outage) throw new StorageUnavailable(outage.reason);
    },
    /** @throws StorageUnavailable while no picture may be stored */
    async refusePictures(): Promise<void> {
      await disk.look();
      if (disk.isLow()) throw new StorageUnavailable('disk_low');
    },

    /** Checks disk and database from time to time; returns what ends that. */
    watch(probes: Probes): () => void {
      const timers = [repeat(() => lookAtDisk(probes), diskEveryMs)];
      const { read, cutOff } = probes;
      if (read) timers.push(repeat(() => lookAtDatabase(record, read, cutOff), databaseEveryMs));
      return () => {
        for (const stop of timers) stop();
      };
    },
  };
}

/**
 * The room on the disk, as of the last look. Pictures leave the reserve free, everything else a tenth of it: room for
 * sessions, the log and mails under way.
 */
function createDiskRoom({ dataDir, diskReserveBytes, databaseUrl, s3 }: Settings) {
  let free: number | null = null;
  const isBelow = (bytes: number) => free !== null && free < bytes;
  return {
    freeBytes: (): number | null => free,
    isLow: () => s3 === undefined && isBelow(diskReserveBytes),
    isFull: () => databaseUrl === undefined && isBelow(diskReserveBytes / 10),
    async look(): Promise<void> {
      free = await freeBytes(dataDir);
    },
  };
}

async function lookAtDatabase(
  { current, begin, end }: ReturnType<typeof createRecord>,
  read: () => Promise<unknown>,
  cutOff = () => {},
): Promise<void> {
  try {
    await read();
    if (current()?.reason === 'database_away') end();
  } catch (error) {
    begin('database_away', error);
    const since = current()?.since.getTime() ?? Date.now();
    if (Date.now() - since > answersWithinMs) cutOff();
  }
}

/** The current outage, and its lines in the log. */
function createRecord(log: Log) {
  const toldAt = new Map<OutageReason, number>();
  let outage: Outage | null = null;

  /** One line, and one a minute while it lasts. */
  function tell(reason: OutageReason, error?: unknown): void {
    const last = toldAt.get(reason);
    if (last !== undefined && performance.now() < last + toldEveryMs) return;
    toldAt.set(reason, performance.now());
    log.error('storage outage', { reason, todo: outageTodos[reason], ...(error ? { error } : {}) });
  }

  function begin(reason: OutageReason, error?: unknown): void {
    // Damage does not end because the disk fills up too.
    if (outage?.reason !== 'database_damaged')
      outage = outage?.reason === reason ? outage : { reason, since: new Date() };
    tell(reason, error);
  }

  function end(): void {
    if (!outage) return;
    log.info('storage outage is over', {
      reason: outage.reason,
      seconds: Math.round((Date.now() - outage.since.getTime()) / 1000),
    });
    outage = null;
    toldAt.clear();
  }

  return { current: (): Outage | null => outage, begin, tell, end };
}

/** Looks at once and then with pauses in between; does not keep the process running. */
function repeat(look: () => Promise<void>, everyMs: number): () => void {
  let timer: NodeJS.Timeout | undefined;
  let isStopped = false;
  const run = () =>
    void look().finally(() => {
      if (!isStopped) timer = setTimeout(run, everyMs).unref();
    });
  run();
  return () => {
    isStopped = true;
    clearTimeout(timer);
  };
}

async function freeBytes(folder: string): Promise<number | null> {
  try {
    const { bavail, bsize } = await statfs(folder);
    return bavail * bsize;
  } catch {
    // PostgreSQL and a bucket need no folder.
    return null;
  }
}
