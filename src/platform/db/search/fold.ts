/**
 * What a search takes for the same: letters with and without their marks, as the database folds the texts. Greek and Cyrillic
 * lose the marks that people leave out; in other scripts a mark makes another letter.
 */

const from = 'đıøłςάέήίόύώϊΐϋΰёйїўأإآ';
const to = 'diolσαεηιουωιιυυеиіуااا';
const pairs: Record<string, string> = { ß: 'ss', æ: 'ae', œ: 'oe' };
const letters = new Map([
  ...Object.entries(pairs),
  ...Array.from(from, (letter, at) => [letter, to[at] ?? ''] as const),
]);
const arabicVowels = /\u0640|[\u064b-\u0652]|\u0670/g;

/** `term` as it stands in the folded texts. */
export function folded(term: string): string {
  // Small letters first: JavaScript makes a final sigma of a capital one.
  const bare = term
    .toLowerCase()
    .normalize('NFD')
    .replace(/([a-z])[\u0300-\u036f]+/g, '$1')
    .normalize('NFC');
  return Array.from(bare.replace(arabicVowels, ''), (letter) => letters.get(letter) ?? letter).join('');
}
