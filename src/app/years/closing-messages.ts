import { binDays } from '#features/bin/bin.ts';
import { committeeLimits } from '#features/committees/committee.ts';

export const closingMessages = {
  noOne: 'The committee has no members. There is no year to close.',
  tooMany: `A year has at most ${committeeLimits.posts} people. Please hide members who are not on the committee.`,
  noMember: 'One of these people is no longer on the committee. Please reload the page.',
  noAccount: 'One of these accounts is no longer active. Please reload the page.',
  noneStays: 'At least one account has to stay. Keep one, or invite someone.',
  // As long as members who left stay in the bin.
  tooLate: `Closing a year can be undone for ${binDays} days.`,
  undone: 'Undone. The committee is as it was.',
} as const;
