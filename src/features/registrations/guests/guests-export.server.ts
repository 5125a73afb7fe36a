/** A list of guests as a table. */
import type { Db } from '#platform/db/db.ts';
import type { Registration } from '../registration.schema.ts';
import { presentGuest, statesOfLists } from './guests.server.ts';
import type { GuestsQuery } from './guests-query.schema.ts';

const atOnce = 1000;
const columns = ['name', 'email', 'places', 'state', 'createdAt', 'confirmedAt', 'presentAt'] as const;

/** A page of rows at a time, with a column for each question that is or was asked. */
export async function* exportGuests(
  db: Db,
  { eventId, list, questions }: { eventId: number; list: GuestsQuery['list']; questions: string[] },
): AsyncGenerator<string[][]> {
  const asked = new Set(questions);
  for await (const guests of pages(db, eventId, list))
    for (const { question } of guests.flatMap(({ answers }) => answers)) asked.add(question);
  yield [[...columns, ...asked]];
  for await (const guests of pages(db, eventId, list)) yield guests.map((guest) => cellsOf(guest, [...asked]));
}

/** In the order in which they signed up: to sort them all would take too long where there are many. */
async function* pages(db: Db, eventId: number, list: GuestsQuery['list']): AsyncGenerator<Registration[]> {
  let after = 0;
  for (;;) {
    const rows = await db
      .selectFrom('registrations')
      .selectAll()
      .where('eventId', '=', eventId)
      .where('state', '=', statesOfLists[list])
      .where('id', '>', after)
      .orderBy('id')
      .limit(atOnce)
      .execute();
    const last = rows.at(-1);
    if (!last) return;
    after = last.id;
    yield rows.map(presentGuest);
  }
}

function cellsOf(guest: Registration, questions: string[]): string[] {
  const answers = questions.map((asked) => guest.answers.find(({ question }) => question === asked)?.answer ?? '');
  return [...columns.map((column) => String(guest[column] ?? '')), ...answers];
}
