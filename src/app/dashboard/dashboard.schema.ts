/** The dashboard's overview, and the notices above every screen. */
import { z } from '@hono/zod-openapi';
import { LateSchedule, Schedule } from '#features/articles/schedule/schedule.schema.ts';
import { SocietyEvent } from '#features/events/event.schema.ts';
import { ActionSchema } from '#features/health/health.api.ts';
import { MailServerStatus } from '#features/newsletter/delivery/mail-server/mail-server.schema.ts';
import { issueKinds } from '#features/newsletter/issue.ts';
import { DelayedIssue } from '#features/newsletter/issues/issues.schema.ts';
import { IssueReport } from '#features/newsletter/issues/reports/issue-reports.schema.ts';
import { Instant } from '#platform/http/schemas.ts';

export const Glance = z
  .object({
    /** The signed-in administrator's unsaved drafts; `item`: as the address of its form has it. */
    unsavedDrafts: z.object({
      total: z.number().int(),
      newest: z.object({ kind: z.string(), item: z.string() }).nullable(),
    }),
    /** The next few schedules, and those that need a decision. */
    scheduled: z.object({
      total: z.number().int(),
      next: z.array(
        Schedule.extend({
          articleId: z.number().int().nullable(),
          issueId: z.number().int().nullable(),
          issueKind: z.enum(issueKinds).nullable(),
          title: z.string(),
          isSent: z.boolean(),
        }),
      ),
    }),
    /** The next event that is not cancelled. */
    nextEvent: SocietyEvent.pick({
      id: true,
      title: true,
      eventDate: true,
      endDate: true,
      isAllDay: true,
      location: true,
      startsAt: true,
      hasSignup: true,
      capacity: true,
    })
      .extend({ people: z.number().int(), places: z.number().int(), waiting: z.number().int() })
      .nullable(),
    /** Confirmed subscribers, those who get each article, the change in 30 days, and the suppressed who asked to subscribe again. */
    subscribers: z.object({
      total: z.number().int(),
      audience: z.number().int(),
      change: z.number().int(),
      askedAgain: z.number().int(),
    }),
    /** Confirmations of the last 24 hours that can be sent now that a mail server is set. */
    keptConfirmations: z.number().int(),
    /** The last newsletter. */
    newsletter: IssueReport.pick({
      id: true,
      articleId: true,
      subject: true,
      state: true,
      createdAt: true,
      total: true,
      counts: true,
      outcomes: true,
      gone: true,
      note: true,
      sendAfter: true,
    }).nullable(),
    /** Bad results of the checks that are not fixed yet. */
    wrong: z.array(z.object({ title: z.string(), beganAt: Instant })),
    /** Not shown once every step is done, or when an administrator has hidden them. */
    firstSteps: z.object({
      isShown: z.boolean(),
      steps: z.array(
        z.object({
          name: z.string(),
          title: z.string(),
          isDone: z.boolean(),
          sentence: z.string(),
          todo: z.string().nullable(),
          action: ActionSchema.optional(),
        }),
      ),
    }),
  })
  .openapi('Glance');
export type Glance = z.infer<typeof Glance>;

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
  .openapi('AdminNotices');
export type AdminNotices = z.infer<typeof AdminNotices>;
