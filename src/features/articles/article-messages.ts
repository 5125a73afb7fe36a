/** Sentences for administrators. Separate from `article.ts` because no public page needs them. */
export const articleMessages = {
  required: 'Title and description are required',
  missing: { title: 'Please enter a title', description: 'Please enter a description' },
  emptyContent: 'Article content cannot be empty',
  previewWithdrawn: 'The link is withdrawn: it no longer works.',
  saveFailed: 'Failed to save. Please try again.',
  saved: 'Article saved successfully.',
  publishedAndSent: 'Article published and newsletter sent.',
} as const;
