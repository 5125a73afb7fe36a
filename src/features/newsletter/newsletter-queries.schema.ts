import { z } from '@hono/zod-openapi';
import { ListQuery } from '#platform/http/api.ts';
import { missedStates } from './newsletter-words.ts';

export const MissedQuery = ListQuery.extend({ state: z.enum(missedStates).optional() });
export type MissedQuery = z.infer<typeof MissedQuery>;
