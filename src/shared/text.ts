/** '1 article', '2 articles'. */
export function countOf(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? '' : 's'}`;
}

/** '1 article found', '2 articles found', with ' for "term"' while searching (A8). */
export function foundText(count: number, noun: string, term: string): string {
  return `${countOf(count, noun)} found${term ? ` for "${term}"` : ''}`;
}

export function capitalised(word: string): string {
  return word.charAt(0).toUpperCase() + word.slice(1);
}

/** 'an event', 'a member'. */
export function withArticle(noun: string): string {
  return `${/^[aeiou]/.test(noun) ? 'an' : 'a'} ${noun}`;
}

/** Non-empty paragraphs of a plain text, split at line breaks. */
export function paragraphs(text: string): string[] {
  return text
    .split(/\r?\n/)
    .map((line) => line.trim())
    .filter(Boolean);
}

/** Drops the characters that XML 1.0 forbids, but keeps tab and line breaks. */
export function withoutControls(text: string): string {
  return text.replace(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g, '');
}

const collator = new Intl.Collator('en');

/** The order of names and of whatever else people read, in any language. */
export function compareTexts(a: string, b: string): number {
  return collator.compare(a, b);
}
