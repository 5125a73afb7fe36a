import { z } from '@hono/zod-openapi';
import { LateSchedule } from '#features/articles/schedule/schedule.schema.ts';
import { MailServerStatus } from '#features/newsletter/delivery/mail-server/mail-server.schema.ts';
import { DelayedIssue } from '#features/newsletter/issues/issues.schema.ts';

/**
 * What stands above every screen: `delayed` leave by themselves, `lateSchedules` wait for someone to decide.
 * `isIll`: something is bad that no email can tell.
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
