import { parseRevisionAsInput, type Revised } from '#features/revisions/revisions.api.ts';
import { copyPictures } from '#features/uploads/copies/copying-pictures.server.ts';
import { refuseMissingPictures } from '#features/uploads/missing-pictures.server.ts';
import type { AppContext } from '#platform/context.ts';
import { NotFound } from '#platform/errors.ts';
import { actorOf, createApiApp, jsonBody, returns, routesOf } from '#platform/http/api.ts';
import { recentPasswordRefusal, requireRecentPassword } from '#platform/http/recent-password.ts';
import { saveSettings, type WhenSettingsChange } from './saving.server.ts';
import { AdminSettings, HomePreview, Settings, SettingsInput } from './settings.schema.ts';
import { getAdminSettings, getPublicSettings } from './settings.server.ts';
import { pictureSettings, type SiteSettings } from './settings.ts';

const route = routesOf('Settings');
const all = { 200: returns(AdminSettings, 'The settings, and when and by whom they were saved last') };

const routes = {
  read: route('get', '/', 'Read the public settings', {
    200: returns(Settings, 'What the public pages need to know about the site'),
  }),
  readAll: route('get', '/', 'Read all settings', all),
  preview: route('post', '/preview', 'See the home page as these settings would make it, without saving them', {
    request: jsonBody(SettingsInput),
    200: returns(HomePreview, 'The page without its scripts, and the styles of the look'),
  }),
  save: route('put', '/', 'Save settings', { request: jsonBody(SettingsInput), ...all, ...recentPasswordRefusal }),
};

/** Home as a visitor would see it with these settings. */
export type RenderHome = (unsaved: Partial<SiteSettings>) => Promise<HomePreview>;

export function settingsApi(context: AppContext, whenChanged: WhenSettingsChange, renderHome: RenderHome) {
  const { db, config, clock } = context;
  const publicRoutes = createApiApp().openapi(routes.read, async (c) =>
    c.json(await getPublicSettings(db, config), 200),
  );

  const adminRoutes = createApiApp()
    .openapi(routes.readAll, async (c) => c.json(await getAdminSettings(db, config), 200))
    .openapi(routes.preview, async (c) => {
      const { version: _version, ...unsaved } = c.req.valid('json');
      // What is not given is not there at all.
      return c.json(await renderHome(unsaved as Partial<SiteSettings>), 200);
    })
    .openapi(routes.save, async (c) => {
      const actor = actorOf(c, clock);
      const input = c.req.valid('json');
      await copyPictures(context, input);
      for (const key of pictureSettings) await refuseMissingPictures(db, context, { imageUrl: input[key] });
      const requirePassword = () => requireRecentPassword(c);
      return c.json(await saveSettings(db, { input, config, whenChanged, requirePassword }, actor), 200);
    });

  const revised: Revised = {
    find: async (id) => {
      if (id !== 0) throw new NotFound('Not found');
    },
    restore: ({ data, revisionId, administratorId, now, requirePassword }) => {
      const save = {
        input: parseRevisionAsInput(SettingsInput, data),
        config,
        whenChanged,
        requirePassword,
        revisionId,
      };
      return saveSettings(db, save, { administratorId, now });
    },
  };

  return { publicRoutes, adminRoutes, revised };
}
