import { z } from '@hono/zod-openapi';

const limits = { links: 200, length: 2000 } as const;

/** Paths of this site, with their queries. */
export const LinksInput = z
  .object({
    paths: z
      .array(
        z
          .string()
          .max(limits.length, 'An address is too long')
          .regex(/^\/(?!\/)/, 'Please give paths of this site, such as /articles/7'),
      )
      .max(limits.links, `Please ask about ${limits.links} links at most`),
  })
  .openapi('LinksInput', { example: { paths: ['/articles/7', '/about'] } });

/** In the order in which they were asked: for visitors `there`, `missing`, a `draft`, or `closed`. */
export const LinksAnswer = z
  .object({ states: z.array(z.enum(['there', 'missing', 'draft', 'closed'])) })
  .openapi('LinksAnswer');
export type LinksAnswer = z.infer<typeof LinksAnswer>;
