import { z } from '@hono/zod-openapi';
import { createApiApp, returns, routesOf } from '#platform/http/api.ts';
import { type CheckResult, levels } from './check-result.ts';

const route = routesOf('Health');

/** One press that helps. */
export const ActionSchema = z.union([
  z.object({ label: z.string(), to: z.string() }),
  z.object({ label: z.string(), method: z.enum(['POST', 'DELETE']), path: z.string() }),
]);

const FindingSchema = z
  .object({
    check: z.string(),
    title: z.string(),
    /** `bad`: something does not work, or may be lost. `look`: a person has to look at it. */
    level: z.enum(levels),
    sentence: z.string(),
    todo: z.string().nullable(),
    action: ActionSchema.optional(),
  })
  .openapi('Finding');

/** Under /health/admin. `examine` looks at the whole site, and takes some seconds. */
export function healthApi(examine: () => Promise<CheckResult[]>) {
  const read = route('get', '/', 'Check what works on the site and what does not', {
    200: returns(z.array(FindingSchema), 'One line for each check'),
  });
  return { adminRoutes: createApiApp().openapi(read, async (c) => c.json(await examine(), 200)) };
}
