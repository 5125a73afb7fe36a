import { type Kind, pictureFields } from '#features/items/kind.ts';
import { wallTimeText } from '#shared/dates.ts';

export const articleKind = {
  name: 'articles',
  noun: 'article',
  label: 'Articles',
  titleField: 'title',
  adminPath: '/admin/articles',
  fields: [
    { name: 'title', label: 'Title' },
    { name: 'description', label: 'Description' },
    { name: 'content', label: 'Content', as: 'html' },
    ...pictureFields,
    { name: 'excerpt', label: 'Excerpt' },
    { name: 'imageAlt', label: 'Image description', summary: 'image description' },
    { name: 'lang', label: 'Language', summary: 'language' },
    { name: 'isFeatured', label: 'Featured article', summary: 'featured' },
    // Restoring an old text never publishes or unpublishes.
    { name: 'isPublished', label: 'Published', isOutsideVersions: true },
  ],
  states: { draft: 'Draft', scheduled: 'Scheduled', published: 'Published', unsent: 'Not sent' },
  activity: {
    thing: 'the article “{}”',
    nameless: { 'the article “{}”': 'an article', 'the draft “{}”': 'a draft' },
    sentences: {
      create: ({ isPublished }) => (isPublished ? 'wrote and published the article “{}”' : 'wrote the draft “{}”'),
      publish: ({ isScheduled }) => `published the article “{}”${isScheduled === true ? ' as scheduled' : ''}`,
      schedule: ({ publishAt }) =>
        `scheduled the article “{}”${typeof publishAt === 'string' ? ` for ${wallTimeText(publishAt)}` : ''}`,
      unschedule: 'unscheduled the article “{}”',
      preview: 'made a preview link for the article “{}”',
      // From versions that saved them beside the live article.
      'keep-changes': 'saved changes of the article “{}” that are not live yet',
      'discard-changes': 'discarded changes of the article “{}” that were not live',
      'withdraw-preview': 'withdrew the preview links for the article “{}”',
    },
  },
  texts: {
    empty: 'There are no articles yet.',
    notFound: 'Article not found',
    deleteQuestion: 'Are you sure you want to delete this article?',
    deleteFailed: { toast: 'Failed to delete article' },
    listFailed: 'Failed to load articles',
    readFailed: 'Failed to load article',
  },
} as const satisfies Kind;
