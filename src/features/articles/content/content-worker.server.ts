/** The thread that `content.server.ts` starts. */
import { serveTasks } from '#platform/threads.ts';
import type { ContentResult, ContentTask } from './content.server.ts';
import { highlightCode } from './highlight.server.ts';
import { renderBody } from './render-body.ts';
import { sanitiseHtml, sanitiseWithText } from './sanitise.server.ts';

serveTasks<ContentTask, ContentResult>(async (task) => {
  if (task.kind !== 'render') return task.kind === 'sanitise' ? sanitiseHtml(task.html) : sanitiseWithText(task.html);
  const body = renderBody(task.html, task.pictures);
  return (task.isColoured && (await highlightCode(body))) || body;
});
