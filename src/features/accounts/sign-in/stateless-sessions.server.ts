/**
 * Signing in while nothing can be written. The signed token then names its administrator and its end. At its first use after
 * the outage it becomes a row, which can be ended. A new password, and whatever ends all sessions of the account, ends it earlier.
 */
import type { AppContext } from '#platform/context.ts';
import type { Db } from '#platform/db/db.ts';
import { TooMany, Unauthorized, Unavailable } from '#platform/errors.ts';
import { type SignedIn } from '#platform/http/api.ts';
import { addressBlocks } from '#platform/http/client-address.ts';
import { secretFor } from '#platform/secrets.ts';
import { isSignature, sha256, sign } from '#platform/tokens.ts';
import { accountMessages } from '../account.ts';
import { findStep } from '../second-factor/authenticator-app.server.ts';
import { askForSecondStep } from '../second-factor/factors.server.ts';
import { challengeLifetimeMs, secondFactorMessages } from '../second-factor/second-factor.ts';
import {
  type Challenged,
  type SecondStep,
  takeSecondStep,
  verifyStepPasskey,
} from '../second-factor/second-step.server.ts';
import { queueHashing } from './passwords.server.ts';
import {
  attemptOf,
  type Credentials,
  findAccount,
  findSession,
  type SignInOutcome,
  signIn,
  writeSession,
} from './sessions.server.ts';
import { forgetAttempts } from './throttle.server.ts';

/** The id of a session without a row. */
export const statelessSessionId = 0;

const lifetimeMs = 3_600_000;
/** The name of the signing key. */
export const statelessSecret = 'unwritten sessions';
const form = /^unwritten\.(\d{1,15})\.(\d{1,15})\.([\w-]+)$/;

type Context = Pick<AppContext, 'db' | 'outages'>;

/** Creates the key early: an outage would prevent it. */
export async function prepareStatelessSessions(db: Db): Promise<void> {
  await secretFor(db, statelessSecret);
}

/** Signs in even when the session cannot be written. */
export async function signInEvenInOutage(
  context: Context,
  credentials: Credentials,
  now: Date,
): Promise<SignInOutcome> {
  const { db, outages } = context;
  // A damaged file must not be written to. A full disk may still have room for a session.
  if (outages.current()?.reason === 'database_damaged') return signInStateless(db, credentials, now);
  try {
    return await signIn(db, credentials, now);
  } catch (error) {
    if (!outages.report(error)) throw error;
    const outcome = await signInStateless(db, credentials, now);
    // The attempt may have been counted.
    if ('token' in outcome) await forgetAttempts(db, await attemptOf(db, credentials, now)).catch(outages.report);
    return outcome;
  }
}

/** The second step, even when the session cannot be written. */
export async function takeSecondStepEvenInOutage(
  { db, outages }: Context,
  challenged: Challenged,
  step: SecondStep,
  now: Date,
): Promise<{ token: string; recoveryCodesLeft?: number }> {
  if (outages.current()?.reason === 'database_damaged') return takeStepStateless(db, challenged, step, now);
  await refuseUsedInOutage(db, challenged, step, now);
  try {
    return await takeSecondStep(db, challenged, step, now);
  } catch (error) {
    if (!outages.report(error)) throw error;
    return takeStepStateless(db, challenged, step, now);
  }
}

/** Also finds a session without a row, and writes it as soon as that is possible. */
export async function findAnySession(context: Context, token: string, now: Date): Promise<SignedIn | null> {
  const { db, outages } = context;
  const known = await findSession(db, token, now, (write) => skipInOutage(context, write));
  if (known) return known;
  const administrator = await readToken(db, token, now);
  if (!administrator || (await isWritten(db, token))) return null;
  const { id, username, email, provedAt } = administrator;
  if (!outages.current()) {
    await skipInOutage(context, () => writeSession(db, { token, administratorId: id, device: '', provedAt }, now));
    const written = await findSession(db, token, now);
    if (written) return written;
  }
  return { id, username, email, sessionId: statelessSessionId, provedAt: provedAt.toISOString() };
}

async function skipInOutage({ outages }: Context, write: () => Promise<void>): Promise<void> {
  if (outages.current()) return;
  try {
    await write();
  } catch (error) {
    if (!outages.report(error)) throw error;
  }
}

async function signInStateless(db: Db, credentials: Credentials, now: Date): Promise<SignInOutcome> {
  refuseGuess(credentials, now);
  const { account, isGood } = await queueHashing(Boolean(credentials.budget), async (verify) => {
    countGuess(credentials, now);
    const found = await findAccount(db, credentials.usernameOrEmail);
    return { account: found, isGood: await verify(credentials.password, found?.passwordHash ?? null) };
  });
  if (!account || !isGood) throw new Unauthorized(accountMessages.wrongCredentials);
  const challenge = await askForSecondStep(db, { ...account, siteUrl: credentials.siteUrl }, now);
  if (challenge) return { challenge };
  for (const { key } of countedBy(credentials)) guesses.delete(key);
  return { token: await tokenOf(db, account, now) };
}

