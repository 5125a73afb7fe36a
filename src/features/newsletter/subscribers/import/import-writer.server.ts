/** Adds imported addresses to the list. Requests to confirm go out one at a time, at half the newsletter's speed. */

import type { AppContext } from '#platform/context.ts';
import type { Db } from '#platform/db/db.ts';
import { enqueueEmails } from '#platform/mail/queue/enqueue-email.ts';
import { findAddressesToLeaveAlone } from '../erasing.server.ts';
import type { Wish } from '../subscriber.ts';
import { type Asked, type Meaning, meanings } from './list-columns.ts';

export const outcomes = [...meanings, 'agreed', 'known', 'kept out', 'erased', 'refused'] as const;
export type Outcome = (typeof outcomes)[number];

/** `means`: what the list says. `wish`: null in a list of another system. `outcome`: what the writer makes of it. */
export type Person = {
  line: number;
  email: string;
  emailKey: string;
  wish: Wish | null;
  means: Meaning;
  on: string | null;
  asked: Asked[];
  outcome: Outcome;
};

const states = { confirmed: 'confirmed', pending: 'pending', left: 'unsubscribed', bounced: 'suppressed' } as const;

/** Must run in a transaction, unless it is a dry run. */
export function createImportWriter({ clock, config }: Pick<AppContext, 'clock' | 'config'>, isDryRun: boolean) {
  const start = clock.now();
  const at = start.toISOString();
  const askEveryMs = 2000 / config.newsletter.ratePerSecond;
  let asked = 0;

  return async (trx: Db, batch: Person[]): Promise<void> => {
    const known = await statesOf(trx, batch);
    const keys = keysOf(batch.filter(({ emailKey }) => known.get(emailKey) !== 'confirmed'));
    const erased = await findAddressesToLeaveAlone(trx, keys, start);
    for (const one of batch)
      one.outcome = erased.has(one.emailKey) ? 'erased' : outcomeOf(one.means, known.get(one.emailKey));
    if (isDryRun) return;
    const added = await insertSubscribers(trx, batch, at);
    const pending = added.filter(({ state }) => state === 'pending');
    const emails = pending.map(({ id: subscriberId }) => {
      const dueAt = new Date(start.getTime() + Math.round(asked++ * askEveryMs));
      return { subscriberId, dueAt, content: { isByForm: false } };
    });
    await enqueueEmails(trx, 'confirm', emails, start);
    const agreed = batch.filter(({ outcome }) => outcome === 'agreed');
    if (agreed.length > 0)
      await trx
        .updateTable('subscribers')
        .set({ state: 'confirmed', confirmedAt: at })
        .where('state', '=', 'pending')
        .where('emailKey', 'in', keysOf(agreed))
        .execute();
  };
}

function outcomeOf(means: Meaning, known: string | undefined): Outcome {
  if (known === undefined) return means;
  if (known === 'unsubscribed' || known === 'suppressed') return 'kept out';
  return known === 'pending' && means === 'confirmed' ? 'agreed' : 'known';
}

async function statesOf(db: Db, batch: Person[]): Promise<Map<string, string>> {
  if (batch.length === 0) return new Map();
  const rows = await db
    .selectFrom('subscribers')
    .select(['emailKey', 'state'])
    .where('emailKey', 'in', keysOf(batch))
    .execute();
  return new Map(rows.map(({ emailKey, state }) => [emailKey, state]));
}

function keysOf(batch: Person[]): string[] {
  return batch.map(({ emailKey }) => emailKey);
}

/** Adds those who are new. Those who left or bounced elsewhere are added only from an export of this site. Leaves alone anyone who subscribes at the same moment. */
async function insertSubscribers(trx: Db, batch: Person[], at: string) {
  const rows = batch.flatMap(({ email, emailKey, wish, outcome }) => {
    const isAsked = outcome === 'confirmed' || outcome === 'pending';
    if (!isAsked && !(wish !== null && (outcome === 'left' || outcome === 'bounced'))) return [];
    const state = states[outcome];
    return {
      email,
      emailKey,
      state,
      wish: wish ?? 'each',
      createdAt: at,
      confirmedAt: state === 'confirmed' ? at : null,
      unsubscribedAt: state === 'unsubscribed' ? at : null,
      suppressedAt: state === 'suppressed' ? at : null,
      suppressedBecause: state === 'suppressed' ? 'Imported as suppressed' : null,
      lastMailAt: null,
    };
  });
  if (rows.length === 0) return [];
  return trx
    .insertInto('subscribers')
    .values(rows)
    .onConflict((conflict) => conflict.column('emailKey').doNothing())
    .returning(['id', 'state'])
    .execute();
}
