/** Sanitised HTML of an article as Markdown (CommonMark with the tables and strikethrough of GitHub). */

type Writer = {
  blocks: string[];
  line: string;
  /** Where the marks of inline elements that are open begin in `line`, and what closes them. */
  open: { at: number; close: string }[];
  prefix: string;
  lists: { tag: string }[];
  counts: number[];
  /** `depth`: of the elements within, each of which is a line. */
  code: { language: string; text: string; depth: number } | null;
  row: string[] | null;
  isFirstRow: boolean;
  isAfterItem: boolean;
};

const marks: Record<string, string> = {
  ...{ strong: '**', b: '**', em: '*', i: '*', s: '~~', strike: '~~', del: '~~', code: '`' },
};
/** Markdown has no sign for these, and takes them as HTML. */
const asHtml = new Set(['u', 'ins', 'sub', 'sup', 'mark', 'small']);
const entities: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', nbsp: '\u00a0' };

/** `html` comes from the sanitiser: attributes in double quotes, no bare angle brackets. `addressOf` rewrites the pictures'. */
export function markdownOf(html: string, addressOf: (url: string) => string = (url) => url): string {
  const writer: Writer = {
    ...{ blocks: [], line: '', open: [], prefix: '', lists: [], counts: [], code: null },
    ...{ row: null, isFirstRow: false, isAfterItem: false },
  };
  for (const [token] of html.matchAll(/<[^<>]*>|[^<>]+/g)) {
    const [, slash = '', name = ''] = /^<(\/?)([a-z0-9]+)/.exec(token) ?? [];
    if (!name) addText(writer, decoded(token));
    else if (slash) close(writer, name);
    else begin(writer, name, attributesOf(token), addressOf);
  }
  endBlock(writer);
  return `${writer.blocks.join('\n\n')}\n`;
}

type Attributes = Record<string, string>;

function begin(writer: Writer, name: string, given: Attributes, addressOf: (url: string) => string): void {
  const heading = /^h([1-6])$/.exec(name)?.[1];
  if (writer.code) continueCode(writer.code, name, given);
  else if (name === 'pre' || /\bql-code-block-container\b/.test(given.class ?? '')) beginCode(writer, given);
  else if (name === 'br') writer.line += '\\\n';
  else if (name === 'img') writer.line += `![${escaped(given.alt ?? '')}](<${addressOf(given.src ?? '')}>)`;
  else if (name === 'hr') addBlock(writer, '---');
  else if (name === 'a') openMark(writer, '[', `](<${given.href ?? ''}>)`);
  else if (marks[name]) openMark(writer, marks[name], marks[name]);
  else if (asHtml.has(name)) openMark(writer, `<${name}>`, `</${name}>`);
  else if (heading) beginBlock(writer, `${'#'.repeat(Number(heading))} `);
  else if (name === 'blockquote') beginBlock(writer, '> ');
  else if (name === 'ul' || name === 'ol') beginList(writer, name);
  else if (name === 'li') beginItem(writer, given);
  else if (name === 'table') writer.isFirstRow = true;
  else if (name === 'tr') writer.row = [];
  else if ((name === 'p' || name === 'div') && writer.row === null && writer.line.trim()) endBlock(writer);
}

function close(writer: Writer, name: string): void {
  if (writer.code) {
    if (name === 'pre' || (name === 'div' && writer.code.depth === 0)) endCode(writer);
    else if (name === 'div') {
      writer.code.text += '\n';
      writer.code.depth -= 1;
    }
    return;
  }
  if (name === 'a' || marks[name] || asHtml.has(name)) closeMark(writer);
  else if ((name === 'td' || name === 'th') && writer.row) {
    writer.row.push(writer.line.replace(/\\?\n/g, ' ').replaceAll('|', '\\|').trim());
    writer.line = '';
  } else if (name === 'tr') endRow(writer);
  else if (/^(p|h[1-6]|li|blockquote|figcaption|caption|div)$/.test(name) && writer.row === null) endBlock(writer);
  else if (name === 'ul' || name === 'ol') {
    writer.lists.pop();
    if (writer.lists.length === 0) writer.counts = [];
  }
}

function addText(writer: Writer, text: string): void {
  if (writer.code) writer.code.text += text;
  else if (text.trim() || writer.line) writer.line += escaped(text.replace(/[ \t\n]+/g, ' '));
}

