import { z } from '@hono/zod-openapi';
import { ListQuery } from '#platform/http/list-pages.ts';
import { TableQuery } from '#platform/spreadsheets/table-export.ts';

const GuestList = z.enum(['coming', 'waiting', 'gone']).default('coming');

export const GuestsQuery = ListQuery.extend({ list: GuestList });
export type GuestsQuery = z.infer<typeof GuestsQuery>;

/** `1,2,3`: events. */
export const EventsQuery = z.object({
  events: z
    .string()
    .regex(/^[1-9]\d{0,14}(,[1-9]\d{0,14}){0,99}$/, 'Please name 1 to 100 events, such as 1,2,3')
    .transform((ids) => [...new Set(ids.split(',').map(Number))])
    .openapi({ type: 'string', example: '1,2,3' }),
});

export const GuestsExportQuery = TableQuery.extend({ list: GuestList });
