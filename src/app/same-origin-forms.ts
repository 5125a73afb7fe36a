/** Forms that post to a page, for browsers without scripts. Limits count them for their sender. */
import type { Context, Hono, MiddlewareHandler } from 'hono';
import type { ApiEnv } from '#platform/http/api.ts';

/** Refuses forms on other sites, and everything that is not a plain form. */
export const requireSameOriginForm: MiddlewareHandler<ApiEnv> = async (c, next) => {
  if (isForeign(c)) return c.text('Please use the form on our own page.', 403);
  const isForm = /^application\/x-www-form-urlencoded\s*(;|$)/i.test(c.req.header('content-type') ?? '');
  if (!isForm) return c.text('Please send this as a form.', 415);
  await next();
};

/** Our pages with a token send no origin, and browsers on plain http send no Sec-Fetch-Site. Both are let through. */
function isForeign(c: Context): boolean {
  const site = c.req.header('sec-fetch-site');
  if (site !== undefined) return site !== 'same-origin' && site !== 'none';
  const origin = c.req.header('origin');
  if (origin === undefined || origin === 'null') return false;
  return !origin.endsWith(`://${c.req.header('host')}`);
}

/** A call within this process, with the limits of the page's visitor. */
export async function fetchAsVisitor(
  api: Hono<ApiEnv>,
  c: Context<ApiEnv>,
  path: string,
  init: RequestInit = {},
): Promise<Response> {
  const headers = new Headers(init.headers);
  const forwarded = c.req.header('x-forwarded-for');
  if (forwarded) headers.set('x-forwarded-for', forwarded);
  return api.request(path, { ...init, headers }, c.env);
}
