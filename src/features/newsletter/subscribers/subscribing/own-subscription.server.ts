/** The page behind a mail's link: shows and changes what the address gets, and erases it. */
import { isValidLinkToken } from '#features/newsletter/content/newsletter-links.server.ts';
import { sweepOutboxFiles } from '#features/newsletter/content/outbox-files.server.ts';
import { newsletterAnswers } from '#features/newsletter/newsletter.ts';
import { digestDaysText } from '#features/settings/digest-rule.ts';
import { getSettings } from '#features/settings/settings.server.ts';
import { audit } from '#platform/audit.ts';
import type { AppContext } from '#platform/context.ts';
import { type Db, transact } from '#platform/db/db.ts';
import { Conflict, Invalid, NotFound } from '#platform/errors.ts';
import { eraseSubscriber } from '../erasing.server.ts';
import type { Wish } from '../subscriber.ts';
import { findSubscriberByEmail } from '../subscribers.server.ts';
import type { OwnSubscription } from './subscribing.schema.ts';

type Context = Pick<AppContext, 'db' | 'config' | 'clock'>;

/** From a mail's link. */
type Link = { email: string; token: string };

/** @throws Invalid for another token, NotFound when nothing is held about the address */
export async function getOwnSubscription({ db, config }: Context, link: Link): Promise<OwnSubscription> {
  const { state, wish } = await getOwn(db, link);
  return { state, wish, digestDays: digestDaysText((await getSettings(db, config)).digests) };
}

export async function changeWish({ db, clock }: Context, { wish, ...link }: Link & { wish: Wish }): Promise<void> {
  await transact(db, async (trx) => {
    const { id, state } = await getOwn(trx, link);
    if (state !== 'confirmed') throw new Conflict(newsletterAnswers.notSubscribed);
    await trx.updateTable('subscribers').set({ wish }).where('id', '=', id).execute();
    const entry = { at: clock.now(), administratorId: null, action: 'subscriber.choose', entityId: id } as const;
    await audit(trx, { ...entry, detail: { wish } });
  });
}

/**
 * Idempotent.
 * @throws Conflict while a mail is on its way there, Invalid for another token
 */
export async function eraseOwnSubscription(context: Context, link: Link): Promise<void> {
  const subscriber = await findOwn(context.db, link);
  if (!subscriber) return;
  await eraseSubscriber(context, { id: subscriber.id, administratorId: null });
  await sweepOutboxFiles(context);
}

async function getOwn(db: Db, link: Link) {
  const subscriber = await findOwn(db, link);
  if (!subscriber) throw new NotFound(newsletterAnswers.nothingHeld);
  return subscriber;
}

async function findOwn(db: Db, { email, token }: Link) {
  if (!(await isValidLinkToken(db, email, token))) throw new Invalid(newsletterAnswers.linkRefused);
  return findSubscriberByEmail(db, email);
}
