/** How many people's data a session may read in an hour before it needs the password again. */
import type { Context } from 'hono';
import { LRUCache } from 'lru-cache';
import type { AppContext } from '#platform/context.ts';
import { transact } from '#platform/db/db.ts';
import type { Exported } from '#platform/spreadsheets/answer-table.ts';
import { type ApiEnv, signedIn } from './api.ts';
import { requireRecentPassword } from './recent-password.ts';

const hourMs = 3_600_000;
const mostAnHour = 500;
const mostSessions = 1000;

/** `keys` name people: the same ones again count once. Each process counts for itself. */
export type CountRead = (c: Context<ApiEnv>, keys: string[]) => Promise<void>;

/** `told`: the other administrators, once an hour. @throws RecentPasswordNeeded */
export function createPersonalDataLimit({ db, clock }: Pick<AppContext, 'db' | 'clock'>, told: Exported): CountRead {
  const sessions = new LRUCache<number, { since: number; read: Set<string>; isTold: boolean }>({ max: mostSessions });
  return async (c, keys) => {
    const now = clock.now();
    const { id, sessionId } = signedIn(c);
    const before = sessions.get(sessionId);
    const isCurrent = before && now.getTime() - before.since < hourMs;
    const session = isCurrent ? before : { since: now.getTime(), read: new Set<string>(), isTold: false };
    sessions.set(sessionId, session);
    const all = new Set([...session.read, ...keys]);
    if (all.size > mostAnHour) {
      if (!session.isTold) await transact(db, (trx) => told(trx, { administratorId: id, now }));
      session.isTold = true;
      requireRecentPassword(c, now);
    }
    session.read = all;
  };
}
