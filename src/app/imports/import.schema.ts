import { z } from '@hono/zod-openapi';
import { importStates } from '#features/imports/imports.tables.ts';

const PlannedItem = z.object({
  title: z.string(),
  kind: z.enum(['articles', 'pages']),
  /** Why it becomes a draft; null when visitors will read it. */
  hidden: z.string().nullable(),
  date: z.string().nullable(),
  /** That it gets another address, or replaces a starter page. */
  note: z.string().nullable(),
});
export type PlannedItem = z.infer<typeof PlannedItem>;

/** What an import would do, in the order of the file. */
export const Plan = z
  .object({
    label: z.string().openapi({ description: 'The program that wrote the file' }),
    items: z.array(PlannedItem),
    known: z.number().int().openapi({ description: 'Items that are here already' }),
    skipped: z.array(z.object({ title: z.string(), why: z.string() })),
    others: z.record(z.string(), z.number().int()).openapi({ description: 'Other kinds of content, by name' }),
    pictures: z.number().int(),
    missing: z.array(z.object({ title: z.string(), address: z.string() })),
    starters: z
      .array(z.string())
      .openapi({ description: 'Untouched starter pages whose addresses pages of the file have' }),
    notes: z.array(z.string()),
  })
  .openapi('ImportPlan');
export type Plan = z.infer<typeof Plan>;

/** What went wrong or otherwise while it was imported or undone. */
const Report = z.object({
  articles: z.number().int(),
  pages: z.number().int(),
  pictures: z.number().int(),
  missing: z.array(z.object({ title: z.string(), address: z.string() })),
  notes: z.array(z.string()),
  left: z.array(z.string()).openapi({ description: 'What an undo left, because it was changed since' }),
});
export type Report = z.infer<typeof Report>;

export const Import = z
  .object({
    id: z.number().int(),
    fileName: z.string(),
    state: z.enum(importStates),
    at: z.string(),
    endedAt: z.string().nullable(),
    undoUntil: z.string().nullable().openapi({ description: 'Until then it can be undone' }),
    done: z.number().int(),
    total: z.number().int(),
    error: z.string().nullable(),
    plan: Plan.nullable().openapi({ description: 'While it waits for a decision' }),
    report: Report.nullable().openapi({ description: 'Once it has ended' }),
  })
  .openapi('Import');
export type Import = z.infer<typeof Import>;
