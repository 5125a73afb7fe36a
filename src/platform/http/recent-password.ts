/** Calls that could take the site over, or its addresses away, need the password, entered within the last ten minutes. */
import type { Context } from 'hono';
import { LRUCache } from 'lru-cache';
import type { AppContext } from '#platform/context.ts';
import { transact } from '#platform/db/db.ts';
import { RecentPasswordNeeded } from '#platform/errors.ts';
import type { Exported } from '#platform/spreadsheets/answer-table.ts';
import { type ApiEnv, answer, signedIn } from './api.ts';
import { ErrorSchema } from './schemas.ts';

const recentMs = 10 * 60_000;

export const recentPasswordRefusal = {
  403: answer(ErrorSchema, 'The password is needed again (`fresh_proof_needed`): POST it to /admin/account/proof'),
} as const;

/** @throws RecentPasswordNeeded when this session last gave the password, at its sign-in included, more than 10 minutes ago */
export function requireRecentPassword(c: Context<ApiEnv>, now: Date): void {
  const { provedAt } = signedIn(c);
  if (provedAt === null || now.getTime() - Date.parse(provedAt) > recentMs)
    throw new RecentPasswordNeeded('Please enter your password again to go on.');
}

const hourMs = 3_600_000;
const mostAnHour = 500;
const mostSessions = 1000;

/** `keys` name people: the same ones again count once. Each process counts for itself. */
export type NoteRead = (c: Context<ApiEnv>, keys: string[]) => Promise<void>;

/** `told`: the other administrators, once an hour. @throws RecentPasswordNeeded */
export function createAddressReads({ db, clock }: Pick<AppContext, 'db' | 'clock'>, told: Exported): NoteRead {
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
