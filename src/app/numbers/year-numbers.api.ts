/** The year in numbers, as JSON and as a table. */
import { z } from '@hono/zod-openapi';
import type { AppContext } from '#platform/context.ts';
import { createApiApp, returns, routesOf } from '#platform/http/api.ts';
import { writeCsv } from '#platform/spreadsheets/table-export.ts';
import { numberLines } from './number-lines.ts';
import { readYearNumbers } from './read-year-numbers.ts';
import { YearNumbers } from './year-numbers.schema.ts';

const route = routesOf('Year in numbers');
const query = z.object({
  year: z.coerce.number().int().min(1900).max(2999).optional().openapi({ description: 'In which it begins' }),
});
const routes = {
  read: route('get', '/', 'Read what the society did in an academic year', {
    request: { query },
    200: returns(YearNumbers, 'Only figures that stay when guests are erased'),
  }),
  table: route('get', '/csv', 'Download the year in numbers as CSV', {
    request: { query },
    200: { description: 'The figures, then the events', content: { 'text/csv': { schema: z.string() } } },
  }),
};

/** Under /year-numbers/admin. */
export function yearNumbersApi(context: AppContext) {
  const adminRoutes = createApiApp()
    .openapi(routes.read, async (c) => c.json(await readYearNumbers(context, c.req.valid('query').year), 200))
    .openapi(routes.table, async (c) => {
      const numbers = await readYearNumbers(context, c.req.valid('query').year);
      const events = numbers.events.map(({ title, eventDate, places, came }) => [
        title,
        eventDate.slice(0, 10),
        String(places),
        came === null ? '' : String(came),
      ]);
      const rows = [
        [`${numbers.label}${numbers.isRunning ? ', so far' : ''}`, ''],
        ...numberLines(numbers).map(([label, value]) => [label, String(value)]),
        [],
        ['Event', 'Date', 'Places taken', 'Came'],
        ...events,
      ];
      const pieces = await Array.fromAsync(writeCsv([rows]));
      c.header('content-type', 'text/csv; charset=utf-8');
      c.header('content-disposition', `attachment; filename="year-${numbers.label}.csv"`);
      return c.body(Buffer.concat(pieces).toString());
    });
  return { adminRoutes };
}
