import type { Context } from 'hono';
import type { AppContext } from '#platform/context.ts';
import type { Db } from '#platform/db/db.ts';
import { type ApiEnv, createApiApp, jsonBody, messageAnswer, returns, routesOf, signedIn } from '#platform/http/api.ts';
import { DraftInput, DraftKept, DraftList, DraftRemoval, draftParams, FoundDraft } from './draft.schema.ts';
import { type DraftPlace, draftMessages, parseFormName } from './draft.ts';
import { findDraft, listCreatedKeys, listDrafts, removeDraft, storeDraft } from './drafts.server.ts';

const route = routesOf('Drafts');
function describe(kinds: readonly string[]) {
  const params = draftParams(kinds);
  return {
    list: route('get', '/', 'List your drafts', {
      200: returns(DraftList, 'What you have typed and not saved, newest first'),
    }),
    read: route('get', '/{form}', 'Read your draft of a form', {
      request: { params },
      200: returns(FoundDraft, 'What the form held; null without a draft'),
    }),
    keep: route('put', '/{form}', 'Keep what is typed in a form', {
      request: { params, ...jsonBody(DraftInput) },
      200: returns(DraftKept, 'It is offered on each of your devices'),
    }),
    remove: route('delete', '/{form}', 'Remove your draft of a form', {
      request: { params, query: DraftRemoval },
      200: messageAnswer,
    }),
  };
}

type Given = { kinds: readonly string[]; hasItem: (db: Db, place: DraftPlace) => Promise<boolean> };

/** Under /drafts/admin. No one is answered someone else's. */
export function draftsApi({ db, clock }: AppContext, { kinds, hasItem }: Given) {
  const routes = describe(kinds);
  const placeOf = (c: Context<ApiEnv>, { form }: { form: string }) => ({
    administratorId: signedIn(c).id,
    ...(parseFormName(form) as DraftPlace),
  });
  const adminRoutes = createApiApp()
    .openapi(routes.list, async (c) => {
      const { id } = signedIn(c);
      return c.json({ drafts: await listDrafts(db, id), created: await listCreatedKeys(db, id) }, 200);
    })
    .openapi(routes.read, async (c) => {
      const place = placeOf(c, c.req.valid('param'));
      return c.json({ draft: await findDraft(db, place), hasItem: await hasItem(db, place) }, 200);
    })
    .openapi(routes.keep, async (c) => {
      const place = placeOf(c, c.req.valid('param'));
      return c.json(
        { at: await storeDraft(db, { place, input: c.req.valid('json'), now: clock.now(), hasItem }) },
        200,
      );
    })
    .openapi(routes.remove, async (c) => {
      await removeDraft(db, { ...placeOf(c, c.req.valid('param')), ...c.req.valid('query') });
      return c.json({ message: draftMessages.removed }, 200);
    });
  return { adminRoutes };
}
