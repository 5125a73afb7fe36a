import { z } from '@hono/zod-openapi';
import { Schedule, ScheduleInput } from '#features/articles/schedule/schedule.schema.ts';
import { digestLimits, issueDraftMessages } from '#features/newsletter/content/digests/digest.ts';
import { emptyAsAbsent, lineSchema } from '#platform/http/schemas.ts';
import { SendInput } from '../issues.schema.ts';

const Thing = z.object({ kind: z.enum(['article', 'event']), id: z.number().int().min(1) });

/** `problem`: why it would be left out if the digest were sent now. */
const ShownThing = Thing.extend({
  title: z.string(),
  when: z.string(),
  problem: z.string().nullable(),
}).openapi('DigestThing');
export type ShownThing = z.infer<typeof ShownThing>;

/** A digest or note that is not sent yet. `choices`: what could be added; `version`: changes with each save. */
export const IssueDraft = z
  .object({
    id: z.number().int(),
    kind: z.enum(['digest', 'note']),
    title: z.string(),
    note: z.string(),
    things: z.array(ShownThing),
    choices: z.array(ShownThing),
    isArchived: z.boolean(),
    isAutomatic: z.boolean(),
    version: z.string(),
    subscribers: z.number().int(),
    schedule: Schedule.nullable(),
  })
  .openapi('IssueDraft');
export type IssueDraft = z.infer<typeof IssueDraft>;

/** Scheduled in the `version` that the administrator has seen: not if someone has changed or stopped it since. */
export const IssueScheduleInput = ScheduleInput.extend({ version: z.string() });

/** With `version`, as above, it sends a draft. Without it ends the undo window that ends at `sendAfter`. */
export const SendIssueInput = SendInput.extend({
  version: emptyAsAbsent(z.string()),
  sendAfter: emptyAsAbsent(z.string()),
});

export const NewIssueInput = z.object({ kind: z.enum(['digest', 'note']) }).openapi('NewIssueInput');

export const IssueDraftInput = z
  .object({
    title: lineSchema(digestLimits.title, 'The title'),
    note: z.string(),
    things: z.array(Thing).max(digestLimits.things, issueDraftMessages.tooMany),
    isArchived: z.boolean(),
    version: z.string(),
  })
  .openapi('IssueDraftInput');
export type IssueDraftInput = z.infer<typeof IssueDraftInput>;
