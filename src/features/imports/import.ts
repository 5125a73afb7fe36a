/** What becomes of an uploaded export of another site. The first, third and fifth are a worker's turn. */
export const importStates = [
  'reading',
  'ready',
  'importing',
  'done',
  'undoing',
  'undone',
  'failed',
  'discarded',
] as const;
