import { BlockEmbed } from 'quill/blots/block.js';
import type Quill from 'quill/core.js';
import { Delta, Range } from 'quill/core.js';
import { tableId } from 'quill/formats/table.js';
import { pluralise } from '#shared/text.ts';
import { toast } from '#ui/dialogs/toast.tsx';
import type { PendingPicture } from '../pictures/pending-pictures.ts';
import { cleanPastedHtml, isOnlyOnePicture } from './pasted-html.ts';

type Ways = {
  take: (file: File) => PendingPicture;
  insertFiles: (range: Range, files: File[]) => void;
  /** Whether the form takes the words as its title. */
  takeTitle: (words: string) => boolean;
};

/** The editor's own text in the clipboard, with all that HTML would lose. */
const ownText = 'application/x-editor-text';

/** Also handles what is copied and cut. */
export function handlePastesAndDrops(quill: Quill, ways: Ways): void {
  // Capture runs before the editor's own listener.
  for (const type of ['copy', 'cut'] as const)
    quill.container.addEventListener(type, (event) => copyOwnText(quill, event), { capture: true });
  // Ctrl+Shift+V pastes the words alone; the clipboard itself does not tell.
  let isPlain = false;
  const look = ({ key, shiftKey, ctrlKey, metaKey }: KeyboardEvent) => {
    isPlain = shiftKey && (ctrlKey || metaKey) && key.toLowerCase() === 'v';
  };
  quill.container.addEventListener('keydown', look, { capture: true });
  quill.container.addEventListener('paste', (event) => paste(quill, { ...ways, isPlain }, event), { capture: true });
  quill.container.addEventListener('drop', (event) => drop(quill, ways, event), { capture: true });
}

function copyOwnText(quill: Quill, { clipboardData }: ClipboardEvent): void {
  const range = quill.getSelection();
  if (!range) return;
  const { index, length } = range;
  const end = quill.getContents(index + length, 1);
  // The end of a whole line holds its format.
  const isWhole = quill.getLine(index)[1] === 0 && end.ops[0]?.insert === '\n' && end.ops[0].attributes;
  const copied = isWhole ? quill.getContents(index, length).concat(end) : quill.getContents(index, length);
  clipboardData?.setData(ownText, JSON.stringify(copied.ops));
}

function paste(quill: Quill, ways: Ways & { isPlain: boolean }, event: ClipboardEvent): void {
  const { clipboardData } = event;
  if (!clipboardData || !quill.isEnabled()) return;
  const [own, html, text] = [ownText, 'text/html', 'text/plain'].map((type) => clipboardData.getData(type));
  const files = [...clipboardData.files];
  const range = quill.getSelection(true);
  if (quill.getFormat(range)['code-block']) return;
  if (own) insert(quill, range, new Delta(JSON.parse(own)));
  else if (files.length > 0 && (!html || isOnlyOnePicture(html))) ways.insertFiles(range, files);
  else if (html) insertHtml(quill, ways, range, html);
  else if (text && !ways.isPlain && isMarkdown(text)) void insertMarkdown(quill, ways, text);
  else if (text) insertText(quill, range, text);
  else return;
  event.preventDefault();
  event.stopPropagation();
}

function drop(quill: Quill, { insertFiles }: Ways, event: DragEvent): void {
  const files = [...(event.dataTransfer?.files ?? [])];
  if (files.length === 0 || !quill.isEnabled()) return;
  event.preventDefault();
  event.stopPropagation();
  insertFiles(rangeAt(quill, event), files);
}

function insertText(quill: Quill, range: Range, text: string): void {
  // The editor would count a Windows line break as two characters and put the caret too far on.
  const words = text.replace(/\r\n?/g, '\n');
  insert(quill, range, quill.clipboard.convert({ text: words }, quill.getFormat(range.index)));
}

function insertHtml(quill: Quill, { take, takeTitle }: Ways, range: Range, html: string): void {
  const isAll = quill.getLength() === range.length + 1;
  const pasted = cleanPastedHtml(html, { take, takeTitle: (words) => isAll && takeTitle(words) });
  insert(quill, range, quill.clipboard.convert({ html: pasted.html }));
  const { lost, comments } = pasted;
  if (lost > 0)
    toast.warning(
      `${pluralise(lost, 'picture')} could not be pasted. Insert ${lost === 1 ? 'it as a file' : 'them as files'}.`,
    );
  if (comments > 0)
    toast.info(
      comments === 1 ? 'One comment from Word was left out.' : `${comments} comments from Word were left out.`,
    );
}

