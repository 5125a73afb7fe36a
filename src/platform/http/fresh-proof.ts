/** Calls that could take the site over, or its addresses away, need a recent proof of the administrator's password. */
import type { Context } from 'hono';
import { LRUCache } from 'lru-cache';
import type { AppContext } from '#platform/context.ts';
import { transact } from '#platform/db/db.ts';
import { FreshProofNeeded } from '#platform/errors.ts';
import type { Exported } from '#platform/spreadsheets/answer-table.ts';
import { type ApiEnv, answer, signedIn } from './api.ts';
import { ErrorSchema } from './schemas.ts';

const freshForMs = 10 * 60_000;

export const proofRefusal = {
  403: answer(ErrorSchema, 'The password is needed again (`fresh_proof_needed`): POST it to /admin/account/proof'),
} as const;

/** @throws FreshProofNeeded when the last proof of this session, its sign-in included, is older than 10 minutes */
export function requireFreshProof(c: Context<ApiEnv>, now: Date): void {
  const { provedAt } = signedIn(c);
  if (provedAt === null || now.getTime() - Date.parse(provedAt) > freshForMs)
    throw new FreshProofNeeded('Please enter your password again to go on.');
}

const hourMs = 3_600_000;
const mostAnHour = 500;
const mostSessions = 1000;

/** `keys` name people: the same ones again count once. Each process counts for itself. */
export type NoteRead = (c: Context<ApiEnv>, keys: string[]) => Promise<void>;

/** `told`: the other administrators, once an hour. @throws FreshProofNeeded */
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
      requireFreshProof(c, now);
    }
    session.read = all;
  };
}
