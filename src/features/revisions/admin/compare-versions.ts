/** The fields of a form: their labels and how their values are read. Only these are compared. */
export type ComparedField = {
  name: string;
  label: string;
  kind?: 'html' | 'picture';
  /** Turns a value into text. */
  say?: (value: unknown) => string;
  /** Its value in a version that lacks it; none without. */
  initial?: unknown;
};

export type Difference = {
  label: string;
  before: string;
  after: string;
  isPicture: boolean;
  /** The words are the same, their formatting is not. */
  isOnlyFormat: boolean;
};

/** The fields that both versions have and that differ, in the form's order; `undefined`: not there. */
export function compareVersions(fields: ComparedField[], before: object, after: object): Difference[] {
  const [old, now] = [before as Record<string, unknown>, after as Record<string, unknown>];
  return fields
    .filter(({ name }) => old[name] !== undefined && now[name] !== undefined && !isEqual(old[name], now[name]))
    .map((field) => {
      const texts = { before: textOf(field, old[field.name]), after: textOf(field, now[field.name]) };
      const isPicture = field.kind === 'picture';
      return { label: field.label, ...texts, isPicture, isOnlyFormat: !isPicture && texts.before === texts.after };
    });
}

/** An empty field is the same as none. */
function isEqual(a: unknown, b: unknown): boolean {
  if (typeof a === 'object' && typeof b === 'object') return JSON.stringify(a) === JSON.stringify(b);
  return (a || a === false || a === 0 ? a : null) === (b || b === false || b === 0 ? b : null);
}

function textOf({ kind, say }: ComparedField, value: unknown): string {
  if (say && value !== null && value !== undefined) return say(value);
  if (typeof value === 'boolean') return value ? 'Yes' : 'No';
  const text = typeof value === 'string' || typeof value === 'number' ? String(value) : '';
  return kind === 'html' ? plainText(text) : text;
}

const blocks = 'p, h1, h2, h3, h4, h5, h6, li, pre, blockquote, tr';

/** The words of an article: a line for each paragraph, with marks for pictures and list items. */
function plainText(html: string): string {
  const { body } = new DOMParser().parseFromString(html, 'text/html');
  for (const item of body.querySelectorAll('li')) item.prepend('• ');
  for (const picture of body.querySelectorAll('img'))
    picture.replaceWith(`[Image${picture.alt && `: ${picture.alt}`}]`);
  for (const rest of body.querySelectorAll('br')) rest.replaceWith('\n');
  for (const block of body.querySelectorAll(blocks)) block.append('\n');
  return (body.textContent ?? '')
    .replace(/[^\S\n]+/g, ' ')
    .replace(/\n{2,}/g, '\n')
    .trim();
}
