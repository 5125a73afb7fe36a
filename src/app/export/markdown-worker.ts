/** The thread that `export-files.ts` starts. */
import { serveTasks } from '#platform/threads.ts';
import { writeMarkdown } from './write-markdown.ts';

serveTasks<string, string>(writeMarkdown);
