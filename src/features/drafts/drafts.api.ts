import type { AppContext } from '#platform/context.ts';
import type { Db } from '#platform/db/db.ts';
import { createApiApp, jsonBody, messageAnswer, returns, routesOf, signedIn } from '#platform/http/api.ts';
import { DraftInput, DraftKept, DraftList, DraftParams, DraftRemoval, FoundDraft } from './draft.schema.ts';
import { draftMessages } from './draft.ts';
import { findDraft, listDrafts, removeDraft, storeDraft } from './drafts.server.ts';

const route = routesOf('Drafts');
const params = DraftParams;
const routes = {
  list: route('get', '/', 'List your drafts', { 200: returns(DraftList, 'What you have typed, newest first') }),
  read: route('get', '/{form}', 'Read your draft of a form', {
    request: { params },
    200: returns(FoundDraft, 'What the form held; null without a draft'),
  }),
  keep: route('put', '/{form}', 'Keep what is typed in a form', {
    request: { params, ...jsonBody(DraftInput) },
    200: returns(DraftKept, 'The form opens with it on each of your devices'),
  }),
  remove: route('delete', '/{form}', 'Remove your draft of a form', {
    request: { params, query: DraftRemoval },
    200: messageAnswer,
  }),
};

/** Under /drafts/admin. No one is answered someone else's. `hasItem`: what the form edits is there. */
export function draftsApi({ db, clock }: AppContext, hasItem: (db: Db, form: string) => Promise<boolean>) {
  const adminRoutes = createApiApp()
    .openapi(routes.list, async (c) => c.json(await listDrafts(db, signedIn(c).id), 200))
    .openapi(routes.read, async (c) => {
      const key = { administratorId: signedIn(c).id, ...c.req.valid('param') };
      return c.json({ draft: await findDraft(db, key) }, 200);
    })
    .openapi(routes.keep, async (c) => {
      const key = { administratorId: signedIn(c).id, ...c.req.valid('param') };
      return c.json({ at: await storeDraft(db, key, { input: c.req.valid('json'), now: clock.now(), hasItem }) }, 200);
    })
    .openapi(routes.remove, async (c) => {
      await removeDraft(db, { administratorId: signedIn(c).id, ...c.req.valid('param'), ...c.req.valid('query') });
      return c.json({ message: draftMessages.removed }, 200);
    });
  return { adminRoutes };
}
