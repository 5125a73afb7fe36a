/** Who changes something, and when. */
export type Actor = { administratorId: number; now: Date };

/** Null for the command line, the site itself, and an account that was erased. */
export type Doer = { administratorId: number | null; now: Date };

/** The audience of an answer: visitors see only what is public, and not who saved it. */
export type Viewer = 'visitors' | 'administrators';

/** The name of the one account for everyone who was erased. Usernames have no spaces, so no one else can have it. */
export const formerAdministrator = 'a former administrator';
