/** Loads stored HTML into the editor. What it cannot show exactly becomes an HTML block. */

import { BlockEmbed } from 'quill/blots/block.js';
import type Quill from 'quill/core.js';
import { Delta } from 'quill/core.js';
import { TableContainer } from 'quill/formats/table.js';
import Syntax from 'quill/modules/syntax.js';
import { blockTags } from './block-elements.ts';
import { fitToEditor, lineBreak } from './fit-to-editor.ts';
import { expandHtmlBlocks, HtmlBlock, htmlBlockPlaceholder } from './html-block.ts';
import { normaliseHtml } from './normalised-html.ts';
import { type Piece, splitIntoBlocks, withStoredWording } from './stored-html.ts';

/** Fills the editor. Returns a function that turns the editor's HTML (`write`) into the HTML to store. */
export function fillEditor(quill: Quill, html: string, write: () => string): () => string {
  const stored = splitIntoBlocks(html);
  const { pieces, read } = showBlocks(quill, stored, write) ??
    showBlocks(quill, keepUneditableAsHtml(quill, stored, write), write, stored) ?? { pieces: [], read: write };
  return () => expandHtmlBlocks(withStoredWording(pieces, read()));
}

/** Replaces the HTML block with as much as the editor can show. */
export function makeHtmlBlockEditable(quill: Quill, node: HTMLElement): void {
  const blot = quill.scroll.find(node);
  if (!blot || !quill.isEnabled()) return;
  const words = deltaOf(quill, HtmlBlock.value(node));
  quill.history.cutoff();
  const last = words.ops.at(-1)?.insert;
  if (typeof last === 'string' && !last.endsWith('\n')) words.insert('\n');
  quill.updateContents(new Delta().retain(quill.getIndex(blot)).delete(1).concat(words), 'user');
  quill.history.cutoff();
}

type Shown = { pieces: Piece[]; read: () => string };

/** Null if the editor changes `blocks` and they can still be kept as they are. */
function showBlocks(quill: Quill, blocks: string[], write: () => string, stored?: string[]): Shown | null {
  // A new editor is empty already, and asking it to be takes a third of the time that building it takes.
  if (blocks.length > 0) quill.setContents(deltaOf(quill, blocks.join('')), 'silent');
  const { tail } = quill.scroll.children;
  // A line to type in, after a block that the caret cannot enter, or a table that it cannot leave. It is not stored empty.
  const hasOwnLine = blocks.length === 0 || tail instanceof BlockEmbed || tail instanceof TableContainer;
  if (hasOwnLine && blocks.length > 0) quill.insertText(quill.getLength(), '\n', 'silent');
  const read = () => (hasOwnLine ? write().replace(/<p><\/p>$/, '') : write());
  const shown = splitIntoBlocks(read());
  if (shown.length !== blocks.length || !blocks.every((block, at) => isLike(block, shown[at])))
    return stored ? { pieces: [{ stored: stored.join(''), shown: read() }], read } : null;
  const pieces = shown.map((piece, at) => ({ shown: piece, stored: storedAs(piece, (stored ?? blocks)[at] ?? '') }));
  return { pieces, read };
}

/** A picture may have been uploaded in the meantime. */
function storedAs(shown: string, stored: string): string {
  return hasPendingPicture(stored) ? shown : stored;
}

function isLike(stored: string, shown = ''): boolean {
  return hasPendingPicture(stored) || (isKnownCode(stored) && normaliseHtml(stored) === normaliseHtml(shown));
}

/** The editor turns code in unknown languages into plain code a second after it opens. */
function isKnownCode(html: string): boolean {
  const [, language = 'plain'] = /^<pre[^>]*>/.test(html)
    ? (/(?:language-|data-language=")([\w+#-]+)/.exec(html) ?? [])
    : [];
  return Syntax.DEFAULTS.languages.some(({ key }) => key === language);
}

function hasPendingPicture(html: string): boolean {
  return html.includes('class="picture-coming"');
}

function keepUneditableAsHtml(quill: Quill, stored: string[], write: () => string): string[] {
  return stored.map((piece, at) => {
    const before = stored[at - 1] ?? '';
    quill.setContents(deltaOf(quill, piece), 'silent');
    const isJoined = joins.some((pattern) => pattern.test(before) && pattern.test(piece));
    return isLike(piece, write().replace(/(<hr>)<p><\/p>$/, '$1')) && !isJoined ? piece : htmlBlockPlaceholder(piece);
  });
}

/** The editor joins two of these that follow each other. */
const joins = [/^<ul/, /^<ol/, /^<pre/, /^<table/];

/** The editor reads a no-break space as a space. */
const noBreak = '\ue0a0';

function deltaOf(quill: Quill, html: string): Delta {
  const { body } = new DOMParser().parseFromString(html.replace(/&nbsp;|\u00a0/g, noBreak), 'text/html');
  for (const line of body.querySelectorAll('br')) if (!isAlone(line)) line.replaceWith(lineBreak(line));
  wrapWords(body);
  fitToEditor(body);
  const { ops } = quill.clipboard.convert({ html: body.innerHTML });
  return new Delta(JSON.parse(JSON.stringify(ops).replaceAll(noBreak, '\u00a0')));
}

/** The editor's own mark of an empty line. */
function isAlone(line: Element): boolean {
  return line.closest('pre') !== null || line.parentElement?.childNodes.length === 1;
}

/** Text outside any block would become part of the next one. */
function wrapWords(body: HTMLElement): void {
  let paragraph: HTMLElement | null = null;
  for (const node of [...body.childNodes]) {
    const isBlock = node instanceof Element && blockTags.has(node.tagName.toLowerCase());
    if (isBlock) paragraph = null;
    else if (paragraph || node.textContent?.trim() || node instanceof Element) {
      if (!paragraph) node.before((paragraph = body.ownerDocument.createElement('p')));
      paragraph.append(node);
    }
  }
}
