/** The thread that `content.server.ts` starts. */
import { serveTasks } from '#platform/threads.ts';
import { countWords } from './article.ts';
import type { ContentResult, ContentTask } from './content.server.ts';
import { highlightCode } from './highlight.server.ts';
import { plainText, sanitise } from './sanitise.server.ts';

serveTasks<ContentTask, ContentResult>(async ({ kind, html }) => {
  if (kind === 'highlight') return highlightCode(html);
  const content = sanitise(html);
  if (kind === 'sanitise') return content;
  const contentText = plainText(content);
  return { content, contentText, words: countWords(contentText) };
});
