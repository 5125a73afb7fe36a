import type { AppContext } from '#platform/context.ts';
import { answer, createApiApp, jsonBody, messageAnswer, routesOf, signedIn } from '#platform/http/api.ts';
import { recentPasswordRefusal, requireRecentPassword } from '#platform/http/recent-password.ts';
import { IdParam } from '#platform/http/schemas.ts';
import { ClosedYear, ClosingInput } from './closing.ts';
import { closingMessages } from './closing-texts.ts';
import { closeYear, undoClosing } from './closing-year.ts';

const route = routesOf('Committees');
const close = route('post', '/close', 'Close the year', {
  request: jsonBody(ClosingInput),
  201: answer(ClosedYear, 'The year, and the links of who is invited'),
  ...recentPasswordRefusal,
});
const undo = route('post', '/{id}/undo', 'Undo that a year was closed', {
  request: { params: IdParam },
  200: messageAnswer,
  ...recentPasswordRefusal,
});

/** Under /committees/admin. */
export function closingApi(context: AppContext) {
  const { clock } = context;
  const adminRoutes = createApiApp()
    .openapi(close, async (c) => {
      const now = clock.now();
      requireRecentPassword(c, now);
      const { id, username } = signedIn(c);
      const closer = { administratorId: id, username, now };
      return c.json(await closeYear(context, c.req.valid('json'), closer), 201);
    })
    .openapi(undo, async (c) => {
      const now = clock.now();
      requireRecentPassword(c, now);
      await undoClosing(context, c.req.valid('param').id, { administratorId: signedIn(c).id, now });
      return c.json({ message: closingMessages.undone }, 200);
    });
  return { adminRoutes };
}
