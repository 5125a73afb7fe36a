/** What administrators do about their own passkeys. */
import { countRows } from '#platform/db/count-rows.ts';
import { type Db, isUniqueViolation, transact } from '#platform/db/db.ts';
import { Conflict, Invalid, NotFound } from '#platform/errors.ts';
import { passkeyDomain } from '../passkeys/passkey-domain.ts';
import { passkeyCreationOptions, verifyNewPasskey } from '../passkeys/passkeys.server.ts';
import { consumeChallenge, makeChallenge, verifyChallenge } from './challenges.server.ts';
import { lockFactors } from './factors.server.ts';
import { endOtherSessionsBeforeFirstFactor, finishFactorRemoval, recordFactorChange } from './own-factors.server.ts';
import { countRecoveryCodes, replaceRecoveryCodes } from './recovery-codes.server.ts';
import type { PasskeyInput, PasskeyKey } from './second-factor.schema.ts';
import { mostPasskeys, secondFactorMessages } from './second-factor.ts';

type You = { id: number; username: string; sessionId: number };
type Site = { siteUrl: string; societyName: string };

/** The browser's answer must come with this challenge. @throws Conflict where browsers allow no passkeys */
export async function startPasskeyRegistration(db: Db, you: You, site: Site, now: Date): Promise<PasskeyKey> {
  if (passkeyDomain(site.siteUrl) === '') throw new Conflict(secondFactorMessages.noPasskeys);
  const { token } = await makeChallenge(db, { purpose: 'passkey-new', id: you.sessionId }, now);
  return { challenge: token, options: await passkeyCreationOptions(db, { ...you, ...site }, token, site) };
}

/** Returns recovery codes if the account had none, else null. @throws Invalid, Conflict */
export async function addPasskey(
  db: Db,
  you: You,
  { challenge: token, name, credential, siteUrl }: PasskeyInput & { siteUrl: string },
  now: Date,
): Promise<string[] | null> {
  const challenge = await verifyChallenge(db, { token, purpose: 'passkey-new' }, now);
  const isOurs = challenge?.id === you.sessionId;
  const key = isOurs && (await verifyNewPasskey(credential, token, { siteUrl }));
  if (!key) throw new Invalid(secondFactorMessages.wrongPasskey);
  const administratorId = you.id;
  const row = { administratorId, name, domain: passkeyDomain(siteUrl), createdAt: now.toISOString(), lastUsedAt: null };
  return transact(db, async (trx) => {
    await lockFactors(trx, administratorId);
    if (!(await consumeChallenge(trx, challenge, now))) throw new Invalid(secondFactorMessages.wrongPasskey);
    if ((await countRows(trx.selectFrom('passkeys').where('administratorId', '=', administratorId))) >= mostPasskeys)
      throw new Conflict(secondFactorMessages.tooManyPasskeys);
    await endOtherSessionsBeforeFirstFactor(trx, { administratorId, sessionId: you.sessionId }, now);
    const needsCodes = (await countRecoveryCodes(trx, administratorId)) === 0;
    await trx
      .insertInto('passkeys')
      .values({ ...row, ...key })
      .execute();
    await recordFactorChange(trx, { administratorId, change: 'add-passkey', detail: `It is called “${name}”.` }, now);
    return needsCodes ? replaceRecoveryCodes(trx, administratorId, now) : null;
  }).catch((error: unknown) => {
    if (isUniqueViolation(error)) throw new Conflict(secondFactorMessages.knownPasskey);
    throw error;
  });
}

/** Without another factor the recovery codes are removed too: the password suffices again. @throws NotFound */
export async function removePasskey(db: Db, administratorId: number, id: number, now: Date): Promise<void> {
  await transact(db, async (trx) => {
    await lockFactors(trx, administratorId);
    const removed = await trx
      .deleteFrom('passkeys')
      .where('id', '=', id)
      .where('administratorId', '=', administratorId)
      .returning('name')
      .executeTakeFirst();
    if (!removed) throw new NotFound(secondFactorMessages.unknownPasskey);
    const detail = `It was called “${removed.name}”.`;
    await finishFactorRemoval(trx, { administratorId, change: 'remove-passkey', detail }, now);
  });
}
