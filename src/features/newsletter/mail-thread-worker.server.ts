/** The thread that `mail-thread.server.ts` starts. */
import { serveTasks } from '#platform/threads.ts';
import { htmlForMail } from './mail-content.server.ts';
import type { MailContent, MailTask } from './mail-thread.server.ts';
import { textForMail } from './plain-mail.server.ts';

serveTasks<MailTask, MailContent>(({ html, siteUrl, pictures }) => ({
  contentHtml: htmlForMail(html, siteUrl, pictures),
  contentText: textForMail(html, siteUrl),
}));
