/** The guests of an event as organisers see them. */
import { z } from 'zod';
import { eventKind } from '#features/events/event.kind.ts';
import { eventState } from '#features/events/event.ts';
import { getItem } from '#features/items/items.server.ts';
import { sortedPage } from '#features/items/listing.server.ts';
import type { Db } from '#platform/db/db.ts';
import { NotFound } from '#platform/errors.ts';
import type { Listed, ListQuery } from '#platform/http/list-pages.ts';
import { containsFolded } from '#shared/fold-text.ts';
import { parseAnswers } from '../own-registration-view.server.ts';
import type { EventRegistrationCounts, Registration } from '../registration.schema.ts';
import type { RegistrationRow } from '../registration-links.server.ts';

export const GuestList = z.enum(['coming', 'waiting', 'gone']);
type GuestList = z.infer<typeof GuestList>;

const statesOfLists = { coming: 'confirmed', waiting: 'waiting', gone: 'cancelled' } as const;

/** `coming` by name, `waiting` in order of confirmation, `gone` the latest first. Sorted and searched in memory, as lists by title are. */
export async function listGuests(
  db: Db,
  eventId: number,
  { list, search, limit, cursor }: ListQuery & { list: GuestList },
): Promise<Listed<Registration>> {
  await getItem(db, eventKind, eventId);
  const rows = await guestsOf(db, eventId, list);
  const found = rows.filter(({ name, email }) => containsFolded(`${name ?? ''} ${email ?? ''}`, search ?? ''));
  const placeOf = ({ id, name, confirmedAt }: RegistrationRow): [string, number] => {
    return [{ coming: name, waiting: confirmedAt, gone: null }[list] ?? '', id];
  };
  const { rows: shown, ...page } = sortedPage(found, { placeOf, isNewestFirst: list === 'gone', cursor, limit });
  return { items: shown.map(presentGuest), ...page };
}

const columns = ['name', 'email', 'places', 'state', 'createdAt', 'confirmedAt', 'presentAt'] as const;

/** The list as a table, in the order of signing up, with a column for each question that is or was asked. */
export async function* exportGuests(
  db: Db,
  { eventId, list, questions }: { eventId: number; list: GuestList; questions: string[] },
): AsyncGenerator<string[][]> {
  const guests = (await guestsOf(db, eventId, list)).map(presentGuest);
  const answered = guests.flatMap(({ answers }) => answers.map(({ question }) => question));
  const asked = [...new Set([...questions, ...answered])];
  const answerOf = ({ answers }: Registration, question: string) =>
    answers.find((one) => one.question === question)?.answer ?? '';
  yield [
    [...columns, ...asked],
    ...guests.map((guest) => [
      ...columns.map((column) => String(guest[column] ?? '')),
      ...asked.map((question) => answerOf(guest, question)),
    ]),
  ];
}

function guestsOf(db: Db, eventId: number, list: GuestList): Promise<RegistrationRow[]> {
  const guests = db.selectFrom('registrations').selectAll().where('eventId', '=', eventId);
  return guests.where('state', '=', statesOfLists[list]).orderBy('id').execute();
}

/** @throws NotFound also for a guest of another event */
export async function getGuest(db: Db, eventId: number, id: number): Promise<RegistrationRow> {
  const guest = await db
    .selectFrom('registrations')
    .selectAll()
    .where('id', '=', id)
    .where('eventId', '=', eventId)
    .executeTakeFirst();
  if (!guest) throw new NotFound('Guest not found');
  return guest;
}

/** One entry for each requested event, even without guests. */
export async function countGuestsOfEvents(db: Db, eventIds: number[], now: Date): Promise<EventRegistrationCounts[]> {
  const events = db.selectFrom('events').select(['id', 'startsAt', 'endsAt', 'cancelledAt']);
  const found = await events.where('id', 'in', eventIds).execute();
  const upcoming = found.filter((event) => eventState(event, now.toISOString()) === 'Upcoming').map(({ id }) => id);
  const rows = await db
    .selectFrom('registrations')
    .select(['eventId', 'state', (select) => select('presentAt', 'is not', null).as('isPresent')])
    .select((select) => [select.fn.countAll<number>().as('people'), select.fn.sum<number>('places').as('places')])
    .where('eventId', 'in', eventIds)
    .groupBy(['eventId', 'state', (group) => group('presentAt', 'is not', null)])
    .execute();
  return eventIds.map((eventId) => {
    const countOf = (state: string, isPresent = false) => {
      const counted = rows.filter(
        (row) => row.eventId === eventId && row.state === state && (Boolean(row.isPresent) || !isPresent),
      );
      const sum = (name: 'people' | 'places') => counted.reduce((all, row) => all + Number(row[name]), 0);
      return { people: sum('people'), places: sum('places') };
    };
    return {
      eventId,
      isUpcoming: upcoming.includes(eventId),
      coming: countOf('confirmed'),
      waiting: countOf('waiting'),
      gone: countOf('cancelled'),
      pending: countOf('pending'),
      present: countOf('confirmed', true),
    };
  });
}

export function presentGuest(guest: RegistrationRow): Registration {
  const { id, places, state, createdAt, confirmedAt, cancelledBy, presentAt } = guest;
  return {
    id,
    places,
    state,
    createdAt,
    confirmedAt,
    cancelledBy,
    presentAt,
    name: guest.name ?? '',
    email: guest.email ?? '',
    answers: parseAnswers(guest),
    isErased: guest.emailKey === null,
  };
}
