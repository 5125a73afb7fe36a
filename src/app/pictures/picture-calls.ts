import { createRoute, z } from '@hono/zod-openapi';
import {
  ChangedPicture,
  LibraryPicture,
  PictureDescription,
} from '#features/uploads/library/library-picture.schema.ts';
import type { AppContext } from '#platform/context.ts';
import { answer, createApiApp, jsonBody, ListQuery, listHeaders, refusals, signedIn } from '#platform/http/api.ts';
import { IdParam } from '#platform/http/schemas.ts';
import { getPicture, listPictures } from './list-pictures.ts';
import { describePicture, replacePicture } from './replacing.ts';

const list = createRoute({
  method: 'get',
  path: '/',
  summary: 'List the stored pictures and where each is used',
  tags: ['Uploads'],
  request: {
    query: ListQuery.extend({
      state: z.literal('unused').optional().openapi({ description: 'Those that no item and no setting shows' }),
    }),
  },
  responses: { 200: answer(z.array(LibraryPicture), 'Each picture once, the newest first'), ...refusals },
});

const read = createRoute({
  method: 'get',
  path: '/{id}',
  summary: 'Read one stored picture and where it is used',
  tags: ['Uploads'],
  request: { params: IdParam },
  responses: { 200: answer(LibraryPicture, 'The picture'), ...refusals },
});

const describe = createRoute({
  method: 'put',
  path: '/{id}',
  summary: 'Write the alternative text of a picture',
  description: 'It is proposed when the picture is chosen again. What somebody has written by hand elsewhere stays.',
  tags: ['Uploads'],
  request: { params: IdParam, ...jsonBody(PictureDescription) },
  responses: { 200: answer(ChangedPicture, 'The picture, and how many items were saved with the text'), ...refusals },
});

const replace = createRoute({
  method: 'post',
  path: '/{id}/replace',
  summary: 'Show another picture wherever this one is used',
  description: 'Upload the new one first. Each item is saved as a new version, all of them or none.',
  tags: ['Uploads'],
  request: { params: IdParam, ...jsonBody(z.object({ imageUrl: z.string().max(2000) }).openapi('NewPicture')) },
  responses: { 200: answer(ChangedPicture, 'The new picture, and how many items show it now'), ...refusals },
});

/** Under /pictures/admin. */
export function picturesApi(context: AppContext) {
  const { db, clock } = context;
  const adminRoutes = createApiApp()
    .openapi(list, async (c) => {
      const page = await listPictures(db, c.req.valid('query'));
      listHeaders(c, page);
      return c.json(page.items, 200);
    })
    .openapi(read, async (c) => c.json(await getPicture(db, c.req.valid('param').id), 200))
    .openapi(describe, async (c) => {
      const { id } = c.req.valid('param');
      const { alt, isEverywhere } = c.req.valid('json');
      const actor = { administratorId: signedIn(c).id, now: clock.now() };
      return c.json(await describePicture(context, { id, alt: alt || null, isEverywhere, actor }), 200);
    })
    .openapi(replace, async (c) => {
      const actor = { administratorId: signedIn(c).id, now: clock.now() };
      const { imageUrl } = c.req.valid('json');
      return c.json(await replacePicture(context, { ...c.req.valid('param'), imageUrl, actor }), 200);
    });
  return { adminRoutes };
}
