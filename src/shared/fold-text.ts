/**
 * Characters that every search treats as equal: compatibility forms (ligatures, half and full width), and letters with and without
 * marks. Greek and Cyrillic lose the marks that people leave out, Arabic also letters often written for each other; in other
 * scripts a mark makes a different letter.
 */

const from = 'đıøłςάέήίόύώϊΐϋΰёйїўأإآٱةىیک';
const to = 'diolσαεηιουωιιυυеиіуااااهييك';
const pairs: Record<string, string> = { ß: 'ss', æ: 'ae', œ: 'oe' };
const letters = new Map([
  ...Object.entries(pairs),
  ...Array.from(from, (letter, at) => [letter, to[at] ?? ''] as const),
]);
const another = new RegExp(`[${[...letters.keys()].join('')}]`, 'g');
const arabicVowels = /\u0640|[\u064b-\u0652]|\u0670/g;

/** A term or a text, as it is compared. */
export function foldForSearch(text: string): string {
  const bare = text
    .normalize('NFKD')
    .replace(/([A-Za-z])[\u0300-\u036f]+/g, '$1')
    .normalize('NFC')
    .toLowerCase();
  return bare.replace(arabicVowels, '').replace(another, (letter) => letters.get(letter) ?? '');
}

/** What is looked for, each by itself: a text that contains all of them is found. */
export function wordsToFind(search: string): string[] {
  return [...new Set(foldForSearch(search).trim().split(/\s+/))];
}

/** Whether a text contains every word of the search. */
export function containsFolded(text: string, search: string): boolean {
  const folded = foldForSearch(text);
  return wordsToFind(search).every((word) => folded.includes(word));
}
