/** An article's text as mails show it. Long texts are made in a thread of their own: the largest takes seconds. */
import { createHash } from 'node:crypto';
import { isQuickToRender } from '#features/articles/article-size-limits.ts';
import { createThreadRunner } from '#platform/threads.ts';
import { htmlForMail } from './mail-html.server.ts';
import { plainTextForMail } from './mail-plain-text.server.ts';
import type { MailPictures } from './newsletter-mail.ts';

export type MailTask = { html: string; siteUrl: string; pictures: MailPictures };
export type MailContent = { contentHtml: string; contentText: string };

const script = new URL('./mail-content-worker.server.ts', import.meta.url);
const inThread = createThreadRunner<MailTask, MailContent>(script, { longestMs: 60_000 });

/** The last one, so that a text made before a transaction is ready inside it. */
let last: { key: string; content: Promise<MailContent> } | null = null;

export function convertToMailContent({ html, siteUrl, pictures }: MailTask): MailContent {
  return { contentHtml: htmlForMail(html, siteUrl, pictures), contentText: plainTextForMail(html, siteUrl) };
}

export function cachedMailContent(task: MailTask): Promise<MailContent> {
  const { html, siteUrl, pictures } = task;
  const key = createHash('sha256')
    .update(JSON.stringify([siteUrl, [...pictures]]))
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
