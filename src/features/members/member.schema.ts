import { z } from '@hono/zod-openapi';
import {
  focalPointFields,
  focalPointInput,
  ImageUrl,
  Instant,
  line,
  orAbsent,
  PictureInfoSchema,
  text,
  UpdatedBy,
} from '#platform/http/schemas.ts';
import { memberLimits } from './member.ts';

export const Member = z
  .object({
    id: z.number().int().positive(),
    name: z.string(),
    position: z.string(),
    bio: z.string(),
    imageUrl: z.string().nullable(),
    ...focalPointFields,
    image: PictureInfoSchema.nullable(),
    isActive: z.boolean(),
    joinDate: Instant,
    sortOrder: z.number().int().nullable(),
    createdAt: Instant,
    updatedAt: Instant,
    version: z.number().int(),
    updatedBy: UpdatedBy,
  })
  .openapi('Member');
export type Member = z.infer<typeof Member>;

/** What may be sent to create or update a member; a field that is absent stays as it is. */
export const MemberInput = z
  .object({
    name: line(memberLimits.name, 'Name'),
    position: line(memberLimits.position, 'Position'),
    bio: text(memberLimits.bio, 'Bio'),
    imageUrl: orAbsent(ImageUrl),
    ...focalPointInput,
    isActive: z.boolean(),
    joinDate: orAbsent(Instant),
    sortOrder: z.number().int().min(0).max(9999).nullable(),
    version: z.number().int(),
  })
  .partial()
  .openapi('MemberInput');
export type MemberInput = z.infer<typeof MemberInput>;

/** Who is shown first, second and so on. */
export const MemberOrder = z
  .object({ ids: z.array(z.number().int().positive()).min(1).max(1000) })
  .openapi('MemberOrder');
