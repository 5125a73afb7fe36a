/** An account's authenticator app: at most one, and each of its codes works once. */
import type { Db } from '#platform/db/db.ts';
import { normalizedCode } from './second-factor.ts';
import { newTotpSecret, stepOfCode } from './totp.server.ts';

/** `uri` as apps read it from a QR code (Key Uri Format). */
export function newApp({ username, societyName }: { username: string; societyName: string }) {
  const secret = newTotpSecret();
  const issuer = encodeURIComponent(societyName);
  const uri = `otpauth://totp/${issuer}:${encodeURIComponent(username)}?secret=${secret}&issuer=${issuer}`;
  return { secret, uri };
}

/** False for a wrong code. A new app takes the place of the one before. */
export async function saveApp(
  trx: Db,
  administratorId: number,
  { secret, code }: { secret: string; code: string },
  now: Date,
): Promise<boolean> {
  const lastStep = stepOfCode(secret, normalizedCode(code), { now, after: null });
  if (lastStep === null) return false;
  const app = { secret, lastStep, createdAt: now.toISOString(), lastUsedAt: null };
  await trx
    .insertInto('authenticatorApps')
    .values({ administratorId, ...app })
    .onConflict((conflict) => conflict.column('administratorId').doUpdateSet(app))
    .execute();
  return true;
}

/** When this key became the app's; null if it is not the app's key. */
export async function findKey(db: Db, administratorId: number, secret: string): Promise<Date | null> {
  const apps = db.selectFrom('authenticatorApps').select('createdAt').where('administratorId', '=', administratorId);
  const app = await apps.where('secret', '=', secret).executeTakeFirst();
  return app ? new Date(app.createdAt) : null;
}

/** The time step of a correct, unused code, else null. */
async function findStep(db: Db, administratorId: number, code: string, now: Date): Promise<number | null> {
  const app = await db
    .selectFrom('authenticatorApps')
    .select(['secret', 'lastStep'])
    .where('administratorId', '=', administratorId)
    .executeTakeFirst();
  return app ? stepOfCode(app.secret, normalizedCode(code), { now, after: app.lastStep }) : null;
}

/** False for a wrong or used code, even if another process is using it at this moment. */
export async function consumeAppCode(trx: Db, administratorId: number, code: string, now: Date): Promise<boolean> {
  const step = await findStep(trx, administratorId, code, now);
  if (step === null) return false;
  const used = await trx
    .updateTable('authenticatorApps')
    .set({ lastStep: step, lastUsedAt: now.toISOString() })
    .where('administratorId', '=', administratorId)
    .where((where) => where.or([where('lastStep', 'is', null), where('lastStep', '<', step)]))
    .returning('administratorId')
    .executeTakeFirst();
  return used !== undefined;
}
