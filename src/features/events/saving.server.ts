/** Saving an event: what must be there, the date as typed and the instant it stands for (C1, C2). */
import { refuseStale } from '#features/revisions/editors.server.ts';
import { keepRevision } from '#features/revisions/revisions.server.ts';
import { audit } from '#platform/audit.ts';
import { type Db, transact } from '#platform/db/db.ts';
import { Invalid } from '#platform/errors.ts';
import type { ImageInput } from '#platform/http/schemas.ts';
import { createOnce, type IdempotencyKey } from '#platform/idempotency-keys.ts';
import { wallTimeToInstant } from '#shared/dates.ts';
import type { SocietyEvent, SocietyEventInput } from './event.schema.ts';
import { eventMessages } from './event.ts';
import { dateProblem, parseEventDate } from './event-date.ts';
import { type Actor, type EventRow, getEvent, lockEvent, presentOne } from './events.server.ts';

export type SaveEvent = {
  /** Null creates. */
  id: number | null;
  input: SocietyEventInput;
  /** The site's. */
  timeZone: string;
  idempotencyKey?: IdempotencyKey | null;
  /** The revision that this save brings back. */
  revisionId?: number;
};

/** Creates or updates; what the input leaves out stays. */
export async function saveEvent(db: Db, save: SaveEvent, actor: Actor): Promise<SocietyEvent> {
  const { id, input, timeZone, idempotencyKey = null, revisionId } = save;
  return transact(db, async (trx) => {
    if (id === null) {
      const create = async () => {
        const row = await insert(trx, merge(null, input, timeZone), actor);
        return presentOne(trx, row, 'administrators');
      };
      return createOnce(trx, idempotencyKey, { create, find: (made) => getEvent(trx, made, 'administrators') });
    }
    const { version } = input;
    const row = await change(trx, { id, version, values: (existing) => merge(existing, input, timeZone) }, actor);
    const action = revisionId === undefined ? 'event.update' : 'event.revert';
    const detail = revisionId === undefined ? {} : { revisionId };
    await audit(trx, { at: actor.now, administratorId: actor.administratorId, action, entityId: id, detail });
    return presentOne(trx, row, 'administrators');
  });
}

export async function setEventImage(db: Db, id: number, { imageUrl, version }: ImageInput, actor: Actor) {
  return transact(db, async (trx) => {
    const row = await change(trx, { id, version, values: () => ({ imageUrl }) }, actor);
    const { administratorId, now } = actor;
    await audit(trx, { at: now, administratorId, action: 'event.image', entityId: id });
    return presentOne(trx, row, 'administrators');
  });
}

type Kept = 'id' | 'createdAt' | 'updatedAt' | 'updatedBy' | 'deletedAt' | 'deletedBy' | 'version';
type Values = Omit<EventRow, Kept>;

function merge(existing: EventRow | null, input: SocietyEventInput, timeZone: string): Values {
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

async function insert(trx: Db, values: Values, { administratorId, now }: Actor): Promise<EventRow> {
  const at = now.toISOString();
  const row = await trx
    .insertInto('events')
    .values({ ...values, createdAt: at, updatedAt: at, updatedBy: administratorId, deletedAt: null })
    .returningAll()
    .executeTakeFirstOrThrow();
  await keepRevision(trx, { ...revisionOf(row), administratorId, at: now });
  await audit(trx, { at: now, administratorId, action: 'event.create', entityId: row.id });
  return row;
}

type Change = { id: number; version: number | undefined; values: (existing: EventRow) => Partial<Values> };

async function change(trx: Db, { id, version, values }: Change, { administratorId, now }: Actor): Promise<EventRow> {
  const existing = await lockEvent(trx, id);
  await refuseStale(trx, existing, { version, administratorId, noun: 'event' });
  const stamp = { updatedAt: now.toISOString(), updatedBy: administratorId, version: existing.version + 1 };
  const row = await trx
    .updateTable('events')
    .set({ ...values(existing), ...stamp })
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow();
  const before = { ...revisionOf(existing), administratorId: existing.updatedBy, at: new Date(existing.updatedAt) };
  await keepRevision(trx, { ...revisionOf(row), administratorId, at: now, before });
  return row;
}

function revisionOf(row: EventRow) {
  const { title, eventDate, location, description, imageUrl } = row;
  const data = { title, eventDate, location, description, imageUrl };
  return { kind: 'events', entityId: row.id, version: row.version, data } as const;
}
