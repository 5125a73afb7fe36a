/** What the letters of a text tell: the language that its script stands for, and whether it could turn the words beside it around. */

const kana = /[\p{sc=Hiragana}\p{sc=Katakana}]/gu;

/** A language by the letters that it shares with others, told apart by those that are its own. */
const scripts: [language: string, letters: RegExp, own?: [language: string, letters: RegExp][]][] = [
  ['ja', kana],
  ['ko', /\p{sc=Hangul}/gu],
  ['zh', /\p{sc=Han}/gu],
  [
    'ar',
    /\p{sc=Arabic}/gu,
    [
      ['ur', /[ٹڈڑںے]/],
      ['fa', /[پچژگ]/],
    ],
  ],
  ['he', /\p{sc=Hebrew}/gu],
  [
    'ru',
    /\p{sc=Cyrillic}/gu,
    [
      ['uk', /[іїєґ]/i],
      ['sr', /[ђјљњћџ]/i],
    ],
  ],
  ['el', /\p{sc=Greek}/gu],
  ['th', /\p{sc=Thai}/gu],
  ['hi', /\p{sc=Devanagari}/gu],
  ['bn', /\p{sc=Bengali}/gu],
  ['pa', /\p{sc=Gurmukhi}/gu],
  ['gu', /\p{sc=Gujarati}/gu],
  ['ta', /\p{sc=Tamil}/gu],
  ['te', /\p{sc=Telugu}/gu],
  ['kn', /\p{sc=Kannada}/gu],
  ['ml', /\p{sc=Malayalam}/gu],
  ['si', /\p{sc=Sinhala}/gu],
  ['my', /\p{sc=Myanmar}/gu],
  ['km', /\p{sc=Khmer}/gu],
  ['lo', /\p{sc=Lao}/gu],
  ['am', /\p{sc=Ethiopic}/gu],
  ['hy', /\p{sc=Armenian}/gu],
  ['ka', /\p{sc=Georgian}/gu],
];

const beyondWestern = /[ơưăđ\u0370-\u{10ffff}]/iu;
const latin = /\p{sc=Latin}/gu;
const vietnamese = /[ơư\u1ea0-\u1ef9]/giu;
/** What follows is the same. */
const longestLook = 2000;

/** A BCP 47 tag by the script that most of its letters have; undefined for Latin letters, but those of Vietnamese. */
export function scriptLanguage(text: string): string | undefined {
  const start = text.slice(0, longestLook).normalize('NFC');
  if (!beyondWestern.test(start)) return undefined;
  const count = (letters: RegExp) => start.match(letters)?.length ?? 0;
  const latinLetters = count(latin);
  // A tenth of the letters: a name among English words does not make them Vietnamese.
  if (latinLetters > 0 && count(vietnamese) * 12 >= latinLetters) return 'vi';
  const [best] = scripts
    .map(([language, letters, own]) => ({ language, own, found: count(letters) * (language === 'zh' ? 2 : 1) }))
    .sort((a, b) => b.found - a.found);
  if (!best || best.found <= latinLetters) return undefined;
  // A twelfth of its letters tells Japanese from Chinese.
  if (best.language === 'zh' && count(kana) * 24 > best.found) return 'ja';
  return best.own?.find(([, letters]) => letters.test(start))?.[0] ?? best.language;
}

const turning = /[\u0590-\u08ff\u200f\u202a-\u202e\u2066-\u2069\ufb1d-\ufdff\ufe70-\ufefc]/;

/** For a sentence that has no markup: what is written from right to left, or says so, leaves the words beside it as they are. */
export function isolated(text: string): string {
  return turning.test(text) ? `\u2068${text}\u2069` : text;
}

/** Letters that lean only fall over; `ui/theme/scripts.css` names the same. */
const upright = new Set('ar fa ur he zh ja ko th lo km my hi bn pa gu ta te kn ml si am'.split(' '));

export function hasSlant(language: string | null): boolean {
  return !upright.has((language ?? '').split('-')[0] ?? '');
}
