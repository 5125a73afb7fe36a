/** Reads the text of a list as it arrives, record by record. A stray quotation mark spoils at most its own line. */
import { Invalid } from '#platform/errors.ts';
import { subscriberMessages } from '../subscriber.ts';

/** `line` counts from 1. `isOpen`: a quotation mark is missing, so `cells` are unreliable. */
export type ListRecord = { line: number; cells: string[]; isOpen: boolean };

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
  let delimiter: string | undefined;
  let open: string[] = [];
  let number = 0;
  for await (const line of linesOf(text)) {
    number += 1;
    delimiter ??= findDelimiter(line, isHeading);
    if (delimiter === undefined && number === headLines) return;
    if (delimiter === undefined) continue;
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
  yield* spoilt(open, number + 1 - open.length, delimiter ?? ',');
}

/** The mark is in the first of them. */
function* spoilt(lines: string[], first: number, delimiter: string): Generator<ListRecord> {
  for (const [at, line] of lines.entries()) {
    const { cells, isOpen } = parseCells(line, delimiter);
    yield { line: first + at, cells, isOpen: isOpen || at === 0 };
  }
}

function findDelimiter(line: string, isHeading: (cells: string[]) => boolean): string | undefined {
  return delimiters
    .map((delimiter) => ({ delimiter, cells: parseCells(line, delimiter).cells }))
    .filter(({ cells }) => isHeading(cells))
    .toSorted((one, other) => other.cells.length - one.cells.length)[0]?.delimiter;
}

/** @throws Invalid for a line without an end */
async function* linesOf(text: AsyncIterable<string>): AsyncGenerator<string> {
  let rest = '';
  for await (const piece of text) {
    const lines = (rest + piece).split(/\r\n|\n|\r(?!$)/);
    rest = lines.pop() ?? '';
    yield* lines;
    if (rest.length > longestLine)
      throw new Invalid(subscriberMessages.lineUnreadable, { file: subscriberMessages.lineUnreadable });
  }
  if (rest) yield rest.replace(/\r$/, '');
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
