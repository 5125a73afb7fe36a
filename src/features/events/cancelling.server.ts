/** An event that is cancelled keeps its page and its place in the lists (F4). */
import { auditItem, lockItemVersion, updateItemWithRevision } from '#features/items/saving.server.ts';
import type { Actor } from '#platform/actor.ts';
import type { AppContext } from '#platform/context.ts';
import { transact } from '#platform/db/db.ts';
import { eventKind } from './event.kind.ts';
import type { Cancellation, SocietyEvent } from './event.schema.ts';
import { presentEvent } from './event-lists.server.ts';
import type { EventHooks } from './signup/event-hooks-contract.server.ts';

type Change = { verb: 'cancel' | 'uncancel'; id: number; input: Cancellation; actor: Actor };

/** To cancel a cancelled event only changes its note. */
export async function changeCancellation(
  { db }: AppContext,
  { verb, id, input, actor }: Change,
  hooks: EventHooks,
): Promise<SocietyEvent> {
  return transact(db, async (trx) => {
    const existing = await lockItemVersion(trx, eventKind, { id, version: input.version, actor });
    const { note = existing.cancellationNote, notify = true } = input;
    const cancelled = { cancelledAt: existing.cancelledAt ?? actor.now.toISOString(), cancellationNote: note };
    const values = verb === 'cancel' ? cancelled : { cancelledAt: null, cancellationNote: null };
    const isOther = (existing.cancelledAt === null) !== (values.cancelledAt === null);
    if (!isOther && existing.cancellationNote === values.cancellationNote)
      return presentEvent(trx, existing, 'administrators');
    const event = await updateItemWithRevision(trx, eventKind, { existing, values, actor });
    // A changed note alone notifies no one.
    const told = isOther ? await hooks.cancelled(trx, { event, notify, now: actor.now }) : 0;
    await auditItem(trx, eventKind, { verb, id, actor });
    return { ...(await presentEvent(trx, event, 'administrators')), ...(told > 0 && { told }) };
  });
}
