/** Reads the text of a list as it arrives, record by record. A stray quotation mark spoils at most its own line. */

/** `line` counts from 1. `isOpen`: a quotation mark is missing, so `cells` are unreliable. */
export type ListRecord = { line: number; cells: string[]; isOpen: boolean };

/** In characters; no real line is this long. */
const longestLine = 20_000;
/** A cell with more lines than this lacks its closing quotation mark. */
const mostLines = 20;
const headLines = 10;
const delimiters = [',', ';', '\t', '|'];

/** Decodes UTF-8, UTF-16 in either byte order, or else Windows-1252; the first bytes decide. */
export async function* decodeText(file: AsyncIterable<Uint8Array>): AsyncGenerator<string> {
  let decoder: TextDecoder | null = null;
  for await (const bytes of file) {
    decoder ??= new TextDecoder(encodingOf(bytes));
    yield decoder.decode(bytes, { stream: true });
  }
  if (decoder) yield decoder.decode();
}

export function isWorkbook(bytes: Uint8Array): boolean {
  return bytes[0] === 0x50 && bytes[1] === 0x4b && bytes[2] === 3 && bytes[3] === 4;
}

function encodingOf(bytes: Uint8Array): string {
  const [first, second] = bytes;
  if ((first === 0xff && second === 0xfe) || (first !== 0 && second === 0)) return 'utf-16le';
  if ((first === 0xfe && second === 0xff) || (first === 0 && second !== 0)) return 'utf-16be';
  try {
    new TextDecoder('utf-8', { fatal: true }).decode(bytes, { stream: true });
    return 'utf-8';
  } catch {
    return 'windows-1252';
  }
}

/** The records of a list. Its delimiter is the one with which `isHeading` is true for one of the first lines. */
export async function* parseRecords(
  text: AsyncIterable<string>,
  isHeading: (cells: string[]) => boolean,
): AsyncGenerator<ListRecord> {
  const lines = linesOf(text);
  const head: string[] = [];
  while (head.length < headLines) {
    const { done, value } = await lines.next();
    if (done) break;
    head.push(value);
  }
  const [, separator] = /^"?sep=(.)"?\s*$/i.exec(head[0] ?? '') ?? [];
  const delimiter = separator ?? delimiterOf(head, isHeading);
  async function* all() {
    yield* head;
    yield* lines;
  }
  yield* joinQuotedLines(all(), delimiter);
}

function delimiterOf(head: string[], isHeading: (cells: string[]) => boolean): string {
  for (const line of head) {
    const fitting = delimiters
      .map((delimiter) => ({ delimiter, cells: parseCells(line, delimiter).cells }))
      .filter(({ cells }) => isHeading(cells))
      .toSorted((one, other) => other.cells.length - one.cells.length);
    if (fitting[0]) return fitting[0].delimiter;
  }
  return ',';
}

async function* linesOf(text: AsyncIterable<string>): AsyncGenerator<string, undefined> {
  let rest = '';
  let isTooLong = false;
  for await (const piece of text) {
    rest += piece;
    const ends = /\r\n|\n|\r(?!$)/g;
    let from = 0;
    for (let end = ends.exec(rest); end; end = ends.exec(rest)) {
      yield isTooLong ? '' : rest.slice(from, end.index);
      isTooLong = false;
      from = ends.lastIndex;
    }
    rest = rest.slice(from);
    if (rest.length <= longestLine) continue;
    // A single quotation mark, never closed, makes the line count as unreadable.
    if (!isTooLong) yield '"';
    isTooLong = true;
    rest = rest.endsWith('\r') ? '\r' : '';
  }
  if (rest && !isTooLong) yield rest.replace(/\r$/, '');
  return undefined;
}

async function* joinQuotedLines(lines: AsyncIterable<string>, delimiter: string): AsyncGenerator<ListRecord> {
  let open: string[] = [];
  let number = 0;
  /** Only the first of them is spoilt. */
  function* given(): Generator<ListRecord> {
    const first = number - open.length;
    for (const [at, line] of open.entries())
      yield { line: first + at, cells: parseCells(line, delimiter).cells, isOpen: at === 0 };
    open = [];
  }
  for await (const line of lines) {
    number += 1;
    const alone = parseCells(line, delimiter);
    if (open.length > 0) {
      const whole = parseCells([...open, line].join('\n'), delimiter);
      if (!whole.isOpen) {
        yield { line: number - open.length, ...whole };
        open = [];
        continue;
      }
      // A line with an address starts a new record, even if a quotation mark is open.
      if (!line.includes('@') && open.length < mostLines) {
        open.push(line);
        continue;
      }
      yield* given();
    }
    if (alone.isOpen) open = [line];
    else yield { line: number, ...alone };
  }
  number += 1;
  if (open.length > 0) yield* given();
}

/** A quotation mark inside a cell is a character like any other, unless the cell ends after it. */
export function parseCells(text: string, delimiter: string): { cells: string[]; isOpen: boolean } {
  const cells: string[] = [];
  let from = 0;
  while (from <= text.length) {
    const start = from + (/^ */.exec(text.slice(from, from + 100))?.[0].length ?? 0);
    if (text[start] !== '"') {
      const end = text.indexOf(delimiter, from);
      cells.push(trimmed(text.slice(from, end < 0 ? undefined : end)));
      from = end < 0 ? text.length + 1 : end + 1;
      continue;
    }
    const end = endOfQuoted(text, start + 1, delimiter);
    if (end === null) return { cells: [...cells, text.slice(start + 1)], isOpen: true };
    cells.push(
      text
        .slice(start + 1, end.at)
        .replaceAll('""', '"')
        .trim(),
    );
    from = end.next;
  }
  return { cells, isOpen: false };
}

/** Where the closing mark is, and where the next cell starts. */
function endOfQuoted(text: string, from: number, delimiter: string): { at: number; next: number } | null {
  for (let at = text.indexOf('"', from); at >= 0; at = text.indexOf('"', at + 1)) {
    let behind = at + 1;
    while (text[behind] === ' ' || text[behind] === '\r') behind += 1;
    if (behind >= text.length || text[behind] === delimiter) return { at, next: behind + 1 };
    if (text[at + 1] === '"') at += 1;
  }
  return null;
}

/** Trims whitespace; other invisible characters are reported. */
function trimmed(cell: string): string {
  const isBlank = (at: number) => ' \t\r\n'.includes(cell[at] ?? '-');
  let [from, to] = [0, cell.length];
  while (from < to && isBlank(from)) from += 1;
  while (to > from && isBlank(to - 1)) to -= 1;
  return cell.slice(from, to);
}
