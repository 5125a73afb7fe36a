import type { AppContext } from '#platform/context.ts';
import { actorOf, createApiApp, jsonBody, messageAnswer, returns, routesOf, signedIn } from '#platform/http/api.ts';
import { recentPassword } from '#platform/http/recent-password.ts';
import { IdParam } from '#platform/http/schemas.ts';
import { ClosedYear, ClosingInput } from './closing.schema.ts';
import { closingMessages } from './closing-messages.ts';
import { closeYear } from './closing-year.ts';
import { undoClosing } from './undo-closing.ts';

const route = routesOf('Committees');
const close = route('post', '/close', 'Close the year', {
  request: jsonBody(ClosingInput),
  201: returns(ClosedYear, 'The year, and the links for the people invited'),
  ...recentPassword,
});
const undo = route('post', '/{id}/undo', 'Undo the closing of a year', {
  request: { params: IdParam },
  200: messageAnswer,
  ...recentPassword,
});

/** Under /committees/admin. */
export function closeYearApi(context: AppContext) {
  const { clock } = context;
  const adminRoutes = createApiApp()
    .openapi(close, async (c) => {
      const { id, username } = signedIn(c);
      const closer = { administratorId: id, username, now: clock.now() };
      return c.json(await closeYear(context, c.req.valid('json'), closer), 201);
    })
    .openapi(undo, async (c) => {
      const actor = actorOf(c, clock);
      await undoClosing(context, c.req.valid('param').id, actor);
      return c.json({ message: closingMessages.undone }, 200);
    });
  return { adminRoutes };
}
