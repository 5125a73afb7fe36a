const turning = /[\u0590-\u08ff\u200f\u202a-\u202e\u2066-\u2069\ufb1d-\ufdff\ufe70-\ufefc]/;

/** For a sentence that has no markup: what is written from right to left, or says so, leaves the words beside it as they are. */
export function isolated(text: string): string {
  return turning.test(text) ? `\u2068${text}\u2069` : text;
}

/** Letters that lean only fall over; `ui/theme/scripts.css` names the same. */
export function hasSlant(language: string | null): boolean {
  const upright = 'ar fa ur he zh ja ko th lo km my hi bn pa gu ta te kn ml si am'.split(' ');
  return !upright.includes((language ?? '').split('-')[0] ?? '');
}
