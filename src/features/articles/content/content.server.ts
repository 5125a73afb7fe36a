/**
 * Turns an article's HTML, once at save, into clean HTML, its plain text and the body that its page shows. Long texts run in a
 * thread of their own: the largest takes seconds.
 */
import { withCopies } from '#features/uploads/copies/showing-copies.server.ts';
import { ownPictureAltsByUrl } from '#features/uploads/missing-pictures.server.ts';
import { findPictureInfos } from '#features/uploads/pictures.server.ts';
import type { AppContext } from '#platform/context.ts';
import type { Db } from '#platform/db/db.ts';
import { Invalid } from '#platform/errors.ts';
import { createThreadRunner, TookTooLong } from '#platform/threads.ts';
import { contentBytes, countTags, isQuickToRender, tooLongSentence, tooMuch } from '../article-size-limits.ts';
import { hasCode } from './highlight.server.ts';
import { type OwnPictures, renderBody, renderPicture } from './render-body.ts';
import { type Read, sanitiseHtml, sanitiseWithText } from './sanitise.server.ts';

export type ContentTask =
  | { kind: 'sanitise' | 'read'; html: string }
  | { kind: 'render'; html: string; pictures: OwnPictures; isColoured: boolean };
export type ContentResult = string | Read;

export type Content = Read & {
  /** `content` as its page shows it, before `withShownPictures`; empty if that is the same. */
  rendered: string;
};

const script = new URL('./content-worker.server.ts', import.meta.url);
const inThread = createThreadRunner<ContentTask, ContentResult>(script, { longestMs: 30_000 });
/** Highlighting has a thread of its own: slow code does not delay other texts. */
const inHighlighter = createThreadRunner<ContentTask, ContentResult>(script, { longestMs: 10_000 });

/** @throws Invalid when it is too long */
export async function sanitiseContent(html: string): Promise<string> {
  refuseLong('tags', countTags(html));
  return isQuickToRender(html) ? sanitiseHtml(html) : ((await runInThread({ kind: 'sanitise', html })) as string);
}

/**
 * Also sanitises it.
 * @throws Invalid when it is too long
 */
export async function sanitiseAndRender(context: Context, html: string): Promise<Content> {
  const read = isQuickToRender(html) ? sanitiseWithText(html) : ((await runInThread({ kind: 'read', html })) as Read);
  refuseLong('text', contentBytes(read.contentText));
  refuseLong('html', contentBytes(read.content));
  return { ...read, rendered: await renderContent(context, read.content) };
}

type Context = Pick<AppContext, 'db' | 'config'>;

/**
 * `content` is sanitised. Returns '' if the page shows it unchanged, or if it is too long to render. Code and length never make it
 * fail.
 */
export async function renderContent(context: Context, content: string): Promise<string> {
  const pictures = await ownPictures(context, content);
  const rendered =
    (hasCode(content) &&
      (await nullIfTimedOut(inHighlighter, { kind: 'render', html: content, pictures, isColoured: true }))) ||
    (isQuickToRender(content)
      ? renderBody(content, pictures)
      : await nullIfTimedOut(inThread, { kind: 'render', html: content, pictures, isColoured: false }));
  return rendered === null || rendered === content || rendered.length > mostRendered ? '' : rendered;
}

/** A body, rendered or as saved, with the copies of pictures of other sites in their sizes. */
export function withShownPictures(db: Db, html: string): Promise<string> {
  return withCopies(db, html, renderPicture);
}

/** Characters; writing more would block the web thread for too long. */
const mostRendered = 2_000_000;

/** Pictures beyond this number have no sizes: their markup would make the page too heavy. */
const mostPictures = 500;

async function ownPictures({ db, config }: Context, content: string): Promise<OwnPictures> {
  const inText = [...ownPictureAltsByUrl(content).keys()].slice(0, mostPictures);
  const host = `${config.siteUrl}/`;
  const address = (url: string) => (url.startsWith(host) ? url.slice(host.length - 1) : url);
  const known = await findPictureInfos(db, inText.map(address));
  return new Map(
    inText.flatMap((url) => {
      const info = known.get(address(url));
      return info ? [[url, { ...info, url: info.url ?? address(url) }] as const] : [];
    }),
  );
}

async function nullIfTimedOut(thread: typeof inThread, task: ContentTask): Promise<string | null> {
  try {
    return (await thread(task)) as string;
  } catch (error) {
    if (error instanceof TookTooLong) return null;
    throw error;
  }
}

async function runInThread(task: ContentTask): Promise<ContentResult> {
  try {
    return await inThread(task);
  } catch (error) {
    if (error instanceof TookTooLong) throw Invalid.at('content', tooMuch);
    throw error;
  }
}

function refuseLong(...given: Parameters<typeof tooLongSentence>): void {
  const sentence = tooLongSentence(...given);
  if (sentence) throw Invalid.at('content', sentence);
}
