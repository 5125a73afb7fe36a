import { z } from '@hono/zod-openapi';
import { itemAnswer, itemInput } from '#features/items/item.schema.ts';
import { emptyAsAbsent, Instant, lineSchema, textSchema } from '#platform/http/schemas.ts';
import { memberLimits } from './member.ts';

export const Member = z
  .object({
    ...itemAnswer,
    name: z.string(),
    position: z.string(),
    bio: z.string(),
    isActive: z.boolean(),
    joinDate: Instant,
    sortOrder: z.number().int().nullable(),
  })
  .openapi('Member');
export type Member = z.infer<typeof Member>;

/** What may be sent to create or update a member; a field that is absent stays as it is. */
export const MemberInput = z
  .object({
    ...itemInput,
    name: lineSchema(memberLimits.name, 'Name'),
    position: lineSchema(memberLimits.position, 'Position'),
    bio: textSchema(memberLimits.bio, 'Bio'),
    isActive: z.boolean(),
    joinDate: emptyAsAbsent(Instant),
    sortOrder: z.number().int().min(0).max(9999).nullable(),
  })
  .partial()
  .openapi('MemberInput');
export type MemberInput = z.infer<typeof MemberInput>;

export const MemberOrder = z
  .object({ ids: z.array(z.number().int().positive()).min(1).max(1000) })
  .openapi('MemberOrder');
