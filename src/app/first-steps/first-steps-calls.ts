import { z } from '@hono/zod-openapi';
import type { AppContext } from '#platform/context.ts';
import { createApiApp, jsonBody, messageAnswer, routesOf, signedIn } from '#platform/http/api.ts';
import { purgeDemo, removeDemo, restoreDemo } from '../demo/demo-content.ts';
import { dismissFirstSteps } from './steps.ts';

const route = routesOf('First steps');
const done = { 200: messageAnswer };

const demoChanges = {
  remove: { make: removeDemo, message: 'The demo content is in the bin. You can restore all of it from there.' },
  restore: { make: restoreDemo, message: 'The demo content is back.' },
  purge: { make: purgeDemo, message: 'The demo content has been deleted.' },
} as const;
const DemoInput = z
  .object({ change: z.enum(Object.keys(demoChanges) as (keyof typeof demoChanges)[]) })
  .openapi('DemoInput');

const routes = {
  dismiss: route('put', '/', 'Hide the first steps', done),
  changeDemo: route('post', '/', 'Move unedited demo content to the bin, restore it, or delete it permanently', {
    request: jsonBody(DemoInput),
    ...done,
  }),
};

/** Under /first-hour/admin. */
export function firstStepsApi(context: AppContext) {
  const { db, clock } = context;
  const adminRoutes = createApiApp()
    .openapi(routes.dismiss, async (c) => {
      await dismissFirstSteps(db, clock.now());
      return c.json({ message: 'The first steps are hidden.' }, 200);
    })
    .openapi(routes.changeDemo, async (c) => {
      const { make, message } = demoChanges[c.req.valid('json').change];
      await make(context, { administratorId: signedIn(c).id, now: clock.now() });
      return c.json({ message }, 200);
    });
  return { adminRoutes };
}
