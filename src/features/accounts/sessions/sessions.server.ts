/** Sessions: opaque 256-bit tokens. Each is a row that holds the token's hash and can be revoked. */
import { audit } from '#platform/audit.ts';
import type { AppContext } from '#platform/context.ts';
import { type Db, transact } from '#platform/db/db.ts';
import type { SignedIn } from '#platform/http/api.ts';
import { randomToken, sha256 } from '#platform/tokens.ts';
import { sessionLifetime } from '../account.ts';

/** How often a session's last use is written, in milliseconds. */
const touchEvery = 60_000;

/** How long the password need not be entered again, in milliseconds. */
const recentMs = 10 * 60_000;

export function bearerToken(header: string | undefined): string | null {
  return /^Bearer\s+(\S+)$/i.exec(header ?? '')?.[1] ?? null;
}

/** The administrator of this valid session token, else null. Records its last use, except during an outage. */
export async function findSignedIn(
  { db, outages }: Pick<AppContext, 'db' | 'outages'>,
  token: string,
  now: Date,
): Promise<SignedIn | null> {
  const row = await openSessionsQuery(db, now)
    .select(['administrators.id', 'administrators.username', 'administrators.email'])
    .select(['sessions.id as sessionId', 'sessions.lastUsedAt', 'sessions.provedAt'])
    .where('sessions.tokenHash', '=', sha256(token))
    .executeTakeFirst();
  if (!row) return null;
  const { lastUsedAt, provedAt, ...administrator } = row;
  if (!outages.current() && now.getTime() - Date.parse(lastUsedAt) > touchEvery)
    await recordSessionUse(db, row, now).catch((error: unknown) => {
      if (!outages.report(error)) throw error;
    });
  const hasRecentPassword = provedAt !== null && now.getTime() - Date.parse(provedAt) <= recentMs;
  return { ...administrator, hasRecentPassword };
}

async function recordSessionUse(
  db: Db,
  { id, sessionId }: Pick<SignedIn, 'id' | 'sessionId'>,
  now: Date,
): Promise<void> {
  await db.updateTable('sessions').set({ lastUsedAt: now.toISOString() }).where('id', '=', sessionId).execute();
  await recordSeen(db, id, now);
}

/** Of active administrators. */
export function openSessionsQuery(db: Db, now: Date) {
  return db
    .selectFrom('sessions')
    .innerJoin('administrators', 'administrators.id', 'sessions.administratorId')
    .where('sessions.revokedAt', 'is', null)
    .where('sessions.expiresAt', '>', now.toISOString())
    .where('sessions.lastUsedAt', '>', new Date(now.getTime() - sessionLifetime.idle).toISOString())
    .where('administrators.isActive', '=', true);
}

export async function signOut(db: Db, { id, sessionId }: SignedIn, now: Date): Promise<void> {
  await transact(db, async (trx) => {
    await trx.updateTable('sessions').set({ revokedAt: now.toISOString() }).where('id', '=', sessionId).execute();
    await audit(trx, { at: now, administratorId: id, action: 'session.close', entityId: null });
  });
}

export async function endSessions(db: Db, administratorId: number, now: Date, keep?: number): Promise<void> {
  await db
    .updateTable('sessions')
    .set({ revokedAt: now.toISOString() })
    .where('administratorId', '=', administratorId)
    .where('revokedAt', 'is', null)
    .$if(keep !== undefined, (sessions) => sessions.where('id', '!=', keep as number))
    .execute();
}

/** Returns the new session's token. */
export async function openSession(
  db: Db,
  { administratorId, device }: { administratorId: number; device: string },
  now: Date,
): Promise<string> {
  const token = randomToken();
  const at = now.toISOString();
  const expiresAt = new Date(now.getTime() + sessionLifetime.absolute).toISOString();
  await db
    .insertInto('sessions')
    .values({
      tokenHash: sha256(token),
      administratorId,
      device,
      expiresAt,
      createdAt: at,
      lastUsedAt: at,
      provedAt: at,
    })
    .execute();
  await recordSeen(db, administratorId, now);
  return token;
}

async function recordSeen(db: Db, administratorId: number, now: Date): Promise<void> {
  await db
    .updateTable('administrators')
    .set({ lastSeenAt: now.toISOString() })
    .where('id', '=', administratorId)
    .execute();
}
