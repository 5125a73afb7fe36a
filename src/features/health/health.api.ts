import { createRoute, z } from '@hono/zod-openapi';
import { answer, createApiApp, refusals } from '#platform/http/api.ts';
import type { Finding } from './finding.ts';
import { FindingSchema } from './health.schema.ts';

/** Under /health/admin. `examine` looks at the whole site, and takes some seconds. */
export function healthApi(examine: () => Promise<Finding[]>) {
  const examineOnce = shared(examine);
  const read = createRoute({
    method: 'get',
    path: '/',
    summary: 'Look what is well with the site and what is not',
    tags: ['Health'],
    responses: { 200: answer(z.array(FindingSchema), 'One line for each check'), ...refusals },
  });
  return { adminRoutes: createApiApp().openapi(read, async (c) => c.json(await examineOnce(), 200)) };
}

/** Whoever asks while it is under way gets the same answer. */
function shared<T>(work: () => Promise<T>): () => Promise<T> {
  let underWay: Promise<T> | null = null;
  return () => (underWay ??= work().finally(() => (underWay = null)));
}
