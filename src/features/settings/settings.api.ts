import { createRoute } from '@hono/zod-openapi';
import type { AppContext } from '#platform/context.ts';
import { answer, createApiApp } from '#platform/http/api.ts';
import { Settings } from './settings.schema.ts';
import { getSettings } from './settings.server.ts';

const read = createRoute({
  method: 'get',
  path: '/',
  tags: ['Settings'],
  responses: { 200: answer(Settings, 'What the public pages need to know about the site') },
});

export function settingsApi({ db, config }: AppContext) {
  const open = createApiApp().openapi(read, async (c) => c.json(await getSettings(db, config), 200));
  return { open };
}