/** A code counts once in each process: what was used can be written nowhere. A recovery code would work again later. */
async function takeStepStateless(db: Db, { challenge, account }: Challenged, step: SecondStep, now: Date) {
  if (step.recoveryCode !== undefined) throw new Unavailable(secondFactorMessages.notInOutage);
  const guesser = { ...step, account: account.id };
  countGuess(guesser, now);
  if (step.passkey) await verifyStepPasskey(db, account.id, step);
  else {
    const at = await findStep(db, account.id, step.code ?? '', now);
    if (at === null || !consumeOnce(`step ${account.id} ${at}`, now))
      throw new Unauthorized(secondFactorMessages.wrongCode);
  }
  if (!consumeOnce(challenge.nonce, now)) throw new Unauthorized(secondFactorMessages.tooLate);
  for (const { key } of countedBy(guesser)) guesses.delete(key);
  return { token: await tokenOf(db, account, now) };
}

/** What an outage has seen works no second time after it. @throws Unauthorized */
async function refuseUsedInOutage(db: Db, { challenge, account }: Challenged, { code }: SecondStep, now: Date) {
  if (used.size === 0) return;
  if (isUsed(challenge.nonce, now)) throw new Unauthorized(secondFactorMessages.tooLate);
  const at = code === undefined ? null : await findStep(db, account.id, code, now);
  if (at !== null && isUsed(`step ${account.id} ${at}`, now)) throw new Unauthorized(secondFactorMessages.wrongCode);
}

async function tokenOf(db: Db, account: { id: number; passwordHash: string }, now: Date): Promise<string> {
  const until = now.getTime() + lifetimeMs;
  return `unwritten.${account.id}.${until}.${await signatureOf(db, account, until)}`;
}

async function readToken(db: Db, token: string, now: Date) {
  const [, id, until, signature = ''] = form.exec(token) ?? [];
  if (Number(until ?? 0) <= now.getTime()) return null;
  const account = await db
    .selectFrom('administrators')
    .select(['id', 'username', 'email', 'passwordHash', 'sessionsEndedAt'])
    .where('id', '=', Number(id))
    .where('isActive', '=', true)
    .executeTakeFirst();
  if (!account || !isSignature(signature, await signatureOf(db, account, Number(until)))) return null;
  const provedAt = new Date(Number(until) - lifetimeMs);
  if (account.sessionsEndedAt !== null && provedAt <= new Date(account.sessionsEndedAt)) return null;
  return { ...account, provedAt };
}

async function signatureOf(db: Db, { id, passwordHash }: { id: number; passwordHash: string }, until: number) {
  return sign(await secretFor(db, statelessSecret), `${id}\n${until}\n${passwordHash}`);
}

/** True for an ended session as well. */
async function isWritten(db: Db, token: string): Promise<boolean> {
  const row = await db.selectFrom('sessions').select('id').where('tokenHash', '=', sha256(token)).executeTakeFirst();
  return row !== undefined;
}

/** For a known browser or the narrowest network, then for the wider ones. */
const mostGuesses = [5, 20, 40];
const guessWindowMs = 5 * 60_000;
const guesses = new Map<string, { count: number; until: number }>();

/** Codes of one account, from all strangers. */
const mostCodes = 10;

/** `account` for the second step. */
type Guesser = { address: string; budget?: string | null; account?: number };

function countedBy({ address, budget, account }: Guesser) {
  if (budget) return [{ key: budget, most: mostGuesses[0] ?? 0 }];
  const networks = addressBlocks(address).map((key, at) => ({ key, most: mostGuesses[at] ?? 0 }));
  return account === undefined ? networks : [...networks, { key: `second step ${account}`, most: mostCodes }];
}

/** @throws TooMany */
function refuseGuess(guesser: Guesser, now: Date): void {
  for (const [key, { until }] of guesses) if (until <= now.getTime()) guesses.delete(key);
  for (const { key, most } of countedBy(guesser)) {
    const known = guesses.get(key);
    if (!known || known.count < most) continue;
    const seconds = Math.ceil((known.until - now.getTime()) / 1000);
    throw new TooMany('Too many attempts. Please try again in 5 minutes.', seconds);
  }
}

/** In memory: the database cannot take the usual counts. @throws TooMany */
function countGuess(guesser: Guesser, now: Date): void {
  refuseGuess(guesser, now);
  for (const { key } of countedBy(guesser)) {
    const known = guesses.get(key);
    if (known) known.count += 1;
    else guesses.set(key, { count: 1, until: now.getTime() + guessWindowMs });
  }
}

const used = new Map<string, number>();

/** False the second time within the life of a challenge, which is longer than that of a code. */
function consumeOnce(key: string, now: Date): boolean {
  if (isUsed(key, now)) return false;
  used.set(key, now.getTime() + challengeLifetimeMs);
  return true;
}

function isUsed(key: string, now: Date): boolean {
  for (const [known, until] of used) if (until <= now.getTime()) used.delete(known);
  return used.has(key);
}
