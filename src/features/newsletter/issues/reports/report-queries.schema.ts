import { z } from '@hono/zod-openapi';
import { IssueQuery } from '#features/newsletter/content/issue-query.schema.ts';
import { ListQuery } from '#platform/http/api.ts';
import { outcomes } from './outcome.ts';

export const RecipientsExportQuery = z.object({ outcome: z.enum(outcomes).default('delivered'), ...IssueQuery.shape });

export const RecipientsQuery = ListQuery.extend(RecipientsExportQuery.shape);
export type RecipientsQuery = z.infer<typeof RecipientsQuery>;
