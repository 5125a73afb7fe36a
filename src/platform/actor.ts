/** Who changes something, and when. */
export type Actor = { administratorId: number; now: Date };

/** The same, where no one may know any more who it was. */
export type Doer = { administratorId: number | null; now: Date };

/** For whom an answer is made: visitors see what is public, and not who saved it. */
export type Viewer = 'visitors' | 'administrators';

/** The name of the one account that stands for all who were erased. No username has spaces, so that no one else can have it. */
export const formerAdministrator = 'a former administrator';
