/** An event that is called off keeps its page and its place in the lists (F4). */
import { auditItem, lockVersion, updateItem } from '#features/items/saving.server.ts';
import type { Actor } from '#platform/actor.ts';
import type { AppContext } from '#platform/context.ts';
import { transact } from '#platform/db/db.ts';
import { eventKind } from './event.kind.ts';
import type { Cancellation, SocietyEvent, Uncancellation } from './event.schema.ts';
import { type EventRow, presentEvent } from './events.server.ts';
import { lockLater } from './series.server.ts';
import type { EventHooks } from './signup/event-hooks.server.ts';

type Of<Input> = { id: number; input: Input; actor: Actor };
type Change = Of<Uncancellation> & {
  verb: 'cancel' | 'uncancel';
  /** What becomes of the event itself, and of the later ones of its series. */
  valuesOf: (row: EventRow) => Pick<EventRow, 'cancelledAt' | 'cancellationNote'>;
};

/** Once more changes the note alone. */
export async function cancelEvent(
  context: AppContext,
  cancel: Of<Cancellation>,
  hooks: EventHooks,
): Promise<SocietyEvent> {
  const { note } = cancel.input;
  return change(context, hooks, {
    ...cancel,
    verb: 'cancel',
    valuesOf: ({ id, cancelledAt, cancellationNote }) => ({
      cancelledAt: cancelledAt ?? cancel.actor.now.toISOString(),
      // A later one that is cancelled already has a note of its own.
      cancellationNote: note === undefined || (cancelledAt && id !== cancel.id) ? cancellationNote : note,
    }),
  });
}

export async function uncancelEvent(
  context: AppContext,
  uncancel: Of<Uncancellation>,
  hooks: EventHooks,
): Promise<SocietyEvent> {
  return change(context, hooks, {
    ...uncancel,
    verb: 'uncancel',
    valuesOf: () => ({ cancelledAt: null, cancellationNote: null }),
  });
}

async function change(
  { db }: AppContext,
  hooks: EventHooks,
  { id, input, actor, verb, valuesOf }: Change,
): Promise<SocietyEvent> {
  return transact(db, async (trx) => {
    const first = await lockVersion(trx, eventKind, { id, version: input.version, actor });
    const later = input.scope === 'later' ? await lockLater(trx, first) : [];
    const changed: EventRow[] = [];
    for (const existing of [first, ...later]) {
      const values = valuesOf(existing);
      const isChange =
        existing.cancelledAt !== values.cancelledAt || existing.cancellationNote !== values.cancellationNote;
      if (!isChange) continue;
      const event = await updateItem(trx, eventKind, { existing, values, actor });
      changed.push(event);
      // Another note alone is told to nobody.
      const isOther = (existing.cancelledAt === null) !== (event.cancelledAt === null);
      if (isOther) await hooks.cancelled(trx, { event, notify: input.notify ?? true, now: actor.now });
    }
    const detail = later.length > 0 ? { later: later.length } : {};
    if (changed.length > 0) await auditItem(trx, eventKind, { verb, id, actor, detail });
    return presentEvent(trx, changed.find((row) => row.id === id) ?? first, 'administrators');
  });
}
