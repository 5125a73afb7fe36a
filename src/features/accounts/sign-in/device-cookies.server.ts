/**
 * Browsers that have signed in before. A signed cookie distinguishes them within a network, so that others there cannot use
 * up their attempts. It grants no access (OWASP's "device cookies").
 */
import type { Db } from '#platform/db/db.ts';
import { secretFor } from '#platform/secrets.ts';
import { isSignature, randomToken, sign } from '#platform/tokens.ts';
import { accountKey } from '../account.ts';

export const knownForMs = 180 * 86_400_000;

/** The name of the signing key. */
export const knownBrowsersSecret = 'known browsers';
/** Administrator, browser, time of sign-in, signature. */
const form = /^(\d{1,15})\.([\w-]{22})\.(\d{1,15})\.([\w-]{43})$/;

/** The cookie after a sign-in. A browser that this administrator has used before keeps its id. */
export async function knownBrowserCookie(
  db: Db,
  { cookie, administratorId }: { cookie: string | undefined; administratorId: number },
  now: Date,
): Promise<string> {
  const known = await readCookie(db, cookie, now);
  const browser = known?.administratorId === administratorId ? known.browser : randomToken(16);
  const text = `${administratorId}.${browser}.${now.getTime()}`;
  return `${text}.${sign(await secretFor(db, knownBrowsersSecret), text)}`;
}

/**
 * The key that this browser's attempts are counted by, null for a stranger. For other accounts all browsers of an
 * administrator share one key.
 */
export async function findThrottleKey(
  db: Db,
  { cookie, usernameOrEmail }: { cookie: string | undefined; usernameOrEmail: string },
  now: Date,
): Promise<string | null> {
  const known = await readCookie(db, cookie, now);
  if (!known) return null;
  const owner = await db
    .selectFrom('administrators')
    .select(['usernameKey', 'emailKey'])
    .where('id', '=', known.administratorId)
    .where('isActive', '=', true)
    .executeTakeFirst();
  if (!owner) return null;
  const isOwnAccount = [owner.usernameKey, owner.emailKey].includes(accountKey(usernameOrEmail));
  return isOwnAccount ? `browser:${known.browser}` : `browsers-of:${known.administratorId}`;
}

async function readCookie(db: Db, cookie: string | undefined, now: Date) {
  const [, administratorId, browser = '', at = '', signature = ''] = form.exec(cookie ?? '') ?? [];
  if (!administratorId || Number(at) < now.getTime() - knownForMs) return null;
  const expected = sign(await secretFor(db, knownBrowsersSecret), `${administratorId}.${browser}.${at}`);
  return isSignature(signature, expected) ? { administratorId: Number(administratorId), browser } : null;
}
