import { createHash } from 'node:crypto';
import { z } from '@hono/zod-openapi';
import type { Context, Handler } from 'hono';
import { HTTPException } from 'hono/http-exception';
import { matchesEtag } from '#platform/cache/cached-response.ts';
import type { AppContext } from '#platform/context.ts';
import { Unavailable } from '#platform/errors.ts';
import { type ApiEnv, createApiApp, returns, routesOf, signedIn } from '#platform/http/api.ts';
import type { BodyRule } from '#platform/http/body-limit.ts';
import { fileBody, readFilePart } from '#platform/http/multipart-file.ts';
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
const pdfSize = { bytes: maxAttachmentBytes, message: attachmentMessages.tooLarge };
const pictureSize = { bytes: maxPictureBytes, message: pictureMessages.tooLarge };
export const uploadBodies: BodyRule[] = [
  { path: /^\/uploads\/\w+\/files$/, ...pdfSize, bytes: pdfSize.bytes + formBytes, isForm: true },
  { path: /^\/uploads\//, ...pictureSize, bytes: pictureSize.bytes + formBytes, isForm: true },
];

const Upload = z.object({ imageUrl: z.string(), path: z.string() }).openapi('Upload');

const Logo = Upload.extend({ plate: z.enum(['none', 'light', 'dark', 'both']) }).openapi('Logo');

const Attachment = z.object({ url: z.string(), name: z.string(), bytes: z.number().int() }).openapi('Attachment');

function describe(kinds: readonly { name: string }[]) {
  const params = z.object({ purpose: z.enum(kinds.map(({ name }) => name)) });
  return {
    logo: route('post', '/logo', 'Upload a logo', {
      request: fileBody('An SVG, PNG or WebP picture'),
      201: returns(Logo, 'The stored picture, and the colour schemes in which it needs a plate behind it'),
      413: returns(ErrorSchema, 'More than 5 MB'),
    }),
    upload: route('post', '/{purpose}', 'Upload a picture', {
      request: { params, ...fileBody('A JPEG, PNG, WebP, AVIF or GIF picture') },
      201: returns(Upload, 'The stored picture: its public address, and its path in the store'),
      413: returns(ErrorSchema, 'More than 5 MB'),
    }),
    attach: route('post', '/{purpose}/files', 'Upload a PDF', {
      request: { params, ...fileBody('A PDF') },
      201: returns(Attachment, 'The stored file: the address for a link, its name and its size'),
      413: returns(ErrorSchema, 'More than 20 MB'),
    }),
  };
}

/** `serveUpload` serves the files. */
export function uploadsApi(context: AppContext, kinds: readonly { name: string }[]) {
  const routes = describe(kinds);

  /** Returns the uploaded file if it is small enough and there is room. @throws Invalid with `missing` when there is none */
  async function taken(
    c: Context<ApiEnv>,
    missing: string,
    { bytes: most, message }: { bytes: number; message: string },
  ) {
    const named = { fileName: '' };
    const bytes = Buffer.concat(await Array.fromAsync(readFilePart(c.req.raw, missing, named)));
    if (bytes.length > most) throw new HTTPException(413, { message });
    await context.outages.refusePictures();
    return { bytes, ...named, administratorId: signedIn(c).id };
  }

  const adminRoutes = createApiApp()
    .openapi(routes.logo, async (c) => {
      const given = await taken(c, logoMessages.notALogo, pictureSize);
      const { bytes, plate } = await decodeLogo(given.bytes);
      const picture = { ...given, purpose: 'articles', bytes, fileName: 'logo.png' };
      return c.json({ ...(await storePicture(context, picture)), plate }, 201);
    })
    .openapi(routes.attach, async (c) => {
      const given = await taken(c, attachmentMessages.notAPdf, pdfSize);
      const url = await storeAttachment(context, { ...c.req.valid('param'), ...given });
      return c.json({ url, name: given.fileName, bytes: given.bytes.length }, 201);
    })
    .openapi(routes.upload, async (c) => {
      const given = await taken(c, pictureMessages.notAPicture, pictureSize);
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
