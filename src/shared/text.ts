/** '1 article', '2 articles', '1,152 subscribers'. */
export function pluralise(count: number, noun: string): string {
  return `${count.toLocaleString('en-US')} ${noun}${count === 1 ? '' : 's'}`;
}

/** '1 article found', '2 articles found', with ' for "term"' while searching (A8). */
export function foundCountText(count: number, noun: string, term: string): string {
  return `${pluralise(count, noun)} found${term ? ` for "${term}"` : ''}`;
}

export function capitalised(word: string): string {
  return word.charAt(0).toUpperCase() + word.slice(1);
}

/** 'an event', 'a member'. */
export function withIndefiniteArticle(noun: string): string {
  return `${/^[aeiou]/.test(noun) ? 'an' : 'a'} ${noun}`;
}

/** Non-empty paragraphs of a plain text, split at line breaks. */
export function splitParagraphs(text: string): string[] {
  return text
    .split(/\r?\n/)
    .map((line) => line.trim())
    .filter(Boolean);
}

/** U+0080 to U+009F as programs mean them that take Windows-1252 for Unicode. */
const windows1252 = '€ ‚ƒ„…†‡ˆ‰Š‹Œ Ž  ‘’“”•–—˜™š›œ žŸ';

/** Drops control characters but tab and line breaks, and what else XML 1.0 forbids; C1 controls become the characters they mean. */
export function withoutControlCharacters(text: string): string {
  return text
    .replace(/[\u0080-\u009f]/g, (control) => windows1252.charAt(control.charCodeAt(0) - 0x80).trim())
    .replace(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f\ufffe\uffff]/g, '');
}

const collator = new Intl.Collator('en');

/** The order of names and other texts, in any language. */
export function compareTexts(a: string, b: string): number {
  return collator.compare(a, b);
}

const turning = /[\u0590-\u08ff\u200f\u202a-\u202e\u2066-\u2069\ufb1d-\ufdff\ufe70-\ufefc]/;

/**
 * Isolates the direction of a text inside a plain-text sentence, so that right-to-left text does not reorder the words beside it.
 */
export function bidiIsolated(text: string): string {
  return turning.test(text) ? `\u2068${text.replace(/[\u2066-\u2069]/g, '')}\u2069` : text;
}

const pop = '\u202c';
const popIsolate = '\u2069';

/** For text shown elsewhere, such as a subject: closes whatever changes its direction. */
export function bidiClosed(text: string): string {
  const open: string[] = [];
  for (const [sign] of text.matchAll(/[\u202a-\u202e\u2066-\u2069]/g))
    if (sign === popIsolate) open.length = open.includes(sign) ? open.lastIndexOf(sign) : open.length;
    else if (sign !== pop) open.push(sign < '\u2066' ? pop : popIsolate);
    else if (open.at(-1) === pop) open.pop();
  return text + open.reverse().join('');
}

/** False for scripts whose letters must not be slanted; `ui/theme/scripts.css` has the same list. */
export function hasItalics(language: string | null): boolean {
  const upright = 'ar fa ur he zh ja ko th lo km my hi bn pa gu ta te kn ml si am'.split(' ');
  return !upright.includes((language ?? '').split('-')[0] ?? '');
}

/** The initials of the first and the last name, each with its combining marks. */
export function initials(name: string): string {
  const names = name.normalize().trim().split(/\s+/);
  return names
    .filter((_, at) => at === 0 || at === names.length - 1)
    .map((word) => /\P{M}\p{M}*/u.exec(word)?.[0] ?? '')
    .join('');
}

/** What to say at each of these fields that is empty. */
export function requiredFieldErrors<Name extends string>(
  values: Record<NoInfer<Name>, string>,
  sentences: Readonly<Record<Name, string>>,
): Partial<Record<Name, string>> {
  const all = Object.entries(sentences) as [Name, string][];
  return Object.fromEntries(all.filter(([name]) => !values[name].trim())) as Partial<Record<Name, string>>;
}
