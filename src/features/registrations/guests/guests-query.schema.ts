import { z } from '@hono/zod-openapi';
import { ListQuery } from '#platform/http/api.ts';

const GuestList = z.enum(['coming', 'waiting', 'gone']).default('coming');

export const GuestsQuery = ListQuery.extend({ list: GuestList });
export type GuestsQuery = z.infer<typeof GuestsQuery>;

export const GuestsExportQuery = z.object({ list: GuestList });