/** Signs that Markdown would read, as themselves. */
function escaped(text: string): string {
  return text.replace(/[\\`*_[\]<>~]/g, '\\$&').replace(/&(#?\w+;)/g, '&amp;$1');
}

function openMark(writer: Writer, mark: string, closing: string): void {
  writer.open.push({ at: writer.line.length, close: closing });
  writer.line += mark;
}

/** Spaces at its ends move out of the mark, where Markdown would not see it; an empty one goes. */
function closeMark(writer: Writer): void {
  const mark = writer.open.pop();
  if (!mark) return;
  const whole = writer.line.slice(mark.at);
  const start = mark.close.startsWith('](') ? '[' : mark.close.replace('</', '<');
  const inner = whole.slice(start.length);
  const words = inner.trim();
  if (!words) writer.line = writer.line.slice(0, mark.at) + inner;
  else {
    const [before, after] = inner.split(words, 2);
    const text = start === '`' ? words.replace(/\\([\\`*_[\]<>~])/g, '$1') : words;
    writer.line = `${writer.line.slice(0, mark.at)}${before ?? ''}${start}${text}${mark.close}${after ?? ''}`;
  }
}

function beginBlock(writer: Writer, prefix: string): void {
  endBlock(writer);
  writer.prefix = prefix;
}

function beginList(writer: Writer, tag: string): void {
  endBlock(writer);
  writer.lists.push({ tag });
}

/** The editor marks lists by attributes, other programs by nesting. */
function beginItem(writer: Writer, given: Attributes): void {
  endBlock(writer);
  const indent = Number(/\bql-indent-([1-8])\b/.exec(given.class ?? '')?.[1] ?? 0);
  const depth = indent + Math.max(0, writer.lists.length - 1);
  const isBullet = given['data-list'] ? given['data-list'] === 'bullet' : writer.lists.at(-1)?.tag === 'ul';
  writer.counts = writer.counts.slice(0, depth + 1);
  writer.counts[depth] = (writer.counts[depth] ?? 0) + 1;
  writer.prefix = `${'  '.repeat(depth * 2)}${isBullet ? '-' : `${writer.counts[depth]}.`} `;
}

function endBlock(writer: Writer): void {
  const { line, prefix } = writer;
  writer.line = '';
  writer.prefix = '';
  writer.open = [];
  const text = line.endsWith('\\\n') ? line.slice(0, -2).trim() : line.trim();
  if (!text) return;
  const safe = prefix ? text : text.replace(/^(#{1,6} |[-+] |-{2,}$|=+$)/, '\\$1').replace(/^(\d+)([.)] )/, '$1\\$2');
  const following = prefix === '> ' ? '> ' : ' '.repeat(/^#/.test(prefix) ? 0 : prefix.length);
  const block = prefix + safe.replaceAll('\n', `\n${following}`);
  // The items of a list follow each other without a line between.
  if (isItem(prefix) && writer.isAfterItem) writer.blocks.push(`${writer.blocks.pop() ?? ''}\n${block}`);
  else addBlock(writer, block);
  writer.isAfterItem = isItem(prefix);
}

function isItem(prefix: string): boolean {
  return /^ *(-|\d+\.) $/.test(prefix);
}

function addBlock(writer: Writer, text: string): void {
  writer.blocks.push(text);
  writer.isAfterItem = false;
}

/** The editor gives each line of a block of code an element of its own. */
function beginCode(writer: Writer, given: Attributes): void {
  endBlock(writer);
  writer.code = { language: languageOf(given), text: '', depth: 0 };
}

function continueCode(code: NonNullable<Writer['code']>, name: string, given: Attributes): void {
  if (name === 'br') code.text += '\n';
  if (name === 'div') code.depth += 1;
  code.language ||= languageOf(given);
}

function languageOf(given: Attributes): string {
  const named = given['data-language'] ?? /language-([\w+#-]+)/.exec(given.class ?? '')?.[1] ?? '';
  return named === 'plain' || named === 'true' ? '' : named;
}

function endCode(writer: Writer): void {
  if (!writer.code) return;
  const { language, text } = writer.code;
  writer.code = null;
  const fence = text.includes('```') ? '~~~~' : '```';
  addBlock(writer, `${fence}${language}\n${withoutEnd(text)}\n${fence}`);
}

function withoutEnd(text: string): string {
  let end = text.length;
  while (text[end - 1] === '\n') end -= 1;
  return text.slice(0, end);
}

function endRow(writer: Writer): void {
  const cells = writer.row ?? [];
  writer.row = null;
  const line = `| ${cells.join(' | ')} |`;
  if (writer.isFirstRow) addBlock(writer, `${line}\n|${' --- |'.repeat(cells.length)}`);
  else writer.blocks.push(`${writer.blocks.pop() ?? ''}\n${line}`);
  writer.isFirstRow = false;
}

function attributesOf(tag: string): Attributes {
  return Object.fromEntries(
    [...tag.matchAll(/ ([a-z-]+)="([^"]*)"/g)].map(([, name, value]) => [name, decoded(value ?? '')]),
  );
}

function decoded(text: string): string {
  return text.replace(/&(?:#(\d{1,7})|(\w{2,6}));/g, (whole, code: string | undefined, name: string | undefined) =>
    code ? String.fromCodePoint(Math.min(Number(code), 0x10ffff)) : (entities[name ?? ''] ?? whole),
  );
}
