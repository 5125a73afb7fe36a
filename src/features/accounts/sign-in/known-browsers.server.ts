/**
 * Browsers that have signed in here before: a signed mark tells them from others in the same network, so that nobody there
 * uses up their guesses. It opens nothing (OWASP's "device cookies").
 */
import type { Db } from '#platform/db/db.ts';
import { secretFor } from '#platform/secrets.ts';
import { isSignature, randomToken, sign } from '#platform/tokens.ts';
import { accountKey } from '../account.ts';

export const knownForMs = 180 * 86_400_000;

/** The name of the key that signs them. */
export const knownBrowsersSecret = 'known browsers';
/** Administrator, browser, when it signed in, signature. */
const form = /^(\d{1,15})\.([\w-]{22})\.(\d{1,15})\.([\w-]{43})$/;

/** Made before it is needed: in an outage it could not be. */
export async function prepareKnownBrowsers(db: Db): Promise<void> {
  await secretFor(db, knownBrowsersSecret);
}

/** Marks a browser after a sign-in; one that this administrator's mark is on already stays the same. */
export async function markBrowser(
  db: Db,
  { mark, administratorId }: { mark: string | undefined; administratorId: number },
  now: Date,
): Promise<string> {
  const known = await readMark(db, mark, now);
  const browser = known?.administratorId === administratorId ? known.browser : randomToken(16);
  const text = `${administratorId}.${browser}.${now.getTime()}`;
  return `${text}.${sign(await secretFor(db, knownBrowsersSecret), text)}`;
}

/**
 * What the attempts of this browser are counted by, null for a stranger. Of the accounts of others all browsers of one
 * administrator may guess together what one browser may of its own.
 */
export async function budgetOf(
  db: Db,
  { mark, usernameOrEmail }: { mark: string | undefined; usernameOrEmail: string },
  now: Date,
): Promise<string | null> {
  const known = await readMark(db, mark, now);
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

async function readMark(db: Db, mark: string | undefined, now: Date) {
  const [, administratorId, browser = '', at = '', signature = ''] = form.exec(mark ?? '') ?? [];
  if (!administratorId || Number(at) < now.getTime() - knownForMs) return null;
  const expected = sign(await secretFor(db, knownBrowsersSecret), `${administratorId}.${browser}.${at}`);
  return isSignature(signature, expected) ? { administratorId: Number(administratorId), browser } : null;
}
