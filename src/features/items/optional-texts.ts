import type { Field } from './kind.ts';

/** Short texts that an item of a kind may have. The kind lists them once; column, API, saving, history and form follow. */
export type OptionalTexts = Readonly<Record<string, OptionalText>>;

/** `isLink`: an https address. `hint` stands below its field in the form. */
type OptionalText = { label: string; limit: number; hint?: string; isLink?: true };

/** The same names with what `of` makes of each. */
export function mapTexts<T extends OptionalTexts, Value>(texts: T, of: (text: OptionalText, name: keyof T) => Value) {
  const made = Object.entries(texts).map(([name, text]) => [name, of(text, name)]);
  return Object.fromEntries(made) as { [Name in keyof T]: Value };
}

export function fieldsOfTexts(texts: OptionalTexts): Field[] {
  return Object.entries(texts).map(([name, { label }]) => ({ name, label, summary: inSentence(label) }));
}

/** 'link to tickets' for 'Link to tickets'. */
export function inSentence(label: string): string {
  return label.charAt(0).toLowerCase() + label.slice(1);
}
