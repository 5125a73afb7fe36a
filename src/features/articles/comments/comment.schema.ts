import { z } from '@hono/zod-openapi';
import { Instant } from '#platform/http/schemas.ts';
import { withoutControls } from '#shared/text.ts';
import { commentLimits, commentMessages } from './comment.ts';

/** Of whoever has a preview link; `isNew` until an administrator has seen it beside the article. */
export const Comment = z
  .object({ id: z.number().int(), name: z.string(), text: z.string(), at: Instant, isNew: z.boolean() })
  .openapi('Comment');
export type Comment = z.infer<typeof Comment>;

/** Plain text. */
export const CommentInput = z
  .object({
    name: written(commentLimits.name, commentMessages.noName, commentMessages.longName),
    text: written(commentLimits.text, commentMessages.noText, commentMessages.longText),
  })
  .openapi('CommentInput');
export type CommentInput = z.infer<typeof CommentInput>;

/** An article with comments that nobody has seen. */
export const NewComments = z
  .object({ articleId: z.number().int(), title: z.string(), count: z.number().int() })
  .openapi('NewComments');
export type NewComments = z.infer<typeof NewComments>;

function written(limit: number, none: string, tooLong: string) {
  return z
    .string(none)
    .transform((value) => withoutControls(value.replace(/\r\n?/g, '\n')).trim())
    .superRefine((value, context) => {
      const message = value === '' ? none : value.length > limit ? tooLong : null;
      if (message) context.addIssue({ code: 'custom', message });
    })
    .openapi({ type: 'string', maxLength: limit });
}
