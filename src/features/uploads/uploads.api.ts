import { createHash } from 'node:crypto';
import { createRoute, z } from '@hono/zod-openapi';
import type { Context, Handler, MiddlewareHandler } from 'hono';
import { HTTPException } from 'hono/http-exception';
import type { Kind } from '#features/items/kind.ts';
import type { AppContext } from '#platform/context.ts';
import { Invalid, Unavailable } from '#platform/errors.ts';
import { type ApiEnv, answer, createApiApp, jsonBody, refusals, signedIn } from '#platform/http/api.ts';
import { ErrorSchema } from '#platform/http/schemas.ts';
import { maxPictureBytes, pictureMessages } from '#shared/picture-upload.ts';
import { missingPictures } from './missing.server.ts';
import { storePicture } from './pictures.server.ts';

const UploadForm = z
  .object({
    file: z
      .custom<File>((value) => value instanceof File, pictureMessages.notAPicture)
      .openapi({ type: 'string', format: 'binary' }),
  })
  .openapi('UploadForm');

const Upload = z.object({ imageUrl: z.string(), path: z.string() }).openapi('Upload');

const uploadRoute = (kinds: readonly Kind[]) =>
  createRoute({
    method: 'post',
    path: '/{purpose}',
    summary: 'Upload a picture',
    tags: ['Uploads'],
    middleware: readableForm,
    request: {
      params: z.object({ purpose: z.enum(kinds.map(({ name }) => name)) }),
      body: { required: true, content: { 'multipart/form-data': { schema: UploadForm } } },
    },
    responses: {
      201: answer(Upload, 'The stored picture: its public address, and its path in the store'),
      ...refusals,
      413: answer(ErrorSchema, 'More than 5 MB'),
    },
  });

const missing = createRoute({
  method: 'post',
  path: '/missing',
  summary: 'Find pictures that are gone',
  tags: ['Uploads'],
  request: jsonBody(z.object({ urls: z.array(z.string().max(2000)).max(500) }).openapi('PictureAddresses')),
  responses: {
    200: answer(
      z.object({ missing: z.array(z.string()) }).openapi('MissingPictures'),
      'Those of the addresses that are pictures of this site and were removed meanwhile',
    ),
    ...refusals,
  },
});

/** `serveUpload` serves the files. */
export function uploadsApi(context: AppContext, kinds: readonly Kind[]) {
  const adminRoutes = createApiApp()
    .openapi(missing, async (c) =>
      c.json({ missing: await missingPictures(context.db, context, c.req.valid('json').urls) }, 200),
    )
    .openapi(uploadRoute(kinds), async (c) => {
      const { file } = c.req.valid('form');
      if (file.size > maxPictureBytes) throw tooLarge();
      await context.outages.refusePictures();
      const stored = await storePicture(context, {
        purpose: c.req.valid('param').purpose,
        bytes: Buffer.from(await file.arrayBuffer()),
        fileName: file.name,
        administratorId: signedIn(c).id,
      });
      return c.json(stored, 201);
    });
  return { adminRoutes };
}

/**
 * Serves /uploads/* as nothing but pictures. Mails show them too, so any site may embed them.
 */
export function serveUpload({ store, log }: Pick<AppContext, 'store' | 'log'>): Handler<ApiEnv> {
  return async (c) => {
    if (!['GET', 'HEAD'].includes(c.req.method)) return c.text('Method not allowed', 405, { allow: 'GET, HEAD' });
    const path = c.req.path.replace(/^\/uploads\//, '');
    // Share cards are in the same store. `cards.ts` serves them only while visitors may read what they are about.
    if (path.startsWith('cards/')) return c.text('Not found', 404, { 'cache-control': 'no-store' });
    const file = await store.get(path).catch((error: unknown) => {
      if (error instanceof Unavailable) return error;
      throw error;
    });
    if (!file) return c.text('Not found', 404, { 'cache-control': 'no-store' });
    if (file instanceof Unavailable) {
      log.error('a picture could not be fetched', { path, error: file });
      return c.text(file.message, 503, { 'cache-control': 'no-store', 'retry-after': '60' });
    }
    // A file never changes, so the hash of its path identifies it.
    const etag = `"${createHash('sha256').update(path).digest('base64url')}"`;
    const headers = {
      etag,
      'cache-control': file.cacheControl,
      'cross-origin-resource-policy': 'cross-origin',
      'x-content-type-options': 'nosniff',
      'content-security-policy': "default-src 'none'; sandbox",
      'content-disposition': 'inline',
    };
    const isKnown = isFresh(c.req.header('if-none-match'), etag);
    const whole = { ...headers, 'content-type': file.contentType, 'content-length': String(file.size) };
    if (!isKnown && c.req.method === 'GET') return c.body(file.body, 200, whole);
    if (file.body instanceof ReadableStream) await file.body.cancel();
    return isKnown ? c.body(null, 304, headers) : c.body(null, 200, whole);
  };
}

/** For boundaries, headers and other fields around the picture. */
const formBytes = 64 * 1024;

function readableForm(...[c, next]: Parameters<MiddlewareHandler<ApiEnv>>): Promise<void> {
  if (Number(c.req.header('content-length') ?? 0) > maxPictureBytes + formBytes) throw tooLarge();
  return parseForm(c).then(next);
}

/** Hono keeps the parsed form: the route does not read the body again. */
async function parseForm(c: Context<ApiEnv>): Promise<void> {
  try {
    await c.req.formData();
  } catch {
    throw new Invalid(pictureMessages.notAPicture);
  }
}

function tooLarge(): HTTPException {
  return new HTTPException(413, { message: pictureMessages.tooLarge });
}

function isFresh(ifNoneMatch: string | undefined, etag: string): boolean {
  const known = ifNoneMatch?.split(',').map((value) => value.trim().replace(/^W\//, '')) ?? [];
  return known.includes(etag) || known.includes('*');
}
