/**
 * What a search takes for the same: letters with and without their marks, as db/migrations/0023 folds the texts. Greek and Cyrillic
 * lose the marks that people leave out; in other scripts a mark makes another letter.
 */

const from = 'đĐıİøØłŁςΆάΈέΉήΊίΌόΎύΏώΪϊΐΫϋΰЁёЙйЇїЎўأإآ';
const to = 'dDiIoOlLσΑαΕεΗηΙιΟοΥυΩωΙιιΥυυЕеИиІіУуااا';
const pairs: Record<string, string> = { ß: 'ss', ẞ: 'SS', æ: 'ae', Æ: 'AE', œ: 'oe', Œ: 'OE' };
const letters = new Map([
  ...Object.entries(pairs),
  ...Array.from(from, (letter, at) => [letter, to[at] ?? ''] as const),
]);
const arabicVowels = /[\u0640\u064b-\u0652\u0670]/g;

/** `term` as it stands in the folded texts. */
export function folded(term: string): string {
  const bare = term
    .normalize('NFD')
    .replace(/([A-Za-z])[\u0300-\u036f]+/g, '$1')
    .normalize('NFC');
  return Array.from(bare.replace(arabicVowels, ''), (letter) => letters.get(letter) ?? letter)
    .join('')
    .toLowerCase();
}
