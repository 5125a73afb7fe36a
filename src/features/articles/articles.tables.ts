import type { Generated } from 'kysely';
import type { ItemColumns, OwnFields, PictureColumns } from '#features/items/items.tables.ts';
import type { Article } from './article.schema.ts';

declare module '#platform/db/tables.ts' {
  interface Tables {
    articles: ArticlesTable;
    scheduledPublications: ScheduledPublicationsTable;
  }
}

export type ArticlesTable = ItemColumns &
  PictureColumns &
  OwnFields<Article, 'readingMinutes' | 'hasChanges' | 'isSent' | 'schedule' | 'guessedLang'> & {
    /** The text of `content`, for search and reading time. */
    contentText: string;
    /** The number of words in `contentText`. */
    words: Generated<number>;
    /** `content` as its page shows it; empty if that is the same, null before it is rendered. */
    rendered: Generated<string | null>;
    /** How often its preview links were withdrawn. */
    previewsWithdrawn: Generated<number>;
  };

/** A draft scheduled to go live, or a digest or note scheduled to be sent. */
export type ScheduledPublicationsTable = {
  id: Generated<number>;
  /** One of these two. */
  articleId: Generated<number | null>;
  issueId: Generated<number | null>;
  /** Wall time in the site's zone, YYYY-MM-DDTHH:MM:SS. */
  publishAt: string;
  dueAt: string;
  /** Whether its newsletter is sent then. */
  hasNewsletter: boolean;
  /** `published`: its newsletter is still to be sent. The last three need a decision. */
  state: 'scheduled' | 'published' | 'late' | 'restored' | 'failed';
  administratorId: number | null;
  createdAt: string;
  /** When the administrators were told that it needs a decision. */
  toldAt: Generated<string | null>;
};
