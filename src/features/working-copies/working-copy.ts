/** So many texts that are not saved has one administrator. */
export const mostWorkingCopies = 50;

/** So many texts of one browser are asked about at once. */
export const mostHeld = 100;

/** A browser that comes back later offers once more what has ended elsewhere. */
export const endedKeptDays = 400;

/** So many stamps of one text are told apart. */
export const mostStamps = 50;

export const workingCopyMessages = {
  notFound: 'This text is not kept any more: it was saved or discarded.',
  goesOn: 'Another device has gone on with this text: what it kept stays.',
  removed: 'The kept text is removed.',
  tooManyValues: 'A form has fewer fields than this',
  tooMany: `You have ${mostWorkingCopies} texts that are not saved. Save or discard some of them first.`,
  noItem: 'What this text belongs to was deleted for good.',
} as const;
