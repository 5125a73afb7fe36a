/**
 * What becomes of an article's HTML when it is saved: clean HTML, its words, its code in colours. What takes longer than a moment
 * happens in a thread of its own, since the largest article takes seconds, and once, so that no page does any of it.
 */
import { Invalid } from '#platform/errors.ts';
import { startThread, TookTooLong } from '#platform/threads.ts';
import { contentBytes, isShort, isTooLong, tagCount, tooLong, tooMuch } from '../article-length.ts';
import { hasCode } from './highlight.server.ts';
import { type Read, readHtml, sanitise } from './sanitise.server.ts';

export type ContentTask = { kind: 'sanitise' | 'read' | 'highlight'; html: string };
export type ContentResult = string | Read;

export type Content = Read & {
  /** `content` with its code in colours; empty when there is nothing to colour. */
  highlighted: string;
};

const script = new URL('./content-worker.server.ts', import.meta.url);
const inThread = startThread<ContentTask, ContentResult>(script, { longestMs: 30_000 });
/** Of its own: code that takes long keeps no other text waiting. */
const inHighlighter = startThread<ContentTask, ContentResult>(script, { longestMs: 10_000 });

/** @throws Invalid when it is too long */
export async function sanitiseContent(html: string): Promise<string> {
  refuseLong('tags', tagCount(html));
  return isShort(html) ? sanitise(html) : ((await ask('sanitise', html)) as string);
}

/**
 * Sanitises it as well.
 * @throws Invalid when it is too long
 */
export async function readContent(html: string): Promise<Content> {
  const read = isShort(html) ? readHtml(html) : ((await ask('read', html)) as Read);
  refuseLong('text', contentBytes(read.contentText));
  refuseLong('html', contentBytes(read.content));
  return { ...read, highlighted: await highlight(read.content) };
}

/** Never fails because of the code: what cannot be coloured in time stays plain. */
export async function highlight(content: string): Promise<string> {
  if (!hasCode(content)) return '';
  try {
    return (await inHighlighter({ kind: 'highlight', html: content })) as string;
  } catch (error) {
    if (error instanceof TookTooLong) return '';
    throw error;
  }
}

async function ask(kind: ContentTask['kind'], html: string): Promise<ContentResult> {
  try {
    return await inThread({ kind, html });
  } catch (error) {
    if (error instanceof TookTooLong) throw refusal(tooMuch);
    throw error;
  }
}

function refuseLong(part: Parameters<typeof isTooLong>[0], length: number): void {
  if (isTooLong(part, length)) throw refusal(tooLong(part, length));
}

function refusal(message: string): Invalid {
  return new Invalid(message, { content: message });
}
