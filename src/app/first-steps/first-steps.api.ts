import type { AppContext } from '#platform/context.ts';
import { actorOf, createApiApp, messageAnswer, routesOf } from '#platform/http/api.ts';
import { removeUneditedDemo } from '../demo/remove-demo.ts';
import { dismissFirstSteps } from './read-first-steps.ts';

const route = routesOf('First steps');
const done = { 200: messageAnswer };

const routes = {
  dismiss: route('put', '/', 'Hide the first steps', done),
  removeDemo: route('delete', '/', 'Move unedited demo content to the bin', done),
};

/** Under /first-hour/admin, their earlier name. */
export function firstStepsApi(context: AppContext) {
  const { db, clock } = context;
  const adminRoutes = createApiApp()
    .openapi(routes.dismiss, async (c) => {
      await dismissFirstSteps(db, clock.now());
      return c.json({ message: 'The first steps are hidden.' }, 200);
    })
    .openapi(routes.removeDemo, async (c) => {
      await removeUneditedDemo(context, actorOf(c, clock));
      return c.json({ message: 'The demo content is in the bin.' }, 200);
    });
  return { adminRoutes };
}
