import { createRoute } from '@hono/zod-openapi';
import { revisionsApi } from '#features/revisions/revisions.api.ts';
import { refuseMissingPictures } from '#features/uploads/missing.server.ts';
import type { AppContext } from '#platform/context.ts';
import { answer, createApiApp, jsonBody, refusals, signedIn } from '#platform/http/api.ts';
import { saveSettings, type TimeZoneChanged } from './saving.server.ts';
import { AdminSettings, Settings, SettingsInput } from './settings.schema.ts';
import { getAdminSettings, getSettings } from './settings.server.ts';

const tags = ['Settings'];
const all = { 200: answer(AdminSettings, 'The settings, and when and by whom they were saved last'), ...refusals };

const routes = {
  read: createRoute({
    method: 'get',
    path: '/',
    tags,
    responses: { 200: answer(Settings, 'What the public pages need to know about the site') },
  }),
  readAll: createRoute({ method: 'get', path: '/', tags, responses: all }),
  save: createRoute({ method: 'put', path: '/', tags, request: jsonBody(SettingsInput), responses: all }),
};

const pictureSettings = ['defaultArticleImage', 'defaultAvatarImage', 'defaultEventImage'] as const;

export function settingsApi(context: AppContext, timeZoneChanged: TimeZoneChanged) {
  const { db, config, clock } = context;
  const open = createApiApp().openapi(routes.read, async (c) => c.json(await getSettings(db, config), 200));

  const admin = createApiApp()
    .openapi(routes.readAll, async (c) => c.json(await getAdminSettings(db, config), 200))
    .openapi(routes.save, async (c) => {
      const actor = { administratorId: signedIn(c).id, now: clock.now() };
      const input = c.req.valid('json');
      for (const key of pictureSettings) await refuseMissingPictures(db, context, { imageUrl: input[key] });
      return c.json(await saveSettings(db, { input, config, timeZoneChanged }, actor), 200);
    });

  const revisions = revisionsApi({
    ...{ db, kind: 'settings', tags, entity: AdminSettings, input: SettingsInput },
    find: () => getAdminSettings(db, config),
    restore: ({ input, revisionId, administratorId }) =>
      saveSettings(db, { input, config, timeZoneChanged, revisionId }, { administratorId, now: clock.now() }),
  });
  admin.route('/', revisions);

  return { open, admin };
}
