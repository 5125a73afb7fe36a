import { serveTasks } from '#platform/threads.ts';
import { type MailContent, type MailTask, makeMailContent } from './mail-thread.server.ts';

serveTasks<MailTask, MailContent>(makeMailContent);
