/** Reads the text of a list as it arrives, record by record. A stray quotation mark spoils at most its own line. */
import { Invalid } from '#platform/errors.ts';
import { subscriberMessages } from '../subscriber.ts';

/** `line` counts from 1. `isOpen`: a quotation mark is missing or the line is too long, so `cells` are unreliable. */
export type ListRecord = { line: number; cells: string[]; isOpen: boolean };

/** Null: too long to be read. */
type Line = string | null;

/** In characters; no real line is this long. */
const longestLine = 100_000;
/** A cell with more lines than this lacks its closing quotation mark. */
const mostLines = 20;
/** Lines searched for the heading: a title may stand above it. */
const headLines = 10;
const delimiters = [',', ';', '\t', '|'];

/**
 * Decodes UTF-8, UTF-16 as Excel writes it, or else Windows-1252; the first bytes decide.
 * @throws Invalid for a workbook, which is a zip file
 */
export async function* decodeText(file: AsyncIterable<Uint8Array>): AsyncGenerator<string> {
  let decoder: TextDecoder | null = null;
  for await (const bytes of file) {
    decoder ??= new TextDecoder(encodingOf(bytes));
    yield decoder.decode(bytes, { stream: true });
  }
  if (decoder) yield decoder.decode();
}

function encodingOf(bytes: Uint8Array): string {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return 'utf-16le';
  if (bytes[0] === 0x50 && bytes[1] === 0x4b && bytes[2] === 3 && bytes[3] === 4)
    throw new Invalid(subscriberMessages.workbook, { file: subscriberMessages.workbook });
  try {
    new TextDecoder('utf-8', { fatal: true }).decode(bytes, { stream: true });
    return 'utf-8';
  } catch {
    return 'windows-1252';
  }
}

/** The heading, which is within the first lines, and the records below it. With their delimiter `isHeading` is true. */
export async function* parseRecords(
  text: AsyncIterable<string>,
  isHeading: (cells: string[]) => boolean,
): AsyncGenerator<ListRecord> {
  const lines = linesOf(text);
  const head: Line[] = [];
  while (head.length < headLines) {
    const { done, value } = await lines.next();
    if (done) break;
    head.push(value);
  }
  const heading = await findHeading(head, isHeading);
  if (!heading) return;
  async function* all() {
    yield* head;
    yield* lines;
  }
  for await (const record of joinQuotedLines(all(), heading.delimiter)) if (record.line >= heading.line) yield record;
}

async function findHeading(head: Line[], isHeading: (cells: string[]) => boolean) {
  const found: (ListRecord & { delimiter: string })[] = [];
  for (const delimiter of delimiters)
    for await (const record of joinQuotedLines(head, delimiter))
      if (isHeading(record.cells)) found.push({ ...record, delimiter });
  return found.toSorted((one, other) => one.line - other.line || other.cells.length - one.cells.length)[0];
}

async function* joinQuotedLines(
  lines: Iterable<Line> | AsyncIterable<Line>,
  delimiter: string,
): AsyncGenerator<ListRecord> {
  let open: string[] = [];
  let number = 0;
  for await (const line of lines) {
    number += 1;
    if (line === null) {
      yield* spoilt(open, number - open.length, delimiter);
      yield { line: number, cells: [], isOpen: true };
      open = [];
      continue;
    }
    let read = parseCells([...open, line].join('\n'), delimiter);
    // A line with an address starts a new record, even if a quotation mark is open.
    if (read.isOpen && open.length > 0 && (line.includes('@') || open.length === mostLines)) {
      yield* spoilt(open, number - open.length, delimiter);
      open = [];
      read = parseCells(line, delimiter);
    }
    if (read.isOpen) {
      open.push(line);
      continue;
    }
    yield { line: number - open.length, ...read };
    open = [];
  }
  yield* spoilt(open, number + 1 - open.length, delimiter);
}

/** The mark is in the first of them. */
function* spoilt(lines: string[], first: number, delimiter: string): Generator<ListRecord> {
  for (const [at, line] of lines.entries()) {
    const { cells, isOpen } = parseCells(line, delimiter);
    yield { line: first + at, cells, isOpen: isOpen || at === 0 };
  }
}

async function* linesOf(text: AsyncIterable<string>): AsyncGenerator<Line, undefined> {
  let rest = '';
  for await (const piece of text) {
    const lines = (rest + piece).split(/\r\n|\n|\r(?!$)/);
    rest = lines.pop() ?? '';
    for (const line of lines) yield line.length > longestLine ? null : line;
    // Of a longer one it is enough to know that, and its last character, which may be half of a line break.
    if (rest.length > longestLine + 2) rest = rest.slice(0, longestLine + 1) + rest.slice(-1);
  }
  const last = rest.replace(/\r$/, '');
  if (rest) yield last.length > longestLine ? null : last;
  return undefined;
}

/** A quotation mark inside a cell is a character like any other, unless the cell ends after it. */
function parseCells(text: string, delimiter: string): { cells: string[]; isOpen: boolean } {
  const cells: string[] = [];
  let from = 0;
  while (from <= text.length) {
    const start = from + (/^ */.exec(text.slice(from, from + 100))?.[0].length ?? 0);
    if (text[start] !== '"') {
      const end = text.indexOf(delimiter, from);
      cells.push(text.slice(from, end < 0 ? undefined : end));
      from = end < 0 ? text.length + 1 : end + 1;
      continue;
    }
    const end = endOfQuoted(text, start + 1, delimiter);
    if (end === null) return { cells: [...cells, text.slice(start + 1)], isOpen: true };
    cells.push(text.slice(start + 1, end.at).replaceAll('""', '"'));
    from = end.next;
  }
  return { cells, isOpen: false };
}

/** Where the closing mark is, and where the next cell starts. */
function endOfQuoted(text: string, from: number, delimiter: string): { at: number; next: number } | null {
  for (let at = text.indexOf('"', from); at >= 0; at = text.indexOf('"', at + 1)) {
    let behind = at + 1;
    while (text[behind] === ' ') behind += 1;
    if (behind >= text.length || text[behind] === delimiter) return { at, next: behind + 1 };
    if (text[at + 1] === '"') at += 1;
  }
  return null;
}