async function insertMarkdown(quill: Quill, ways: Ways, text: string): Promise<void> {
  const marked = await import('marked').catch(() => null);
  if (!quill.root.isConnected || !quill.isEnabled()) return;
  const range = quill.getSelection(true);
  if (!marked) return insertText(quill, range, text);
  quill.history.cutoff();
  insertHtml(quill, ways, range, marked.parse(text, { async: false }));
  quill.history.cutoff();
  const label = 'Paste as plain text';
  const notice = toast.info('Markdown became headings, lists and links.', { actions: [{ label, onClick: replace }] });
  quill.on('text-change', end);
  function replace() {
    quill.history.undo();
    insertText(quill, range, text);
  }
  // Undo would also undo what is typed after it.
  function end(_change: Delta, _before: Delta, source: string) {
    if (source !== 'user') return;
    toast.dismiss(notice);
    quill.off('text-change', end);
  }
}

/** Replaces the selection. */
function insert(quill: Quill, range: Range, pasted: Delta): void {
  const isInCell = Boolean(quill.getFormat(range.index).table);
  const { change, end } = placed(quill, range, isInCell ? inOneLine(quill, pasted) : withRowsOfItsOwn(pasted));
  quill.updateContents(change, 'user');
  quill.setSelection(new Range(end, 0), 'silent');
  quill.scrollSelectionIntoView();
}

/** A pasted list or heading at the end replaces the empty line instead of leaving it behind; a table begins a line of its own. */
function placed(quill: Quill, range: Range, pasted: Delta): { change: Delta; end: number } {
  const start = new Delta().retain(range.index).delete(range.length);
  const [line, offset] = quill.getLine(range.index);
  const first = pasted.ops.find(({ insert }) => typeof insert === 'string' && insert.includes('\n'));
  if (offset > 0 && first?.attributes?.table && line && 'formats' in line) start.insert('\n', line.formats());
  const before = start.length() - range.length;
  const last = pasted.ops.at(-1);
  const isEmptyLine = quill.getText(range.index + range.length, 1) === '\n' && offset === 0;
  const endsLine = typeof last?.insert === 'string' && last.insert.endsWith('\n');
  if (!endsLine || !isEmptyLine || !last.attributes || last.attributes.table)
    return { change: start.concat(pasted), end: before + pasted.length() };
  const words = pasted.slice(0, pasted.length() - 1);
  return { change: start.concat(words).retain(1, last.attributes), end: before + words.length() };
}

/** Rows with the same id would become one. */
function withRowsOfItsOwn({ ops }: Delta): Delta {
  const ids = new Map<unknown, string>();
  return ops.reduce((changed, { insert = '', attributes }) => {
    const row = attributes?.table;
    if (row && !ids.has(row)) ids.set(row, tableId());
    return changed.insert(insert, row ? { ...attributes, table: ids.get(row) } : attributes);
  }, new Delta());
}

/** A cell has one line, whose breaks are characters; a rule or a table has no place in it. */
function inOneLine(quill: Quill, { ops }: Delta): Delta {
  return ops.reduce((line, { insert = '', attributes }, at) => {
    if (typeof insert !== 'string') {
      const embed = quill.scroll.query(Object.keys(insert)[0] ?? '');
      return embed && 'prototype' in embed && embed.prototype instanceof BlockEmbed
        ? line
        : line.insert(insert, attributes);
    }
    const text = at === ops.length - 1 ? insert.replace(/\n$/, '') : insert;
    for (const [index, part] of text.split('\n').entries())
      (index > 0 ? line.insert({ 'line-break': true }) : line).insert(part, attributes);
    return line;
  }, new Delta());
}

function rangeAt(quill: Quill, { clientX, clientY }: DragEvent): Range {
  const native = document.caretRangeFromPoint?.(clientX, clientY);
  const place = native && quill.selection.normalizeNative(native);
  return place ? quill.selection.normalizedToRange(place) : quill.getSelection(true);
}

/** Signs of Markdown. Two make it clear, and so does one of the second list. */
const weakSigns = [
  /\n[ \t]*\n# \S/,
  /\n[ \t]*(?:[-*+]|\d{1,3}\.) \S[^\n]*\n[ \t]*(?:[-*+]|\d{1,3}\.) \S/,
  /\*\*[^\s*][^*\n]*\*\*/,
  /\n> \S/,
];
const strongSigns = [
  /\n[ \t]*\n#{2,6} \S/,
  // bounded: in the browser of anyone who pastes
  /\[[^\]\n]+\]\((?:https?:|mailto:|\/)[^\s)]+\)/,
  /\n```[^`]*\n```/,
  /\n[ \t]*[-*+] \[[ x]\] \S/,
  /\|[ \t]*:?-{3,}:?[ \t]*\|/,
];

function isMarkdown(text: string): boolean {
  const isIn = (sign: RegExp) => sign.test(`\n\n${text}`);
  return strongSigns.some(isIn) || weakSigns.filter(isIn).length > 1;
}
