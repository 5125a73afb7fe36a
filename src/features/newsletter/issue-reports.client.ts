import type { Api, Page } from '#shared/api-client.ts';
import { type ListOptions, queryOf } from '#shared/list-options.ts';
import type { IssueDetail, IssueReport, Missed } from './issue-reports.schema.ts';
import type { MissedState } from './newsletter-words.ts';

export type IssueVerb = 'pause' | 'resume' | 'cancel' | 'retry';

const issues = '/newsletter/admin/issues';

/** The newsletters, newest first. */
export function listIssues(api: Api, options: ListOptions = {}): Promise<Page<IssueReport>> {
  return api.list(`${issues}${queryOf(options)}`);
}

export function getIssueDetail(api: Api, articleId: number): Promise<IssueDetail> {
  return api.call('GET', `${issues}/${articleId}/report`);
}

export function controlIssue(api: Api, articleId: number, verb: IssueVerb): Promise<unknown> {
  return api.call('POST', `${issues}/${articleId}/${verb}`);
}

/** Who has not, or perhaps not, got it. */
export function listMissed(
  api: Api,
  articleId: number,
  options: ListOptions & { state?: MissedState },
): Promise<Page<Missed>> {
  return api.list(`${issues}/${articleId}/missed${queryOf(options)}`);
}

/**
 * Tells every change until the server ends it; true when the newsletter is over. An EventSource could not say who is
 * signed in.
 */
export async function followIssue(
  api: Api,
  articleId: number,
  { signal, onReport }: { signal: AbortSignal; onReport: (report: IssueReport) => void },
): Promise<boolean> {
  const { body } = await api.open(`${issues}/${articleId}/events`, signal);
  if (!body) return false;
  const reader = body.pipeThrough(new TextDecoderStream()).getReader();
  let text = '';
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return false;
    text += value;
    const messages = text.split('\n\n');
    text = messages.pop() ?? '';
    for (const message of messages) {
      const { event, data } = fieldsOf(message);
      if (event === 'end') return true;
      if (event === 'progress' && data) onReport(JSON.parse(data) as IssueReport);
    }
  }
}

function fieldsOf(message: string): Record<string, string> {
  const lines = message.split('\n').map((line) => /^(\w+): ?(.*)$/.exec(line));
  return Object.fromEntries(lines.flatMap((match) => (match ? [[match[1], match[2]]] : [])));
}
