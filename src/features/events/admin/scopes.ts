/** What a change to an event of a series is for (F5). */
export const scopes = [
  ['this', 'This event'],
  ['later', 'This and later events'],
] as const;
