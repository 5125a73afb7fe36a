import { accountKey, passwordLengthProblem } from '../account.ts';
import { commonWords, walks } from './guessable-password-parts.ts';

/** Its words are as easy to guess as common words. */
export type Owner = { username: string; email: string; societyName: string };

export const tooEasy = 'This password is too easy to guess. Three or four unrelated words make a good one.';

/** Characters that a password needs besides common words, keyboard walks, repetitions and years. */
const leastSurprise = 4;
const longestRepeatedPart = 8;

/** What is wrong with a password, or null (NIST SP 800-63B, 5.1.1.2). */
export function passwordProblem(password: string, owner: Owner): string | null {
  const length = passwordLengthProblem(password);
  if (length) return length;
  const plain = accountKey(password);
  const names = [owner.username, owner.email, owner.email.split('@')[0] ?? ''].map(accountKey);
  if (names.some((name) => name.length >= 3 && plain.includes(name)))
    return 'The password must not contain your username or email.';
  if (isRepeated(plain)) return tooEasy;
  const words = new Set([...commonWords, ...wordsOf(owner.societyName)]);
  const surprise = Math.min(surpriseIn(plain, words), surpriseIn(withoutLeetspeak(plain), words));
  return surprise < leastSurprise ? tooEasy : null;
}

/** 'abcabcabcabc', 'aaaaaaaaaaaa'. */
function isRepeated(text: string): boolean {
  for (let size = 1; size <= Math.min(longestRepeatedPart, text.length / 2); size++)
    if (
      text ===
      text
        .slice(0, size)
        .repeat(Math.ceil(text.length / size))
        .slice(0, text.length)
    )
      return true;
  return false;
}

/** 'password' for 'p4$$w0rd'. */
function withoutLeetspeak(text: string): string {
  const letters: Record<string, string> = {
    0: 'o',
    1: 'i',
    3: 'e',
    4: 'a',
    5: 's',
    7: 't',
    '@': 'a',
    $: 's',
    '!': 'i',
  };
  return text.replace(/[0134557@$!]/g, (character) => letters[character] ?? character);
}

/** The fewest letters and digits that remain when everything easy to guess is cut out. */
function surpriseIn(text: string, words: ReadonlySet<string>): number {
  const least = Array<number>(text.length + 1).fill(0);
  for (let start = text.length - 1; start >= 0; start--) {
    const isSign = !/[\p{L}\p{N}]/u.test(text[start] ?? '');
    least[start] = (least[start + 1] ?? 0) + (isSign ? 0 : 1);
    for (const end of easyEnds(text, start, words)) least[start] = Math.min(least[start] ?? 0, least[end] ?? 0);
  }
  return least[0] ?? 0;
}

const longestWord = 20;

/** Where a part that is easy to guess and begins at `start` may end. */
function* easyEnds(text: string, start: number, words: ReadonlySet<string>): Generator<number> {
  for (let end = start + 1; end <= Math.min(text.length, start + longestWord); end++) {
    const part = text.slice(start, end);
    const isWalk = part.length >= 3 && walks.some((walk) => walk.includes(part));
    const isOneSign = part.length >= 3 && new Set(part).size === 1;
    if (words.has(part) || isWalk || isOneSign || isCommonNumber(text, start, end)) yield end;
  }
}

/** Numbers that people append: '7', '2026', '0815', '311299', '31121999', not followed or preceded by a digit. */
function isCommonNumber(text: string, start: number, end: number): boolean {
  const isWhole = !/\d/.test(text[start - 1] ?? '') && !/\d/.test(text[end] ?? '');
  const common = /^(\d{1,4}|(0[1-9]|[12]\d|3[01])(0[1-9]|1[0-2])((19|20)?\d{2}))$/;
  return isWhole && common.test(text.slice(start, end));
}

function wordsOf(name: string): string[] {
  return accountKey(name)
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word.length >= 3);
}
