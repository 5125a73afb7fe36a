/** Guards public forms: limits per address blocks and for everyone, a honeypot field, and proof of work when many send one. */
import type { AppContext } from '#platform/context.ts';
import { incrementHourlyCount, limitHourly, readHourlyCounts } from '#platform/rate-limit.ts';
import type { Challenge } from '#shared/calls/api-error.ts';
import { countCallsOfAddressBlocks, limitCalls, refuseUsedUp } from './form-rate-limits.ts';
import { newChallenge, redeemProof } from './proof-of-work.ts';
import type { Proof } from './public-form-fields.ts';

type Sent = { email: string; website?: string | undefined; proof?: Proof | undefined; address: string };
/**
 * `form` names its counts; `tooManyHere` is said to calls that come without the form. `isForCrowds`: many people of one address
 * send it at once, so that beyond its limit the form has to do some work, up to `mostOfCrowd` an hour.
 */
type Gate = { form: string; tooManyHere: string; isForCrowds?: boolean };

const mostOfCrowd = 1000;

/**
 * `robot`: filled in the hidden field; give it the same answer as everyone. A challenge: the form must do some
 * work first.
 * @throws TooMany when the client's address block or, without the form, everyone together has used up the hour
 */
export async function passFormGate(
  { db, config, clock }: Pick<AppContext, 'db' | 'config' | 'clock'>,
  { form, tooManyHere, isForCrowds = false }: Gate,
  { email, website, proof, address }: Sent,
): Promise<'passed' | 'robot' | Challenge> {
  const now = clock.now();
  const isProven = proof !== undefined && (await redeemProof(db, { email, proof, now }));
  const ofBlocks = { purpose: form, address, perHour: config.subscribeLimitPerHour, now };
  const isByForm = isProven || website === '';
  if (isForCrowds && isByForm) await limitCalls(db, { ...ofBlocks, purpose: `${form}-of-crowd`, perHour: mostOfCrowd });
  // The call that got the challenge was already counted.
  const usedUp = isProven ? null : await countCallsOfAddressBlocks(db, ofBlocks);
  // Many people share a wide block, so that their forms do some work instead of being refused.
  const isLate = usedUp !== null && isByForm && (isForCrowds || usedUp.isWide);
  if (!isLate) refuseUsedUp(db, usedUp, now);
  if (website) return 'robot';
  const perHour = config.newsletter.siteSubscribeLimitPerHour;
  const byProof = `${form}-by-proof:all`;
  if (isProven) await incrementHourlyCount(db, byProof, now);
  else if (website === '') {
    // Anyone can imitate the form: no number of such posts may lock out a person.
    const { count } = await incrementHourlyCount(db, `${form}-by-form:all`, now);
    const proofs = (await readHourlyCounts(db, [byProof], now)).get(byProof)?.count ?? 0;
    const load = (2 * proofs) / perHour;
    if (isLate || count > perHour / 2) return newChallenge(db, { email, load, now });
  } else {
    await limitHourly(db, { key: `${form}:all`, most: perHour, message: tooManyHere }, now);
  }
  return 'passed';
}
