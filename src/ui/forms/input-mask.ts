export type Typed = { text: string; caret: number };

/** Digits in groups of these sizes, as in 2026/12/01. */
export type Grouping = { sizes: readonly number[]; separator: string };

/** Drops what exceeds `limit` UTF-16 units before the caret. The text after it stays, and no character is halved. */
export function cutToLimit({ text, caret }: Typed, limit: number): Typed {
  const excess = text.length - limit;
  if (excess <= 0) return { text, caret };
  const before = whole(text.slice(0, Math.max(0, caret - excess)));
  return { text: whole((before + text.slice(caret)).slice(0, limit)), caret: before.length };
}

/** Keeps the digits and sets the separators. The caret stays between the same digits. */
export function withSeparators(typed: Typed, grouping: Grouping, inputType = ''): Typed {
  const most = grouping.sizes.reduce((sum, size) => sum + size, 0);
  const right = digitsOf(typed.text.slice(typed.caret));
  const typedLeft = typed.text.slice(0, typed.caret);
  const left = digitsOf(right || isDeletion(inputType) ? typedLeft : padded(typedLeft, grouping));
  const room = Math.max(0, most - right.length);
  const count = Math.min(left.length, room);
  return place(left.slice(0, count) + right.slice(0, most), count, grouping, inputType);
}

function place(digits: string, count: number, grouping: Grouping, inputType: string): Typed {
  const { separator } = grouping;
  const groups: string[] = [];
  let start = 0;
  let caret = count;
  for (const size of grouping.sizes) {
    const group = digits.slice(start, start + size);
    if (!group) break;
    if (start > 0) {
      // For Backspace the caret is before the separator, otherwise after it.
      const isPassed = count > start || (count === start && !/^delete.*Backward$/.test(inputType));
      if (isPassed) caret += separator.length;
    }
    groups.push(group);
    start += size;
  }
  return { text: groups.join(separator), caret };
}

/** A separator after the first of two digits completes them: 2026/1/ is 2026/01. */
function padded(text: string, { sizes }: Grouping): string {
  const parts = text.replace(/^\D+/, '').split(/\D+/);
  const last = Math.min(parts.length - 1, sizes.length);
  const isHalf = (part: string, index: number) => index < last && part.length === 1 && sizes[index] === 2;
  return parts.map((part, index) => (isHalf(part, index) ? `0${part}` : part)).join('');
}

function isDeletion(inputType: string): boolean {
  return inputType.startsWith('delete') || inputType.startsWith('history');
}

function digitsOf(text: string): string {
  return text.replace(/\D/g, '');
}

/** Without the first half of a surrogate pair at its end. */
function whole(text: string): string {
  return /[\ud800-\udbff]$/.test(text) ? text.slice(0, -1) : text;
}
