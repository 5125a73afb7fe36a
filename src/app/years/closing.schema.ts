import { z } from '@hono/zod-openapi';
import { Committee, Day } from '#features/committees/committee.schema.ts';
import { committeeLimits } from '#features/committees/committee.ts';
import { memberLimits } from '#features/members/member.ts';
import { Email } from '#platform/forms/public-form-fields.ts';
import { lineSchema } from '#platform/http/schemas.ts';

const id = z.number().int().positive();
const position = lineSchema(memberLimits.position, 'Position');

/** Members not named here stay on the committee unchanged. */
export const ClosingInput = z
  .object({
    label: lineSchema(committeeLimits.label, 'Year'),
    from: Day,
    to: Day,
    leaving: z.array(id).max(1000).default([]),
    positions: z.array(z.object({ id, position })).max(1000).default([]).openapi({ description: 'New ones' }),
    joining: z
      .array(z.object({ name: lineSchema(memberLimits.name, 'Name'), position }))
      .max(committeeLimits.posts)
      .default([]),
    ends: z
      .array(z.object({ id, on: Day }))
      .max(100)
      .default([])
      .openapi({ description: 'Accounts, each with its last day' }),
    invited: z.array(Email).max(20).default([]),
  })
  .openapi('ClosingInput');
export type ClosingInput = z.infer<typeof ClosingInput>;

/** Only this answer has the links. */
export const ClosedYear = z
  .object({
    year: Committee,
    invitations: z.array(z.object({ email: z.string(), link: z.string(), expiresAt: z.string(), mailed: z.boolean() })),
  })
  .openapi('ClosedYear');
export type ClosedYear = z.infer<typeof ClosedYear>;
