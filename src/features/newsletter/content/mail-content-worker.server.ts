import { serveTasks } from '#platform/threads.ts';
import { convertToMailContent, type MailContent, type MailTask } from './mail-content.server.ts';

serveTasks<MailTask, MailContent>(convertToMailContent);
