/** Under /imports/admin: an upload, the list of what it would bring, the decision, the progress, the undo. */
import { z } from '@hono/zod-openapi';
import type { AppContext } from '#platform/context.ts';
import { createApiApp, jsonBody, returns, routesOf, signedIn } from '#platform/http/api.ts';
import type { BodyRule } from '#platform/http/body-limit.ts';
import { fileBody, readFilePart } from '#platform/http/multipart-file.ts';
import { ErrorSchema } from '#platform/http/schemas.ts';
import { Import } from './import.schema.ts';
import { addImport, removeImportFile } from './import-files.ts';
import { getImport, importMessages, listImports, mostImportBytes, moveOn, presentImport } from './import-rows.ts';

export const importBodies: BodyRule[] = [
  {
    path: /^\/imports\/admin$/,
    bytes: mostImportBytes + 64 * 1024,
    message: importMessages.tooLarge,
    isStreamed: true,
    isForm: true,
  },
];

const route = routesOf('Imports');
const params = z.object({ id: z.coerce.number().int().positive() });
const answer = { 200: returns(Import, 'The import') };
const routes = {
  list: route('get', '/', 'List the imports', { 200: returns(z.array(Import), 'The newest first') }),
  upload: route('post', '/', 'Upload an export of another site', {
    description:
      'Nothing is imported yet: GET /imports/admin has the list of what it would bring as soon as it is read',
    request: {
      query: z.object({ site: z.url().max(300).optional() }),
      ...fileBody('An export of WordPress (XML), Ghost (JSON) or Substack (zip), Markdown, or a zip of Markdown files'),
    },
    201: returns(Import, 'The import'),
    413: returns(ErrorSchema, 'More than 200 MB'),
  }),
  start: route('post', '/{id}/start', 'Import what the list says', {
    request: {
      params,
      ...jsonBody(
        z.object({
          isReplacing: z.boolean().openapi({ description: 'Whether pages take the place of starter pages' }),
        }),
      ),
    },
    ...answer,
  }),
  undo: route('post', '/{id}/undo', 'Undo an import', { request: { params }, ...answer }),
  discard: route('delete', '/{id}', 'Discard an import that has not begun', { request: { params }, ...answer }),
};

export function importsApi(context: AppContext) {
  const { db, clock, store, outages } = context;
  const adminRoutes = createApiApp()
    .openapi(routes.list, async (c) => c.json(await listImports(db, clock.now()), 200))
    .openapi(routes.upload, async (c) => {
      await outages.refusePictures();
      const named = { fileName: '' };
      const bytes = readFilePart(c.req.raw, importMessages.noFile, named);
      const { site = '' } = c.req.valid('query');
      const added = await addImport(context, bytes, { named, site, administratorId: signedIn(c).id });
      return c.json(presentImport(added, clock.now()), 201);
    })
    .openapi(routes.start, async (c) => {
      const { id } = c.req.valid('param');
      const change = { state: 'importing' as const, ...c.req.valid('json'), administratorId: signedIn(c).id };
      return c.json(await moveOn(db, id, { from: ['ready'], change, now: clock.now() }), 200);
    })
    .openapi(routes.undo, async (c) => {
      const { id } = c.req.valid('param');
      const change = { state: 'undoing' as const, administratorId: signedIn(c).id };
      return c.json(await moveOn(db, id, { from: ['done', 'failed'], change, now: clock.now() }), 200);
    })
    .openapi(routes.discard, async (c) => {
      const { id } = c.req.valid('param');
      const row = await getImport(db, id);
      const change = { state: 'discarded' as const };
      const discarded = await moveOn(db, id, { from: ['ready', 'failed'], change, now: clock.now() });
      await removeImportFile(store, row);
      return c.json(discarded, 200);
    });
  return { adminRoutes };
}
