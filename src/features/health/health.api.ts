import { createRoute, z } from '@hono/zod-openapi';
import { answer, createApiApp, refusals } from '#platform/http/api.ts';
import { type Finding, levels } from './finding.ts';

const FindingSchema = z
  .object({
    check: z.string(),
    title: z.string(),
    /** `bad`: something does not work, or may be lost. `look`: a person has to look at it. */
    level: z.enum(levels),
    sentence: z.string(),
    todo: z.string().nullable(),
  })
  .openapi('Finding');

/** Under /health/admin. `examine` looks at the whole site, and takes some seconds. */
export function healthApi(examine: () => Promise<Finding[]>) {
  const read = createRoute({
    method: 'get',
    path: '/',
    summary: 'Look what is well with the site and what is not',
    tags: ['Health'],
    responses: { 200: answer(z.array(FindingSchema), 'One line for each check'), ...refusals },
  });
  return { adminRoutes: createApiApp().openapi(read, async (c) => c.json(await examine(), 200)) };
}
