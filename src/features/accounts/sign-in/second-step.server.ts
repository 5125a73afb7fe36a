/** The second step of a sign-in. Guesses are limited as those of passwords are, and more strictly: a code has six digits. */
import { audit } from '#platform/audit.ts';
import { type Db, transact } from '#platform/db/db.ts';
import { TooMany, Unauthorized } from '#platform/errors.ts';
import { incrementHourlyCount } from '#platform/rate-limit.ts';
import { recordPasskeyUse, type VerifiedPasskey, verifyPasskey } from '../passkeys/passkeys.server.ts';
import { consumeAppCode } from '../second-factor/authenticator-app.server.ts';
import { consumeChallenge, verifyChallenge } from '../second-factor/challenges.server.ts';
import { notifyOwnerOfFactorChange } from '../second-factor/factor-notices.server.ts';
import { consumeRecoveryCode, countRecoveryCodes } from '../second-factor/recovery-codes.server.ts';
import type { SecondStepInput } from '../second-factor/second-factor.schema.ts';
import { codesLeftSentence, secondFactorMessages } from '../second-factor/second-factor.ts';
import { openSession } from '../sessions/sessions.server.ts';
import { recordFailedSignIn, warnOfCodeGuessing } from './failed-sign-ins.server.ts';
import { lockUnchangedAccount, type Sender } from './signing-in.server.ts';
import { type Attempt, countAttemptOrRefuse, forgetAttempts } from './throttle.server.ts';

type SecondStep = SecondStepInput & Sender;
type Challenged = Awaited<ReturnType<typeof getChallengedAccount>>;

/** Codes that strangers may try for one account in an hour. Three of a million codes are right. */
const strangersCodes = 10;
/** Codes that one browser known to the owner may try. */
const ownersCodes = 30;

/** The account whose password was right. @throws Unauthorized */
export async function getChallengedAccount(db: Db, token: string, now: Date) {
  const find = (id: number) =>
    db
      .selectFrom('administrators')
      .select(['id', 'username', 'usernameKey', 'emailKey', 'passwordHash'])
      .where('id', '=', id)
      .where('isActive', '=', true)
      .executeTakeFirst();
  const boundTo = async (id: number) => (await find(id))?.passwordHash ?? '';
  const challenge = await verifyChallenge(db, { token, purpose: 'second-step', boundTo }, now);
  const account = challenge && (await find(challenge.id));
  if (!account) throw new Unauthorized(secondFactorMessages.tooLate);
  return { challenge, account };
}

/** @throws Unauthorized, TooMany */
export async function signInWithSecondStep(
  db: Db,
  { challenge, account }: Challenged,
  step: SecondStep,
  now: Date,
): Promise<{ token: string; recoveryCodesLeft?: number }> {
  // Counted apart from the password, which is known by this step.
  const { address, ownKey } = step;
  const attempt = { name: `${account.usernameKey} second step`, address, ownKey, now };
  await countAttemptOrRefuse(db, attempt);
  if (step.code !== undefined) await limitCodes(db, account.id, attempt);
  try {
    const passkey = step.passkey ? await verifyStepPasskey(db, account.id, step) : null;
    return await transact(db, async (trx) => {
      await lockUnchangedAccount(trx, account);
      if (!passkey) await verifyCode(trx, account.id, step, now);
      else if (!(await recordPasskeyUse(trx, passkey, now))) throw new Unauthorized(secondFactorMessages.wrongPasskey);
      if (!(await consumeChallenge(trx, challenge, now))) throw new Unauthorized(secondFactorMessages.tooLate);
      // Only now: otherwise anyone who knows the password could reset the count with each guess.
      for (const name of [attempt.name, account.usernameKey, account.emailKey])
        await forgetAttempts(trx, { ...attempt, name });
      const token = await openSession(trx, { administratorId: account.id, device: step.device }, now);
      await audit(trx, { at: now, administratorId: account.id, action: 'session.open', entityId: null });
      return step.recoveryCode === undefined ? { token } : { token, ...(await notifyOfUsedCode(trx, account.id, now)) };
    });
  } catch (error) {
    if (error instanceof Unauthorized) await recordFailedSignIn(db, account.id, now);
    throw error;
  }
}

/**
 * Limits per address are not enough: many addresses together would guess one of a million codes. Owners in a new browser have
 * passkeys and recovery codes, which cannot be guessed. Each known browser is counted separately.
 */
async function limitCodes(db: Db, administratorId: number, { ownKey, now }: Attempt) {
  const key = ownKey ? `codes:${administratorId}:${ownKey}` : `codes:${administratorId}`;
  const { count, secondsLeft } = await incrementHourlyCount(db, key, now);
  if (count <= (ownKey ? ownersCodes : strangersCodes)) return;
  await warnOfCodeGuessing(db, administratorId, now);
  throw new TooMany(secondFactorMessages.tooManyCodes, secondsLeft);
}

/** @throws Unauthorized */
async function verifyStepPasskey(db: Db, administratorId: number, step: SecondStep): Promise<VerifiedPasskey> {
  const { passkey: answer, challenge: token } = step;
  const found = answer && (await verifyPasskey(db, { administratorId, answer, token }, step));
  if (!found) throw new Unauthorized(secondFactorMessages.wrongPasskey);
  return found;
}

/** @throws Unauthorized */
async function verifyCode(trx: Db, administratorId: number, { code, recoveryCode }: SecondStepInput, now: Date) {
  if (recoveryCode !== undefined) {
    if (await consumeRecoveryCode(trx, administratorId, recoveryCode, now)) return;
    throw new Unauthorized(secondFactorMessages.wrongRecoveryCode);
  }
  if (!(await consumeAppCode(trx, administratorId, code ?? '', now)))
    throw new Unauthorized(secondFactorMessages.wrongCode);
}

async function notifyOfUsedCode(trx: Db, administratorId: number, now: Date) {
  const recoveryCodesLeft = await countRecoveryCodes(trx, administratorId);
  const detail = codesLeftSentence(recoveryCodesLeft);
  await notifyOwnerOfFactorChange(trx, { administratorId, change: 'use-code', detail }, now);
  await audit(trx, { at: now, administratorId, action: 'account.use-code', entityId: administratorId });
  return { recoveryCodesLeft };
}
