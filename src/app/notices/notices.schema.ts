import { z } from '@hono/zod-openapi';
import { LateSchedule } from '#features/articles/schedule/schedule.schema.ts';
import { MailServerStatus } from '#features/newsletter/delivery/mail-server/mail-server.schema.ts';
import { DelayedIssue } from '#features/newsletter/issues/issues.schema.ts';

/**
 * The notices above every screen: `delayed` are sent automatically, `lateSchedules` wait for a decision.
 * `isIll`: a check is bad and no email can report it.
 */
export const AdminNotices = z
  .object({
    delayed: z.array(DelayedIssue),
    mailServer: MailServerStatus,
    lateSchedules: z.array(LateSchedule),
    isIll: z.boolean(),
  })
  .openapi('LiveNews');
export type AdminNotices = z.infer<typeof AdminNotices>;
