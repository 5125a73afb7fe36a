/** Sentences for administrators. Apart from the noun, since no public page needs them. */
export const articleMessages = {
  required: 'Title and description are required',
  emptyContent: 'Article content cannot be empty',
  previewWithdrawn: 'The link is withdrawn: nobody can read the draft with it any more.',
  notLive: 'This article is not live: save it as a draft.',
  changesDiscarded: 'The changes are discarded. The live article is as it was.',
  saved: 'Article saved successfully.',
  publishedAndSent: 'Article published and newsletter sent.',
} as const;
