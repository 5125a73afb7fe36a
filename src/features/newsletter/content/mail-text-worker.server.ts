import { serveTasks } from '#platform/threads.ts';
import { convertToMailContent, type MailContent, type MailTask } from './mail-text.server.ts';

serveTasks<MailTask, MailContent>(convertToMailContent);
