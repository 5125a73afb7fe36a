import { z } from '@hono/zod-openapi';
import { itemAnswer, itemInput, pictureAnswer, pictureInput } from '#features/items/item.schema.ts';
import { emptyAsAbsent, Instant, lineSchema, secureUrlSchema } from '#platform/http/schemas.ts';
import { parseWallTime } from '#shared/dates.ts';
import { committeeLimits, committeeMessages } from './committee.ts';

const Post = z
  .object({
    name: z.string(),
    position: z.string(),
    link: z.string().nullable(),
    ...pictureAnswer,
  })
  .openapi('Post');

export const Committee = z
  .object({
    ...itemAnswer,
    label: z.string().openapi({ example: '2024-25' }),
    path: z.string().openapi({ description: 'Below the address of the site, encoded', example: '/committee/2024-25' }),
    from: z.string().openapi({ example: '2024-09-01' }),
    to: z.string().openapi({ example: '2025-08-31' }),
    posts: z.array(Post).openapi({ description: 'Three years after the end of the year: names and positions only' }),
    closing: z
      .object({ at: Instant, accountsEnding: z.number().int(), invited: z.number().int() })
      .nullable()
      .optional()
      .openapi({
        description: 'Of a year that was closed, while there is something to undo or to do; for administrators',
      }),
  })
  .openapi('Committee');
export type Committee = z.infer<typeof Committee>;

/** A day, as '2025-08-31'. */
export const Day = z
  .string()
  .refine((value) => parseWallTime(`${value}T00:00`) !== null, committeeMessages.badDay)
  .openapi({ format: 'date' });

/** As it is stored too. */
export const PostInput = z
  .object({
    name: lineSchema(committeeLimits.name, 'Name'),
    position: lineSchema(committeeLimits.position, 'Position'),
    link: emptyAsAbsent(secureUrlSchema(committeeLimits.link, 'Link')),
    ...pictureInput,
  })
  .openapi('PostInput');
export type PostInput = z.infer<typeof PostInput>;

/** What may be sent to create or update a year; a field that is absent stays as it is. */
export const CommitteeInput = z
  .object({
    ...itemInput,
    label: lineSchema(committeeLimits.label, 'Year'),
    from: Day,
    to: Day,
    posts: z.array(PostInput).max(committeeLimits.posts, `A year has at most ${committeeLimits.posts} people`),
  })
  .partial()
  .openapi('CommitteeInput');
export type CommitteeInput = z.infer<typeof CommitteeInput>;
