/** Who may send a form that is open to everybody: limits of each network and of all, a field for robots, work when many send it. */
import type { AppContext } from '#platform/context.ts';
import { TooMany } from '#platform/errors.ts';
import type { Challenge } from '#shared/api-error.ts';
import type { Proof } from './form-input.ts';
import { callsOfAll, countAll, countCall } from './form-limits.ts';
import { checkProof, newChallenge } from './proof-of-work.ts';

type Sent = { email: string; website?: string | undefined; proof?: Proof | undefined; address: string };
/** `form` names its counts; `tooManyHere` is said to calls that come without the form. */
type Gate = { form: string; tooManyHere: string };

/**
 * `robot`: filled in the field that people do not see; to be told the same as everybody. A challenge: the form has to do some
 * work first.
 * @throws TooMany when the client's address block or, without the form, everybody together has used up the hour
 */
export async function passFormGate(
  { db, config, clock }: Pick<AppContext, 'db' | 'config' | 'clock'>,
  { form, tooManyHere }: Gate,
  { email, website, proof, address }: Sent,
): Promise<'passed' | 'robot' | Challenge> {
  const now = clock.now();
  const isProven = proof !== undefined && (await checkProof(db, { email, proof, now }));
  // The call that asked for the challenge was counted.
  if (!isProven) await countCall(db, { purpose: form, address, perHour: config.subscribeLimitPerHour, now });
  if (website) return 'robot';
  const perHour = config.newsletter.subscribeBudgetPerHour;
  if (isProven) await countAll(db, `${form}-by-proof`, now);
  else if (website === '') {
    // Anybody can post what the form posts: no number of such posts may refuse a person.
    const { count } = await countAll(db, `${form}-by-form`, now);
    const load = (2 * (await callsOfAll(db, `${form}-by-proof`, now))) / perHour;
    if (count > perHour / 2) return newChallenge(db, { email, load, now });
  } else {
    const { count, secondsLeft } = await countAll(db, form, now);
    if (count > perHour) throw new TooMany(tooManyHere, secondsLeft);
  }
  return 'passed';
}
