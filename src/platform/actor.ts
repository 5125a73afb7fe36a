/** Who changes something, and when. */
export type Actor = { administratorId: number; now: Date };

/** For whom an answer is made: visitors see what is public, and not who saved it. */
export type Viewer = 'visitors' | 'administrators';
