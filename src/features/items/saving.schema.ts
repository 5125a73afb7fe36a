import { z } from '@hono/zod-openapi';
import { IdempotencyHeaders } from '#platform/http/idempotency-keys.ts';
import { mostSaves } from '#shared/drafts/lost-saves.ts';

/** What a form says with a save beside its content. */
export const SaveQuery = z.object({
  image: z.literal('follows').optional().openapi({
    description:
      'The next call sets another picture: saved over an older version, it is refused when the picture was changed since',
  }),
  lost: z
    .string()
    .max(37 * mostSaves)
    .transform((keys) => keys.split(','))
    .pipe(z.array(z.uuid().toLowerCase()).max(mostSaves))
    .optional()
    .openapi({
      type: 'string',
      description:
        'Keys, with commas between them, of own saves whose answers never came: what they have saved is not somebody else’s',
    }),
});

export const SaveHeaders = z.object({
  'idempotency-key': IdempotencyHeaders.shape['idempotency-key'].openapi({
    description: 'Names this save for later ones, should its answer be lost',
  }),
});

/** In words, when somebody has saved since the given version and both changes are saved. */
export const Merged = z.object({ merged: z.string().optional() }).openapi('Merged');
