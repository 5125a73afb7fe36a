import { z } from '@hono/zod-openapi';
import { IssueQuery } from '#features/newsletter/content/issue-query.schema.ts';
import { undeliveredStates } from '#features/newsletter/delivery-state.ts';
import { ListQuery } from '#platform/http/api.ts';
import { outcomes } from './outcome.ts';

export const RecipientsQuery = ListQuery.extend({ outcome: z.enum(outcomes).default('accepted'), ...IssueQuery.shape });
export type RecipientsQuery = z.infer<typeof RecipientsQuery>;

export const RecipientsExportQuery = z.object({ outcome: z.enum(outcomes).default('accepted'), ...IssueQuery.shape });

export const UndeliveredQuery = ListQuery.extend({ state: z.enum(undeliveredStates).optional(), ...IssueQuery.shape });
export type UndeliveredQuery = z.infer<typeof UndeliveredQuery>;
