export const commentLimits = { name: 80, text: 2000 } as const;

export const commentMessages = {
  noName: 'Please enter your name',
  longName: `Your name must be at most ${commentLimits.name} characters`,
  noText: 'Please write your comment',
  longText: `Your comment must be at most ${commentLimits.text} characters`,
  sent: 'Thank you. The editors can read your comment now, nobody else can.',
  failed: 'Failed to send your comment. Please try again.',
  full: 'There are many comments on this draft already. Please tell the editors in another way.',
  published: 'This article is published. Comments on its draft have ended.',
  notFound: 'This comment does not exist any more.',
  deleted: 'The comment is deleted.',
  seen: 'The comments count as seen.',
} as const;
