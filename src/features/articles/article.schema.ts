import { z } from '@hono/zod-openapi';
import { itemAnswer, itemInput } from '#features/items/item.schema.ts';
import { emptyAsAbsent, Instant, lineSchema, textSchema } from '#platform/http/schemas.ts';
import { articleLimits } from './article.ts';
import { Schedule } from './schedule/schedule.schema.ts';

/** An article in a list: everything but its body. */
export const ArticleCard = z
  .object({
    ...itemAnswer,
    title: z.string(),
    description: z.string(),
    excerpt: z.string().nullable(),
    imageAlt: z.string(),
    isPublished: z.boolean(),
    isFeatured: z.boolean(),
    /** Chosen by the author; null: guessed from the text. */
    lang: z.string().nullable(),
    publishedAt: Instant.nullable(),
    readingMinutes: z.number().int(),
    /** Whether someone has a draft of the live article; only in administrators' lists. */
    hasChanges: z.boolean().optional(),
    /** Whether its newsletter was ever sent; only in administrators' lists. */
    isSent: z.boolean().optional(),
    /** When it goes live automatically; only for administrators. */
    schedule: Schedule.nullable().optional(),
  })
  .openapi('ArticleCard');
export type ArticleCard = z.infer<typeof ArticleCard>;

export const Article = ArticleCard.extend({
  content: z.string().openapi({
    description: 'HTML: for visitors as the page of the article shows it, for administrators as it was saved',
  }),
  /** The language guessed from the text, null when unsure; not in lists. */
  guessedLang: z.string().nullable().optional(),
}).openapi('Article');
export type Article = z.infer<typeof Article>;

const LanguageTag = z
  .string()
  .max(35)
  .regex(/^[a-zA-Z]{2,3}(?:-[a-zA-Z0-9]{2,8}){0,4}$/, 'Language must be a tag such as en, fr or zh-Hant')
  .openapi({ example: 'fr' });

/** What may be sent to create or update an article; a field that is absent stays as it is. */
export const ArticleInput = z
  .object({
    ...itemInput,
    title: lineSchema(articleLimits.title, 'Title'),
    description: textSchema(articleLimits.description, 'Description'),
    content: z.string(),
    excerpt: textSchema(articleLimits.excerpt, 'Excerpt').nullable(),
    imageAlt: lineSchema(articleLimits.imageAlt, 'Image description'),
    isPublished: z.boolean(),
    isFeatured: z.boolean(),
    lang: emptyAsAbsent(LanguageTag.nullable()),
    publishedAt: emptyAsAbsent(Instant.nullable()).openapi({
      description: 'Now when a draft goes live. A live article keeps its date when null is sent',
    }),
  })
  .partial()
  .openapi('ArticleInput');
export type ArticleInput = z.infer<typeof ArticleInput>;

/** Where a draft can be seen without signing in, and until when. */
export const PreviewLink = z.object({ url: z.string(), expiresAt: Instant }).openapi('PreviewLink');
export type PreviewLink = z.infer<typeof PreviewLink>;
