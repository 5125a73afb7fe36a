import { z } from '@hono/zod-openapi';
import { Instant } from '#platform/http/schemas.ts';

const WallTime = z.string().openapi({ example: '2026-12-01T08:00:00' });

/** The schedule of a draft; only for administrators. */
export const Schedule = z
  .object({
    publishAt: WallTime.openapi({ description: 'Wall time in the time zone of the site' }),
    dueAt: Instant.openapi({ description: 'The instant that this is' }),
    sendsNewsletter: z.boolean(),
    state: z.enum(['scheduled', 'late', 'restored', 'failed']),
    isLate: z.boolean().openapi({ description: 'It no longer goes live automatically: someone has to decide' }),
    scheduledBy: z.string().nullable(),
  })
  .openapi('Schedule');
export type Schedule = z.infer<typeof Schedule>;

/** `publishAt` is checked like a form field, so that errors appear beside it. */
export const ScheduleInput = z
  .object({
    publishAt: z
      .string()
      .max(40)
      .default('')
      .openapi({ description: 'Wall time in the time zone of the site', example: '2026-12-01T08:00:00' }),
    sendsNewsletter: z.boolean().default(true),
  })
  .openapi('ScheduleInput');
export type ScheduleInput = z.infer<typeof ScheduleInput>;

/** A schedule that needs a decision. */
export const LateSchedule = z
  .object({
    articleId: z.number().int().nullable(),
    issueId: z.number().int().nullable(),
    title: z.string(),
    publishAt: WallTime,
    state: z.enum(['late', 'restored', 'failed']),
  })
  .openapi('LateSchedule');
export type LateSchedule = z.infer<typeof LateSchedule>;
