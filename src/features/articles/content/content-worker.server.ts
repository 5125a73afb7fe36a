/** The thread that `content.server.ts` starts. */
import { serveTasks } from '#platform/threads.ts';
import type { ContentResult, ContentTask } from './content.server.ts';
import { highlightCode } from './highlight.server.ts';
import { readHtml, sanitise } from './sanitise.server.ts';

serveTasks<ContentTask, ContentResult>(async ({ kind, html }) => {
  if (kind === 'highlight') return highlightCode(html);
  return kind === 'sanitise' ? sanitise(html) : readHtml(html);
});
