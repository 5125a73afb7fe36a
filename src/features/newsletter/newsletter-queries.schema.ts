import { z } from '@hono/zod-openapi';
import { ListQuery } from '#platform/http/api.ts';
import { missedStates, subscriberStates } from './newsletter-words.ts';

export const MissedQuery = ListQuery.extend({ state: z.enum(missedStates).optional() });
export type MissedQuery = z.infer<typeof MissedQuery>;

export const SubscribersQuery = ListQuery.extend({ state: z.enum(subscriberStates).optional() });
export type SubscribersQuery = z.infer<typeof SubscribersQuery>;

export const ExportQuery = z.object({ state: z.enum(subscriberStates).optional() });

export const ImportQuery = z.object({ dryRun: z.enum(['true', 'false']).optional() });
