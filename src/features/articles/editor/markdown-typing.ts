import type Quill from 'quill/core.js';
import { Delta } from 'quill/core.js';
import { articleLink } from '../article-link.ts';
import { codeLanguage } from '../pasting/code-language.ts';

/**
 * Turns signs of Markdown into formats while they are typed: '## ' begins a heading, '**word**' is bold. Each time is a step of
 * its own for undoing, which brings the signs back.
 */
export function watchTyping(quill: Quill): void {
  quill.on('text-change', (delta, _before, source) => {
    if (source !== 'user' || quill.history.ignoreChange) return;
    const typed = typedIn(delta);
    // Behind the editor's own work on this change.
    if (typed) queueMicrotask(() => convert(quill, typed));
  });
}

type Typed = { sign: string; end: number };

/** One sign and where it ends; null for any other change. */
function typedIn(delta: Delta): Typed | null {
  let at = 0;
  let typed: Typed | null = null;
  for (const { insert, retain, delete: deleted } of delta.ops) {
    if (deleted !== undefined || typeof retain === 'object') return null;
    if (typeof retain === 'number') at += retain;
    else if (typed || typeof insert !== 'string' || insert.length !== 1) return null;
    else typed = { sign: insert, end: (at += 1) };
  }
  return typed;
}

function convert(quill: Quill, { sign, end }: Typed): void {
  const change =
    sign === '\n' ? openedBlock(quill, end) : sign === ' ' ? begunBlock(quill, end) : closedMark(quill, sign, end);
  if (!change) return;
  quill.history.cutoff();
  quill.updateContents(change.delta, 'user');
  quill.history.cutoff();
  quill.setSelection(change.cursor, 0, 'silent');
  // What is typed next is outside of the mark.
  if (change.mark) quill.format(change.mark, false, 'silent');
}

type Change = { delta: Delta; cursor: number; mark?: string };

/** A line that begins with a sign and a blank. */
function begunBlock(quill: Quill, end: number): Change | null {
  const [line, offset] = quill.getLine(end);
  const start = end - offset;
  const signs = textBefore(quill, start, end);
  const format = blockOf(signs);
  if (!line || !format || Object.keys(quill.getFormat(start)).some((name) => !isInline(name))) return null;
  const rest = line.length() - signs.length - 1;
  const delta = new Delta().retain(start).delete(signs.length).retain(rest).retain(1, format);
  return { delta, cursor: start };
}

function blockOf(signs: string): Record<string, unknown> | null {
  const sign = signs.slice(0, -1);
  if (/^#{1,6}$/.test(sign)) return { header: sign.length };
  if (/^[-*+]$/.test(sign)) return { list: 'bullet' };
  if (/^\d{1,3}[.)]$/.test(sign)) return { list: 'ordered' };
  return sign === '>' ? { blockquote: true } : null;
}

/** Enter behind three backticks opens a block of code, behind three dashes it draws a rule. */
function openedBlock(quill: Quill, end: number): Change | null {
  const [line, offset] = quill.getLine(end - 1);
  const start = end - 1 - offset;
  if (!line || Object.keys(quill.getFormat(start)).some((name) => !isInline(name))) return null;
  const text = textBefore(quill, start, end - 1);
  // bounded: a line of anyone who types
  const fence = /^```([\w+#-]{0,20})$/.exec(text);
  const next = quill.getLine(end)[0];
  if (fence && next) {
    const format = { 'code-block': codeLanguage(fence[1] ?? '') };
    const kept = next.length() - 1;
    const delta = new Delta()
      .retain(start)
      .delete(text.length + 1)
      .retain(kept)
      .retain(1, format);
    return { delta, cursor: start };
  }
  if (!/^(---|\*\*\*|___)$/.test(text)) return null;
  const delta = new Delta()
    .retain(start)
    .delete(text.length + 1)
    .insert({ divider: true });
  return { delta, cursor: start + 1 };
}

/** A mark behind a word, such as the second '*' of '*word*'. `open` and `close` are the lengths of the signs. */
const marks: { sign: string; pattern: RegExp; format: string; open: number; close: number }[] = [
  // bounded: a line of anyone who types
  { sign: '*', pattern: /(?<![*\w\\])\*\*(?=[^\s*])([^*]*[^\s*])\*\*$/u, format: 'bold', open: 2, close: 2 },
  // bounded: a line of anyone who types
  { sign: '_', pattern: /(?<![\w\\])__(?=[^\s_])([^_]*[^\s_])__$/u, format: 'bold', open: 2, close: 2 },
  // bounded: a line of anyone who types
  { sign: '*', pattern: /(?<![*\w\\])\*(?=[^\s*])([^*]*[^\s*])\*$/u, format: 'italic', open: 1, close: 1 },
  // bounded: a line of anyone who types
  { sign: '_', pattern: /(?<![\w\\])_(?=[^\s_])([^_]*[^\s_])_$/u, format: 'italic', open: 1, close: 1 },
  // bounded: a line of anyone who types
  { sign: '~', pattern: /(?<![~\\])~~(?=[^\s~])([^~]*[^\s~])~~$/u, format: 'strike', open: 2, close: 2 },
  // bounded: a line of anyone who types
  { sign: '`', pattern: /(?<![`\\])`([^`]+)`$/u, format: 'code', open: 1, close: 1 },
];

function closedMark(quill: Quill, sign: string, end: number): Change | null {
  if (!'*_~`)'.includes(sign)) return null;
  const formats = quill.getFormat(end - 1, 1);
  if (formats['code-block'] || formats.code || formats.link) return null;
  const [, offset] = quill.getLine(end);
  const text = textBefore(quill, end - offset, end);
  if (sign === ')') return closedLink(text, end);
  for (const { pattern, format, open, close, ...mark } of marks) {
    const words = mark.sign === sign ? pattern.exec(text)?.[1] : undefined;
    if (words === undefined) continue;
    return marked({ end, open, words: words.length, close }, { [format]: true }, format);
  }
  return null;
}

function closedLink(text: string, end: number): Change | null {
  // bounded: a line of anyone who types
  const [, words = '', address = ''] = /(?<![!\\])\[([^[\]]+)\]\(([^\s()]+)\)$/u.exec(text) ?? [];
  if (words === '') return null;
  const link = articleLink(address);
  if (link === 'about:blank') return null;
  return marked({ end, open: 1, words: words.length, close: address.length + 3 }, { link }, 'link');
}

type Parts = { end: number; open: number; words: number; close: number };

function marked({ end, open, words, close }: Parts, format: Record<string, unknown>, mark: string): Change {
  const start = end - open - words - close;
  const delta = new Delta().retain(start).delete(open).retain(words, format).delete(close);
  return { delta, cursor: start + words, mark };
}

/** Pictures and the like count as one sign each, as the editor counts them. */
function textBefore(quill: Quill, start: number, end: number): string {
  return quill
    .getContents(start, end - start)
    .ops.map(({ insert }) => (typeof insert === 'string' ? insert : '\ufffc'))
    .join('');
}

const inline = new Set(['bold', 'italic', 'underline', 'strike', 'script', 'link']);

function isInline(name: string): boolean {
  return inline.has(name);
}
