export type Typed = { text: string; caret: number };

/** Digits in groups of these sizes, as in 2026/12/01. A first group above `most` is a digit shorter, as in 9:00. */
export type Grouping = { sizes: readonly number[]; separator: string; most?: number };

/** Drops what exceeds `limit` UTF-16 units before the caret. The text after it stays, and no character is halved. */
export function withinLimit({ text, caret }: Typed, limit: number): Typed {
  const excess = text.length - limit;
  if (excess <= 0) return { text, caret };
  const before = whole(text.slice(0, Math.max(0, caret - excess)));
  return { text: whole((before + text.slice(caret)).slice(0, limit)), caret: before.length };
}

/** Keeps the digits and sets the separators. The caret stays between the same digits. */
export function grouped(typed: Typed, grouping: Grouping, inputType = ''): Typed {
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
  for (const size of sizesFor(digits, grouping)) {
    const group = digits.slice(start, start + size);
    if (!group) break;
    if (start > 0) {
      // The caret stands before the separator for Backspace, else after it.
      const isPassed = count > start || (count === start && !/^delete.*Backward$/.test(inputType));
      if (isPassed) caret += separator.length;
    }
    groups.push(group);
    start += size;
  }
  return { text: groups.join(separator), caret };
}

function sizesFor(digits: string, { sizes, most }: Grouping): readonly number[] {
  const [first = 0, ...others] = sizes;
  const isAbove = most !== undefined && Number(digits.slice(0, first)) > most;
  const isShort = digits.length < sizes.reduce((sum, size) => sum + size, 0) && digits.length > first;
  return isAbove && isShort ? [first - 1, ...others] : sizes;
}

/** A separator after the first of two digits completes them: 2026/1/ is 2026/01. Minutes are not guessed: 13:0 may be 1:30. */
function padded(text: string, { sizes, most }: Grouping): string {
  const parts = text.replace(/^\D+/, '').split(/\D+/);
  const last = Math.min(parts.length - 1, most === undefined ? sizes.length : 1);
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
