import { z } from '@hono/zod-openapi';
import { ListQuery } from '#platform/http/api.ts';
import { TableQuery } from '#platform/spreadsheets/answer-table.ts';
import { subscriberStates } from './subscriber.ts';

export const SubscribersQuery = ListQuery.extend({ state: z.enum(subscriberStates).optional() });
export type SubscribersQuery = z.infer<typeof SubscribersQuery>;

export const ExportQuery = TableQuery.extend({ state: z.enum(subscriberStates).optional() });

export const ImportQuery = z.object({
  dryRun: z.enum(['true', 'false']).optional(),
  unclear: z.enum(['take', 'leave']).optional(),
});
