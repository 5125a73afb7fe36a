import type { Hono } from 'hono';
import { fetchBuffered } from '#platform/fast/in-process-fetch.ts';
import type { ApiEnv } from '#platform/http/api.ts';

/** How the site answers a visitor, in this process. */
export type AskAsVisitor = (path: string) => Promise<{ response: Response; body: Buffer }>;

export function askAsVisitor(app: Hono<ApiEnv>, path: string): ReturnType<AskAsVisitor> {
  return fetchBuffered(app, new Request(`http://localhost${path}`), {});
}
