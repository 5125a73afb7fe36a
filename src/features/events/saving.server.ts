/** Saving an event: what must be there, the date as typed and the instant it stands for (C1, C2). */
import { type Save, saveItem, type Values } from '#features/items/saving.server.ts';
import { holdTimeZone } from '#features/settings/settings.server.ts';
import { refuseMissingPictures } from '#features/uploads/missing.server.ts';
import type { AppContext } from '#platform/context.ts';
import { transact } from '#platform/db/db.ts';
import { Invalid } from '#platform/errors.ts';
import { wallTimeToInstant } from '#shared/dates.ts';
import { eventKind } from './event.kind.ts';
import type { SocietyEvent, SocietyEventInput } from './event.schema.ts';
import { eventMessages } from './event.ts';
import { dateProblem, parseEventDate } from './event-date.ts';
import { type EventRow, presentEvent } from './events.server.ts';

export async function saveEvent(context: AppContext, save: Save<SocietyEventInput>): Promise<SocietyEvent> {
  return transact(context.db, async (trx) => {
    await refuseMissingPictures(trx, context, save.input);
    // Before the lock of the event: another time zone locks the settings first, and then every event.
    const timeZone = await holdTimeZone(trx, context.config);
    const merge = (existing: EventRow | null) => merged(existing, save.input, timeZone);
    return presentEvent(trx, await saveItem(trx, eventKind, { ...save, merge }));
  });
}

/** What the input leaves out stays. */
function merged(existing: EventRow | null, input: SocietyEventInput, timeZone: string): Values<typeof eventKind> {
  const title = input.title ?? existing?.title ?? '';
  const location = input.location ?? existing?.location ?? '';
  const typed = input.eventDate ?? existing?.eventDate ?? '';
  const date = input.eventDate === undefined && existing ? { wallTime: existing.eventDate } : parseEventDate(typed);
  const fields: Record<string, string> = {};
  if (!title) fields.title = 'Please enter a title';
  if (!location) fields.location = 'Please enter a location';
  if (date === 'incomplete') fields.eventDate = 'Please enter a date and a time';
  if (Object.keys(fields).length > 0) throw new Invalid(eventMessages.required, fields);
  if (date === 'impossible' || date === 'incomplete') {
    const problem = dateProblem(typed.trim().slice(0, 10)) ?? eventMessages.impossibleTime;
    throw new Invalid(problem, { eventDate: problem });
  }
  return {
    title,
    location,
    eventDate: date.wallTime,
    startsAt: wallTimeToInstant(date.wallTime, timeZone),
    description: input.description ?? existing?.description ?? '',
    imageUrl: (input.imageUrl === undefined ? existing?.imageUrl : input.imageUrl) ?? null,
  };
}
