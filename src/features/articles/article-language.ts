import { textLanguages } from '#features/settings/text-languages.ts';
import { languageOfScript } from '#shared/script-language.ts';

/** The languages of the form; the API takes any tag. */
export const languages = [
  ...textLanguages,
  ['zh-Hans', 'Simplified Chinese'] as const,
  ['zh-Hant', 'Traditional Chinese'] as const,
];

/** Words that nearly every sentence of a language has, and few others do. */
const commonWords: Record<string, string> = {
  en: 'the and of to is that with for are was this from which have not',
  de: 'der die das und ist nicht mit ein eine den von zu auf für sich dem wird auch',
  fr: 'le la les des et est une dans que pour qui sur pas avec au du ce sont',
  es: 'el la los las y es una del por que para con se más como su en',
  pt: 'o os as e é uma do da dos das não para com em por mais ao que',
  it: 'il lo gli di e è una del della che per con non sono nel più alla',
  nl: 'de het een en van is niet dat met voor zijn op aan ook worden naar',
  sv: 'och att det som en är på för inte av med den till har om ett',
  pl: 'i w na nie się jest że do z to jak przez dla oraz są',
  ro: 'și în este nu cu pe care la din mai pentru că sunt o ale',
  tr: 've bir bu için ile de da olarak çok daha olan gibi kadar',
  id: 'yang dan di dari untuk dengan ini pada adalah itu dalam tidak akan',
  cy: 'yn y mae a o yr ar i bod gan wedi ei ac am',
};

const languagesOf = new Map<string, string[]>();
for (const [language, words] of Object.entries(commonWords))
  for (const word of words.split(' ')) languagesOf.set(word, [...(languagesOf.get(word) ?? []), language]);

/** The number of characters read: the rest is in the same language. */
const longestLook = 1000;
const fewestWords = 8;

/** A BCP 47 tag; null if the text is not clearly in one language. */
export function guessLanguage(text: string): string | null {
  const start = text.slice(0, longestLook);
  const byScript = languageOfScript(start);
  if (byScript) return byScript;
  const words =
    start
      .normalize('NFC')
      .toLowerCase()
      .match(/\p{L}+/gu) ?? [];
  if (words.length < fewestWords) return null;
  const found = new Map<string, number>();
  for (const word of words)
    for (const language of languagesOf.get(word) ?? []) found.set(language, (found.get(language) ?? 0) + 1);
  const [[language, most] = [null, 0], [, second] = [null, 0]] = [...found].sort((a, b) => b[1] - a[1]);
  const isSure = most * 8 >= words.length && most >= second * 1.4 + 1;
  return isSure ? language : null;
}
