import { SelectField } from '#ui/forms/field.tsx';
import { guessLanguage, languages } from '../article-language.ts';

type Props = {
  lang: string;
  /** Title, description and the beginning of the words. */
  text: string;
  onChange: (lang: string) => void;
};

/** The language of an article, which screen readers, fonts and search engines ask for. */
export function LanguageField({ lang, text, onChange }: Props) {
  return (
    <SelectField
      label="Language"
      hint="For screen readers, fonts and search engines."
      value={lang}
      options={optionsFor(lang, text)}
      onChange={onChange}
    />
  );
}

/** Includes the article's own language, which may have come through the API. */
function optionsFor(lang: string, text: string): (readonly [string, string])[] {
  const own = lang === '' || languages.some(([tag]) => tag === lang) ? [] : [[lang, lang] as const];
  const told = languages.find(([tag]) => tag === guessLanguage(text))?.[1];
  return [['', `Detect automatically${told ? ` (${told})` : ''}`], ...own, ...languages];
}
