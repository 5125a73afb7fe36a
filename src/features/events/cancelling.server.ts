/** An event that is cancelled keeps its page and its place in the lists (F4). */
import { auditItem, lockItemVersion, updateItemWithRevision } from '#features/items/saving.server.ts';
import type { Actor } from '#platform/actor.ts';
import type { AppContext } from '#platform/context.ts';
import { transact } from '#platform/db/db.ts';
import { eventKind } from './event.kind.ts';
import type { Cancellation, SocietyEvent, Uncancellation } from './event.schema.ts';
import { type EventRow, presentEvent } from './event-lists.server.ts';
import type { EventHooks } from './signup/event-hooks-contract.server.ts';

type Of<Input> = { id: number; input: Input; actor: Actor };
type Change = Of<Uncancellation & { notify?: boolean | undefined }> & {
  verb: 'cancel' | 'uncancel';
  valuesOf: (row: EventRow) => Pick<EventRow, 'cancelledAt' | 'cancellationNote'>;
};

/** On a cancelled event it only changes the note. */
export async function cancelEvent(
  context: AppContext,
  cancel: Of<Cancellation>,
  hooks: EventHooks,
): Promise<SocietyEvent> {
  const { note } = cancel.input;
  return changeEvent(context, hooks, {
    ...cancel,
    verb: 'cancel',
    valuesOf: ({ cancelledAt, cancellationNote }) => ({
      cancelledAt: cancelledAt ?? cancel.actor.now.toISOString(),
      cancellationNote: note === undefined ? cancellationNote : note,
    }),
  });
}

export async function uncancelEvent(
  context: AppContext,
  uncancel: Of<Uncancellation>,
  hooks: EventHooks,
): Promise<SocietyEvent> {
  return changeEvent(context, hooks, {
    ...uncancel,
    verb: 'uncancel',
    valuesOf: () => ({ cancelledAt: null, cancellationNote: null }),
  });
}

async function changeEvent(
  { db }: AppContext,
  hooks: EventHooks,
  { id, input, actor, verb, valuesOf }: Change,
): Promise<SocietyEvent> {
  return transact(db, async (trx) => {
    const existing = await lockItemVersion(trx, eventKind, { id, version: input.version, actor });
    const values = valuesOf(existing);
    const isOther = (existing.cancelledAt === null) !== (values.cancelledAt === null);
    if (!isOther && existing.cancellationNote === values.cancellationNote)
      return presentEvent(trx, existing, 'administrators');
    const event = await updateItemWithRevision(trx, eventKind, { existing, values, actor });
    // A changed note alone notifies no one.
    const told = isOther ? await hooks.cancelled(trx, { event, notify: input.notify ?? true, now: actor.now }) : 0;
    await auditItem(trx, eventKind, { verb, id, actor });
    return { ...(await presentEvent(trx, event, 'administrators')), ...(told > 0 && { told }) };
  });
}
