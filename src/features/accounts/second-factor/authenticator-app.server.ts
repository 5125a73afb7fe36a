/** An account's authenticator app: at most one, and each of its codes works once. */
import type { NotNull } from 'kysely';
import type { Db } from '#platform/db/db.ts';
import { normaliseCode } from './second-factor.ts';
import { findStepOfCode, newTotpSecret } from './totp.server.ts';

/** `uri` as apps read it from a QR code (Key Uri Format). */
export function newAuthenticatorApp({ username, societyName }: { username: string; societyName: string }) {
  const secret = newTotpSecret();
  const issuer = encodeURIComponent(societyName);
  const uri = `otpauth://totp/${issuer}:${encodeURIComponent(username)}?secret=${secret}&issuer=${issuer}`;
  return { secret, uri };
}

/** False for a wrong code. A new app takes the place of the one before. */
export async function saveAuthenticatorApp(
  trx: Db,
  administratorId: number,
  { secret, code }: { secret: string; code: string },
  now: Date,
): Promise<boolean> {
  const lastStep = findStepOfCode(secret, normaliseCode(code), { now, after: null });
  if (lastStep === null) return false;
  await trx
    .updateTable('administrators')
    .set({ totpSecret: secret, totpLastStep: lastStep, totpCreatedAt: now.toISOString(), totpLastUsedAt: null })
    .where('id', '=', administratorId)
    .execute();
  return true;
}

/** False when there was none. */
export async function deleteAuthenticatorApp(trx: Db, administratorId: number): Promise<boolean> {
  const removed = await trx
    .updateTable('administrators')
    .set({ totpSecret: null, totpLastStep: null, totpCreatedAt: null, totpLastUsedAt: null })
    .where('id', '=', administratorId)
    .where('totpSecret', 'is not', null)
    .returning('id')
    .executeTakeFirst();
  return removed !== undefined;
}

/** Null when there is none. */
export async function findAuthenticatorApp(db: Db, administratorId: number) {
  const app = await db
    .selectFrom('administrators')
    .select(['totpCreatedAt as createdAt', 'totpLastUsedAt as lastUsedAt'])
    .where('id', '=', administratorId)
    .where('totpCreatedAt', 'is not', null)
    .$narrowType<{ createdAt: NotNull }>()
    .executeTakeFirst();
  return app ?? null;
}

/** When this key became the app's; null if it is not the app's key. */
export async function findWhenKeyWasAdded(db: Db, administratorId: number, secret: string): Promise<Date | null> {
  const app = await db
    .selectFrom('administrators')
    .select('totpCreatedAt')
    .where('id', '=', administratorId)
    .where('totpSecret', '=', secret)
    .executeTakeFirst();
  return app?.totpCreatedAt ? new Date(app.totpCreatedAt) : null;
}

/** False for a wrong or used code, even if another process is using it at this moment. */
export async function consumeAppCode(trx: Db, administratorId: number, code: string, now: Date): Promise<boolean> {
  const app = await trx
    .selectFrom('administrators')
    .select(['totpSecret as secret', 'totpLastStep as lastStep'])
    .where('id', '=', administratorId)
    .executeTakeFirst();
  if (!app?.secret) return false;
  const step = findStepOfCode(app.secret, normaliseCode(code), { now, after: app.lastStep });
  if (step === null) return false;
  const used = await trx
    .updateTable('administrators')
    .set({ totpLastStep: step, totpLastUsedAt: now.toISOString() })
    .where('id', '=', administratorId)
    .where('totpSecret', '=', app.secret)
    .where((where) => where.or([where('totpLastStep', 'is', null), where('totpLastStep', '<', step)]))
    .returning('id')
    .executeTakeFirst();
  return used !== undefined;
}
