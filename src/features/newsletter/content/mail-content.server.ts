/** An article's text as mails show it. Long texts are made in a thread of their own: the largest takes seconds. */
import { createHash } from 'node:crypto';
import { isQuickToRender } from '#features/articles/article-size-limits.ts';
import { createThreadRunner } from '#platform/threads.ts';
import { type HtmlNode, parseHtml, serialiseHtml } from '#shared/html/html-tree.ts';
import { htmlForMail } from './mail-html.server.ts';
import { plainTextForMail } from './mail-plain-text.server.ts';
import type { MailPictures } from './newsletter-mail.ts';

/** `mostBytes` of HTML; what is longer is left to the site. */
export type MailTask = { html: string; siteUrl: string; pictures: MailPictures; mostBytes?: number };
export type MailContent = { contentHtml: string; contentText: string; isShortened: boolean };

const script = new URL('./mail-content-worker.server.ts', import.meta.url);
const inThread = createThreadRunner<MailTask, MailContent>(script, { longestMs: 60_000 });

/** The last one, so that a text made before a transaction is ready inside it. */
let last: { key: string; content: Promise<MailContent> } | null = null;

export function convertToMailContent({ html, siteUrl, pictures, mostBytes = Infinity }: MailTask): MailContent {
  const whole = htmlForMail(html, siteUrl, pictures);
  const text = plainTextForMail(html, siteUrl);
  if (Buffer.byteLength(whole) <= mostBytes) return { contentHtml: whole, contentText: text, isShortened: false };
  const contentHtml = serialiseHtml(beginningOf(parseHtml(whole), mostBytes));
  return { contentHtml, contentText: `${wholeWords(text, mostBytes)}…`, isShortened: true };
}

/** Whole blocks, and of a block that is too large by itself its first ones. */
function beginningOf(nodes: HtmlNode[], mostBytes: number): HtmlNode[] {
  const kept: HtmlNode[] = [];
  let left = mostBytes;
  for (const node of nodes) {
    const size = Buffer.byteLength(serialiseHtml([node]));
    left -= size;
    if (left >= 0) kept.push(node);
    else if (typeof node === 'string') return [...kept, `${wholeWords(node, left + size)}…`];
    else {
      const around = size - Buffer.byteLength(serialiseHtml(node.children));
      return [...kept, { ...node, children: beginningOf(node.children, left + size - around) }];
    }
  }
  return kept;
}

/** A character has at most three bytes for each of its units. Not all languages have spaces. */
function wholeWords(text: string, mostBytes: number): string {
  const beginning = text.slice(0, Math.max(0, Math.floor(mostBytes / 3)));
  const space = beginning.lastIndexOf(' ');
  return space > beginning.length / 2 ? beginning.slice(0, space) : beginning;
}

export function cachedMailContent(task: MailTask): Promise<MailContent> {
  const { html, siteUrl, pictures, mostBytes } = task;
  const key = createHash('sha256')
    .update(JSON.stringify([siteUrl, [...pictures], mostBytes]))
    .update(html)
    .digest('hex');
  if (last?.key === key) return last.content;
  const content = isQuickToRender(html) ? Promise.resolve(convertToMailContent(task)) : inThread(task);
  const made = { key, content };
  last = made;
  content.catch(() => {
    if (last === made) last = null;
  });
  return content;
}
