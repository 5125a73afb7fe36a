import { serveTasks } from '#platform/threads.ts';
import { type MailContent, type MailTask, makeMailContent } from './mail-text.server.ts';

serveTasks<MailTask, MailContent>(makeMailContent);
