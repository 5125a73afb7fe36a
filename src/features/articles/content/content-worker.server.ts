/** The thread that `content.server.ts` starts. */
import { serveTasks } from '#platform/threads.ts';
import type { ContentResult, ContentTask } from './content.server.ts';
import { highlightCode } from './highlight.server.ts';
import { renderBody } from './render-body.ts';
import { readHtml, sanitise } from './sanitise.server.ts';

serveTasks<ContentTask, ContentResult>(async (task) => {
  if (task.kind !== 'render') return task.kind === 'sanitise' ? sanitise(task.html) : readHtml(task.html);
  const body = renderBody(task.html, task.pictures);
  return (task.isColoured && (await highlightCode(body))) || body;
});
