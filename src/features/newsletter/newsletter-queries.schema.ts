import { z } from '@hono/zod-openapi';
import { ListQuery } from '#platform/http/api.ts';
import { missedStates, outcomes, subscriberStates } from './newsletter-words.ts';

const number = z
  .string()
  .regex(/^[1-9][0-9]{0,14}$/, 'This is not the number of a newsletter')
  .transform(Number)
  .optional()
  .openapi({ type: 'integer', minimum: 1 });

/** One of the issues of the article; without it the latest. */
export const IssueQuery = z.object({ issue: number });

export const RecipientsQuery = ListQuery.extend({ outcome: z.enum(outcomes).default('accepted'), issue: number });
export type RecipientsQuery = z.infer<typeof RecipientsQuery>;

export const RecipientsExportQuery = z.object({ outcome: z.enum(outcomes).default('accepted'), issue: number });

export const MissedQuery = ListQuery.extend({ state: z.enum(missedStates).optional(), issue: number });
export type MissedQuery = z.infer<typeof MissedQuery>;

export const SubscribersQuery = ListQuery.extend({ state: z.enum(subscriberStates).optional() });
export type SubscribersQuery = z.infer<typeof SubscribersQuery>;

export const ExportQuery = z.object({ state: z.enum(subscriberStates).optional() });

export const ImportQuery = z.object({ dryRun: z.enum(['true', 'false']).optional() });
