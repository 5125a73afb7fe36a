/** Who may make a call and what it may send. Mounting through these, no handler can forget its guard. */
import type { OpenAPIHono } from '@hono/zod-openapi';
import type { MiddlewareHandler } from 'hono';
import { importBodies } from '#app/imports/imports.api.ts';
import { accountMessages } from '#features/accounts/account.ts';
import { bearerToken, findSignedIn } from '#features/accounts/sessions/sessions.server.ts';
import { articleBodies } from '#features/articles/articles.api.ts';
import { newsletterBodies } from '#features/newsletter/newsletter.api.ts';
import { pageBodies } from '#features/pages/pages.api.ts';
import { uploadBodies } from '#features/uploads/uploads.api.ts';
import type { AppContext } from '#platform/context.ts';
import { Unauthorized } from '#platform/errors.ts';
import { type ApiEnv, createApiApp } from '#platform/http/api.ts';
import { bodyLimit, bodyLimitsOf, jsonOnly } from '#platform/http/body-limit.ts';
import { outageHeader } from '#shared/outage.ts';

export const bodyLimitOf = bodyLimitsOf([
  ...uploadBodies,
  ...newsletterBodies,
  ...articleBodies,
  ...pageBodies,
  ...importBodies,
]);
const bodyRules = [bodyLimit(bodyLimitOf), jsonOnly(bodyLimitOf)] as const;

/** The guard runs before the body is read. `under` limits it to a path when other routes are mounted beside it. */
export function forAdministrators(app: OpenAPIHono<ApiEnv>, under = '*'): OpenAPIHono<ApiEnv> {
  const guard = createApiApp();
  guard.use(under, requireAdministrator, ...bodyRules);
  for (const definition of app.openAPIRegistry.definitions)
    if (definition.type === 'route') definition.route.security = [{ bearer: [] }];
  guard.route('/', app);
  return guard;
}

export function forEveryone(app: OpenAPIHono<ApiEnv>): OpenAPIHono<ApiEnv> {
  const unguardedApp = createApiApp();
  unguardedApp.use(...bodyRules);
  unguardedApp.route('/', app);
  return unguardedApp;
}

/** Any site may show what every visitor may read; a browser sends no bearer along without being allowed to (CORS). */
export function readableFromAnySite(app: OpenAPIHono<ApiEnv>): OpenAPIHono<ApiEnv> {
  const readable = createApiApp();
  readable.use(async (c, next) => {
    const isRead = c.req.method === 'GET' || c.req.method === 'HEAD';
    if (isRead && c.req.header('authorization') === undefined) c.header('access-control-allow-origin', '*');
    await next();
  });
  readable.route('/', forEveryone(app));
  return readable;
}

const requireAdministrator: MiddlewareHandler<ApiEnv> = async (c, next) => {
  if (!c.get('administrator')) throw new Unauthorized(accountMessages.notSignedIn);
  await next();
};

/** Reads the bearer, also on public calls: an administrator may read a draft by its public address (A5). */
export function identifyAdministrator({ db, clock, outages }: AppContext): MiddlewareHandler<ApiEnv> {
  return async (c, next) => {
    const token = bearerToken(c.req.header('authorization'));
    c.set('administrator', token ? await findSignedIn({ db, outages }, token, clock.now()) : null);
    c.header('cache-control', 'no-store');
    await next();
  };
}

/** The only GET that changes something; the confirmation page's script sends it. */
const changingGet = '/api/v1/newsletter/verify';

/**
 * Refuses what would be saved while nothing can be, and everything while the database is away. Tells administrators why.
 */
export function refuseInOutage({ outages }: AppContext): MiddlewareHandler<ApiEnv> {
  return async (c, next) => {
    outages.refuseUnreadable();
    const isRead = (c.req.method === 'GET' || c.req.method === 'HEAD') && c.req.path !== changingGet;
    if (!isRead) outages.refuseWrites();
    const told = outages.current()?.reason ?? (outages.isDiskLow() ? 'disk_low' : null);
    if (told && c.req.header('authorization')) c.header(outageHeader, told);
    await next();
  };
}
