import { z } from '@hono/zod-openapi';
import { itemAnswer, itemInput } from '#features/items/item.schema.ts';
import { Instant, lineSchema } from '#platform/http/schemas.ts';
import { pageLimits, pagePlaces } from './page.ts';

export const PageLink = z
  .object({
    id: z.number().int().positive(),
    title: z.string(),
    address: z.string(),
    path: z.string().openapi({ description: 'Below the address of the site, encoded', example: '/privacy' }),
    place: z.enum(pagePlaces),
    position: z.number().int(),
    updatedAt: Instant,
  })
  .openapi('PageLink');
export type PageLink = z.infer<typeof PageLink>;

export const Page = PageLink.extend({
  ...itemAnswer,
  content: z.string().openapi({
    description: 'HTML: for visitors as the page shows it, for administrators as it was saved',
  }),
  guessedLang: z.string().nullable().openapi({ description: 'Guessed from the text, null when unsure' }),
  isPublished: z.boolean(),
  gaps: z.array(z.string()).optional().openapi({ description: 'After a save: what a public page still leaves open' }),
}).openapi('Page');
export type Page = z.infer<typeof Page>;

/** What may be sent to create or update a page; a field that is absent stays as it is. */
export const PageInput = z
  .object({
    ...itemInput,
    title: lineSchema(pageLimits.title, 'Title'),
    address: z.string().max(2000).openapi({ description: 'Made from the title when a new page has none' }),
    content: z.string(),
    place: z.enum(pagePlaces),
    position: z.number().int().min(0).max(9999),
    isPublished: z.boolean(),
  })
  .partial()
  .openapi('PageInput');
export type PageInput = z.infer<typeof PageInput>;
