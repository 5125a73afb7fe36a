/** A list of guests as CSV. */
import { csvCell } from '#platform/csv/csv-cell.ts';
import type { Db } from '#platform/db/db.ts';
import type { Registration } from '../registration.schema.ts';
import { listGuests } from './guests.server.ts';
import type { GuestsQuery } from './guests-query.schema.ts';

const atOnce = 1000;
const columns = ['name', 'email', 'places', 'state', 'createdAt', 'confirmedAt', 'presentAt'] as const;

/** With the mark by which spreadsheet programs know UTF-8, and a column for each question. */
export async function* exportGuests(
  db: Db,
  { eventId, list, questions }: { eventId: number; list: GuestsQuery['list']; questions: string[] },
): AsyncGenerator<string> {
  yield `\ufeff${line([...columns, ...questions])}`;
  let cursor: string | null = null;
  do {
    const page = await listGuests(db, eventId, { list, limit: atOnce, ...(cursor !== null && { cursor }) });
    yield page.items.map((guest) => line(cellsOf(guest, questions))).join('');
    cursor = page.nextCursor;
  } while (cursor !== null);
}

function cellsOf(guest: Registration, questions: string[]): string[] {
  const answers = questions.map((asked) => guest.answers.find(({ question }) => question === asked)?.answer ?? '');
  return [...columns.map((column) => String(guest[column] ?? '')), ...answers];
}

function line(cells: string[]): string {
  return `${cells.map(csvCell).join(',')}\r\n`;
}
