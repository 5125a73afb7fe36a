/** Checks and merges a save of an event: required fields and times (C1, C2, F1). */
import { mergeItem } from '#features/items/merge-input.server.ts';
import { mapTexts } from '#features/items/optional-texts.ts';
import { type Save, saveItem } from '#features/items/saving.server.ts';
import { lockTimeZone } from '#features/settings/settings.server.ts';
import { refuseMissingPictures } from '#features/uploads/missing-pictures.server.ts';
import type { AppContext } from '#platform/context.ts';
import { transact } from '#platform/db/db.ts';
import { Invalid } from '#platform/errors.ts';
import { requiredFieldErrors } from '#shared/text.ts';
import { dateProblem } from '#shared/typed-date.ts';
import { type EventWallTime, parseEventWallTime } from './dates/event-date-validation.ts';
import { eventKind, eventTexts } from './event.kind.ts';
import type { SocietyEvent, SocietyEventInput } from './event.schema.ts';
import { eventMessages } from './event.ts';
import { type EventRow, presentEvent } from './event-lists.server.ts';
import { endKeepingLength, eventInstants, type Instants, isEndBeforeStart, type Times } from './event-times.ts';
import type { EventHooks } from './signup/event-hooks-contract.server.ts';
import { mergeSignupFields } from './signup/merge-signup.server.ts';

export async function saveEvent(
  context: AppContext,
  save: Save<SocietyEventInput>,
  hooks: EventHooks,
): Promise<SocietyEvent> {
  return transact(context.db, async (trx) => {
    await refuseMissingPictures(trx, context, save.input);
    // Before locking the event: a change of the time zone locks the settings first, and then every event.
    const timeZone = await lockTimeZone(trx, context.config);
    let before: EventRow | null = null;
    const merge = (existing: EventRow | null) => {
      before = existing;
      return mergeEvent(existing, withFieldsOfOldRevisions(save), {
        timeZone,
        isRestored: save.revisionId !== undefined,
      });
    };
    const after = await saveItem(trx, eventKind, { ...save, merge });
    const { actor, revisionId, input } = save;
    // Restoring a version cannot ask questions.
    const how = { isForced: input.isForced ?? revisionId !== undefined, notify: input.notify ?? true, actor };
    const told = await hooks.saved(trx, { before, after, ...how });
    return { ...(await presentEvent(trx, after, 'administrators')), ...(told > 0 && { told }) };
  });
}

const noTexts = mapTexts(eventTexts, (): string | null => null);

/** A version older than ends says nothing about one: the event had none. */
function withFieldsOfOldRevisions({ input, revisionId }: Save<SocietyEventInput>): SocietyEventInput {
  return revisionId === undefined ? input : { endDate: null, isAllDay: false, ...noTexts, ...input };
}

function mergeEvent(
  existing: EventRow | null,
  input: SocietyEventInput,
  { timeZone, isRestored }: { timeZone: string; isRestored: boolean },
) {
  const { isAllDay, ...kept } = mergeItem(existing, input, {
    title: '',
    location: '',
    description: '',
    isAllDay: false,
    ...noTexts,
  });
  const start = startOf(existing, input, isAllDay);
  const fields: Record<string, string> = requiredFieldErrors(kept, eventMessages.missing);
  if (start.date === 'incomplete' && !hasZone(start.typed)) fields.eventDate = 'Please enter a date and a time';
  if (Object.keys(fields).length > 0) throw new Invalid(eventMessages.required, fields);
  const eventDate = getWallTime(start, 'eventDate');
  const times = { eventDate, endDate: mergedEnd(existing, input, { eventDate, isAllDay }), isAllDay };
  const instants = checkedInstants(times, timeZone);
  const signup = mergeSignupFields(existing, input, { eventDate, instants, timeZone, isRestored });
  return { ...kept, ...times, ...instants, ...signup };
}

/** @throws Invalid when the end is before the start, also across a change of the clocks */
export function checkedInstants(times: Times, timeZone: string): Instants {
  const instants = eventInstants(times, timeZone);
  if (isEndBeforeStart(times, instants)) throw Invalid.at('endDate', eventMessages.endBeforeStart);
  return instants;
}

/** A stored date is accepted as it is: later rules may refuse its year. */
function startOf(existing: EventRow | null, { eventDate }: SocietyEventInput, isAllDay: boolean): Parsed {
  if (eventDate !== undefined || !existing) return parseTyped(eventDate ?? '', isAllDay);
  const wallTime = isAllDay ? `${existing.eventDate.slice(0, 10)}T00:00:00` : existing.eventDate;
  return { typed: wallTime, date: { wallTime } };
}

/** An end that is not sent moves with the start, so that clients without ends can move the event. */
function mergedEnd(
  existing: EventRow | null,
  { endDate }: SocietyEventInput,
  { eventDate, isAllDay }: Omit<Times, 'endDate'>,
): string | null {
  if (endDate === undefined && existing) return endKeepingLength(eventDate, { ...existing, isAllDay });
  return endDate?.trim() ? getWallTime(parseTyped(endDate, isAllDay), 'endDate') : null;
}

type Parsed = { typed: string; date: EventWallTime };

/** For all-day events only the day counts. */
function parseTyped(typed: string, isAllDay: boolean): Parsed {
  const text = typed.trim();
  return { typed: text, date: parseEventWallTime(isAllDay && text ? `${text.slice(0, 10)}T00:00` : text) };
}

function getWallTime({ typed, date }: Parsed, field: 'eventDate' | 'endDate'): string {
  if (typeof date === 'object' && !hasZone(typed)) return date.wallTime;
  throw Invalid.at(field, wallTimeProblem({ typed, date }));
}

function wallTimeProblem({ typed, date }: Parsed): string {
  if (hasZone(typed)) return eventMessages.hasZone;
  if (date === 'incomplete') return eventMessages.endIncomplete;
  return dateProblem(typed.slice(0, 10)) ?? eventMessages.impossibleTime;
}

/** Also for all-day events, whose day a zone may move. */
function hasZone(typed: string): boolean {
  return /:\d{2}(?:\.\d+)?\s*(?:z|[+-]\d{2}(?::?\d{2})?)$/i.test(typed);
}
