import { z } from '@hono/zod-openapi';
import { IssueQuery } from '#features/newsletter/content/issue-id-query.schema.ts';
import { ListQuery } from '#platform/http/api.ts';
import { TableQuery } from '#platform/spreadsheets/answer-table.ts';
import { outcomes } from './outcome.ts';

const which = { outcome: z.enum(outcomes).default('delivered'), ...IssueQuery.shape };

export const RecipientsExportQuery = TableQuery.extend(which);

export const RecipientsQuery = ListQuery.omit({ search: true }).extend(which);
export type RecipientsQuery = z.infer<typeof RecipientsQuery>;
