import { createHash } from 'node:crypto';
import { z } from '@hono/zod-openapi';
import type { Context, Handler, MiddlewareHandler } from 'hono';
import { HTTPException } from 'hono/http-exception';
import { matchesEtag } from '#platform/cache/cached-response.ts';
import type { AppContext } from '#platform/context.ts';
import { Invalid, Unavailable } from '#platform/errors.ts';
import { type ApiEnv, createApiApp, returns, routesOf, signedIn } from '#platform/http/api.ts';
import type { BodyRule } from '#platform/http/body-limit.ts';
import { ErrorSchema } from '#platform/http/schemas.ts';
import { decodeLogo } from '#platform/images/decode-image.ts';
import { cacheControlOf, contentTypeOf } from '#platform/storage/store.ts';
import { defaultArticlePicture } from '#shared/item-picture.ts';
import { logoMessages, maxPictureBytes, pictureMessages } from '#shared/picture-upload.ts';
import { attachmentMessages, maxAttachmentBytes } from './attachment.ts';
import { contentDispositionOf, storeAttachment } from './attachments.server.ts';
import { findCopies, storePicture } from './pictures.server.ts';

const route = routesOf('Uploads');

/** For boundaries, headers and other fields around the file. */
const formBytes = 64 * 1024;
const attached = { bytes: maxAttachmentBytes + formBytes, message: attachmentMessages.tooLarge, isForm: true };
const uploaded = { bytes: maxPictureBytes + formBytes, message: pictureMessages.tooLarge, isForm: true };
export const uploadBodies: BodyRule[] = [
  { path: /^\/uploads\/\w+\/files$/, ...attached },
  { path: /^\/uploads\//, ...uploaded },
];

const UploadForm = z
  .object({
    file: z
      .custom<File>((value) => value instanceof File, pictureMessages.notAPicture)
      .openapi({ type: 'string', format: 'binary' }),
  })
  .openapi('UploadForm');

const Upload = z.object({ imageUrl: z.string(), path: z.string() }).openapi('Upload');

const Logo = Upload.extend({ plate: z.enum(['none', 'light', 'dark', 'both']) }).openapi('Logo');

const Attachment = z.object({ url: z.string(), name: z.string(), bytes: z.number().int() }).openapi('Attachment');

function describe(kinds: readonly { name: string }[]) {
  const params = z.object({ purpose: z.enum(kinds.map(({ name }) => name)) });
  const file = {
    params,
    body: { required: true, content: { 'multipart/form-data': { schema: UploadForm } } },
  } as const;
  return {
    logo: route('post', '/logo', 'Upload a logo', {
      middleware: readableForm(logoMessages.notALogo),
      request: { body: file.body },
      201: returns(Logo, 'The stored picture, and the colour schemes in which it needs a plate behind it'),
      413: returns(ErrorSchema, 'More than 5 MB'),
    }),
    upload: route('post', '/{purpose}', 'Upload a picture', {
      middleware: readableForm(pictureMessages.notAPicture),
      request: file,
      201: returns(Upload, 'The stored picture: its public address, and its path in the store'),
      413: returns(ErrorSchema, 'More than 5 MB'),
    }),
    attach: route('post', '/{purpose}/files', 'Upload a PDF', {
      middleware: readableForm(attachmentMessages.notAPdf),
      request: file,
      201: returns(Attachment, 'The stored file: the address for a link, its name and its size'),
      413: returns(ErrorSchema, 'More than 20 MB'),
    }),
  };
}

/** `serveUpload` serves the files. */
export function uploadsApi(context: AppContext, kinds: readonly { name: string }[]) {
  const routes = describe(kinds);

  /** Returns the uploaded file if it is small enough and there is room. */
  async function taken(c: Context<ApiEnv>, file: File, { bytes, message }: { bytes: number; message: string }) {
    if (file.size > bytes) throw new HTTPException(413, { message });
    await context.outages.refusePictures();
    const content = Buffer.from(await file.arrayBuffer());
    return { bytes: content, fileName: file.name, administratorId: signedIn(c).id };
  }

  const adminRoutes = createApiApp()
    .openapi(routes.logo, async (c) => {
      const { file } = c.req.valid('form');
      const given = await taken(c, file, { bytes: maxPictureBytes, message: pictureMessages.tooLarge });
      const { bytes, plate } = await decodeLogo(given.bytes);
      const picture = { ...given, purpose: 'articles', bytes, fileName: 'logo.png' };
      return c.json({ ...(await storePicture(context, picture)), plate }, 201);
    })
    .openapi(routes.attach, async (c) => {
      const { file } = c.req.valid('form');
      const given = await taken(c, file, { bytes: maxAttachmentBytes, message: attachmentMessages.tooLarge });
      const url = await storeAttachment(context, { ...c.req.valid('param'), ...given });
      return c.json({ url, name: file.name, bytes: file.size }, 201);
    })
    .openapi(routes.upload, async (c) => {
      const { file } = c.req.valid('form');
      const given = await taken(c, file, { bytes: maxPictureBytes, message: pictureMessages.tooLarge });
      return c.json(await storePicture(context, { ...c.req.valid('param'), ...given }), 201);
    });
  return { adminRoutes };
}

/** Leads to the copy of a picture on another site, or the default one: a form has the address as it was written. */
export function serveCopy({ db }: Pick<AppContext, 'db'>): Handler<ApiEnv> {
  return async (c) => {
    const address = c.req.query('of') ?? '';
    const url = (await findCopies(db, [address])).get(address) ?? defaultArticlePicture;
    c.header('cache-control', 'no-store');
    return c.redirect(url);
  };
}

/**
 * Serves /uploads/* only as pictures, and PDFs as downloads. Mails show them too, so any site may embed them.
 */
export function serveUpload({ store, log }: Pick<AppContext, 'store' | 'log'>): Handler<ApiEnv> {
  return async (c) => {
    if (!['GET', 'HEAD'].includes(c.req.method)) return c.text('Method not allowed', 405, { allow: 'GET, HEAD' });
    const path = c.req.path.replace(/^\/uploads\//, '');
    // In the same store: `app/share-cards` serves its cards only while their item is public, and imports are no one's to read.
    if (/^(cards|imports)\//.test(path)) return c.text('Not found', 404, { 'cache-control': 'no-store' });
    const file = await store.get(path).catch((error: unknown) => {
      if (error instanceof Unavailable) return error;
      throw error;
    });
    if (!file) return c.text('Not found', 404, { 'cache-control': 'no-store' });
    if (file instanceof Unavailable) {
      log.error('a picture could not be fetched', { path, error: file });
      return c.text(file.message, 503, { 'cache-control': 'no-store', 'retry-after': '60' });
    }
    const contentType = contentTypeOf(path);
    const isPdf = contentType === 'application/pdf';
    // A file never changes, so the hash of its path identifies it.
    const etag = `"${createHash('sha256').update(path).digest('base64url')}"`;
    const headers = {
      etag,
      'cache-control': cacheControlOf(path),
      'cross-origin-resource-policy': 'cross-origin',
      'x-content-type-options': 'nosniff',
      'content-security-policy': "default-src 'none'; sandbox",
      'content-disposition': isPdf ? contentDispositionOf(c.req.query('name') ?? '') : 'inline',
    };
    const isKnown = matchesEtag(c.req.header('if-none-match'), etag);
    const whole = { ...headers, 'content-type': contentType, 'content-length': String(file.size) };
    if (!isKnown && c.req.method === 'GET') return c.body(file.body, 200, whole);
    if (file.body instanceof ReadableStream) await file.body.cancel();
    return isKnown ? c.body(null, 304, headers) : c.body(null, 200, whole);
  };
}

/** Hono keeps the parsed form: the route does not read the body again. */
function readableForm(refusal: string): MiddlewareHandler<ApiEnv> {
  return async (c, next) => {
    await c.req.formData().catch(() => {
      throw new Invalid(refusal);
    });
    await next();
  };
}
