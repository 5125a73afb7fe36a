/**
 * Every call of /api/v1 on one page. What needs an administrator is mounted through `guarded`, so that no handler can
 * forget its guard; `tests/guard.test.ts` walks the table.
 */
import type { OpenAPIHono } from '@hono/zod-openapi';
import type { Context, MiddlewareHandler } from 'hono';
import { accountMessages } from '#features/accounts/account.ts';
import { accountsApi } from '#features/accounts/accounts.api.ts';
import { administratorsApi } from '#features/accounts/administrators.api.ts';
import { tellOfChange } from '#features/accounts/changes/change-notices.server.ts';
import { invitationsApi } from '#features/accounts/invitations/invitations.api.ts';
import { ownAccountApi } from '#features/accounts/own-account.api.ts';
import { ownPasskeysApi } from '#features/accounts/passkeys/own-passkeys.api.ts';
import { ownFactorsApi } from '#features/accounts/second-factor/own-factors.api.ts';
import { secondStepApi } from '#features/accounts/second-factor/second-step.api.ts';
import { passwordResetApi } from '#features/accounts/sign-in/password-reset.api.ts';
import { bearerOf, findSession } from '#features/accounts/sign-in/sessions.server.ts';
import { activityApi } from '#features/activity/activity.api.ts';
import { tooLarge } from '#features/articles/article-length.ts';
import { articlesApi } from '#features/articles/articles.api.ts';
import { recomputeSchedules } from '#features/articles/schedule/schedules.server.ts';
import { backupsApi } from '#features/backup/backups.api.ts';
import { binApi } from '#features/bin/bin.api.ts';
import { eventsApi } from '#features/events/events.api.ts';
import { recomputeEventTimes } from '#features/events/recomputing.server.ts';
import { examine } from '#features/health/checks.server.ts';
import { ownContext } from '#features/health/examine.server.ts';
import { healthHeader } from '#features/health/finding.ts';
import { healthApi } from '#features/health/health.api.ts';
import { countsApi } from '#features/items/items.api.ts';
import { hasPicture, type Kind } from '#features/items/kind.ts';
import { membersApi } from '#features/members/members.api.ts';
import { sweepKeptFiles } from '#features/newsletter/content/kept-files.server.ts';
import { cancelOnUnpublish } from '#features/newsletter/issues/cancel-on-unpublish.server.ts';
import { findSentArticles, isArticleSent } from '#features/newsletter/issues/issues.server.ts';
import { newsletterApi } from '#features/newsletter/newsletter.api.ts';
import { askToConfirm } from '#features/newsletter/subscribers/subscribing/subscribing.server.ts';
import { isAddressSuppressed } from '#features/newsletter/subscribers/suppressions.server.ts';
import type { SignupHooks } from '#features/registrations/asking.server.ts';
import { guestsFollow } from '#features/registrations/event-changes.server.ts';
import { guestsApi } from '#features/registrations/guests/guests.api.ts';
import { registrationsApi } from '#features/registrations/registrations.api.ts';
import { revisionsApi } from '#features/revisions/revisions.api.ts';
import { settingsApi } from '#features/settings/settings.api.ts';
import { attachmentMessages, maxAttachmentBytes } from '#features/uploads/attachment.ts';
import { libraryApi } from '#features/uploads/library/library.api.ts';
import { uploadsApi } from '#features/uploads/uploads.api.ts';
import type { AppContext } from '#platform/context.ts';
import { type Db, forgetLog } from '#platform/db/db.ts';
import { Unauthorized } from '#platform/errors.ts';
import { passJsonThrough } from '#platform/fast/in-process-fetch.ts';
import { type ApiEnv, createApiApp } from '#platform/http/api.ts';
import { answerError } from '#platform/http/errors.ts';
import { type BodyLimit, bodyLimit, clientAddress, jsonOnly, requestLog } from '#platform/http/middleware.ts';
import type { Exported } from '#platform/spreadsheets/answer-table.ts';
import { outageHeader } from '#shared/outage.ts';
import { maxPictureBytes, pictureMessages } from '#shared/picture-upload.ts';
import { clearForPurge, whenRestored } from './bin-hooks.ts';
import { apiDocument } from './calls/api-document.ts';
import { mixedRoutes } from './calls/mixed-routes.ts';
import { type KindName, kinds } from './kinds.ts';
import { healthFacts } from './monitoring/health-facts.ts';

export type ApiApp = OpenAPIHono<ApiEnv>;

export function createApi(context: AppContext): ApiApp {
  const accounts = accountsApi(context);
  const administrators = administratorsApi(context);
  const ownAccount = ownAccountApi(context);
  const invitations = invitationsApi(context);
  const secondStep = secondStepApi(context);
  const ownFactors = ownFactorsApi(context);
  const ownPasskeys = ownPasskeysApi(context);
  const passwordReset = passwordResetApi(context);
  const activity = activityApi(context, kinds);
  const items = {
    articles: articlesApi(context, {
      whenHidden: cancelOnUnpublish,
      findSent: findSentArticles,
      isSent: isArticleSent,
    }),
    events: eventsApi(context, guestsFollow),
    members: membersApi(context),
  } satisfies Record<KindName, unknown>;
  const read = (trx: Db, kind: Kind, id: number) => items[kind.name as KindName].read(trx, id);
  const bin = binApi(context, { kinds, read, clear: clearForPurge, whenRestored });
  const exported: Exported = (trx, { administratorId, now }) =>
    tellOfChange(trx, { kind: 'export', actorId: administratorId }, now);
  const backups = backupsApi(context, exported);
  const newsletter = newsletterApi(context, exported);
  const signup: SignupHooks = {
    subscribe: askToConfirm,
    isSuppressed: isAddressSuppressed,
    forget: () => forgetErased(context),
  };
  const registrations = registrationsApi(context, signup);
  const guests = guestsApi(context, signup, exported);
  const settings = settingsApi(context, {
    timeZoneChanged: async (trx, zones, now) => {
      await recomputeEventTimes(trx, zones, now);
      await recomputeSchedules(trx, zones.to, now);
    },
    mailChanged: (trx, { administratorId, now }) =>
      tellOfChange(trx, { kind: 'mail-settings', actorId: administratorId }, now),
  });
  const health = healthApi(() => examine(ownContext(context, healthFacts)));
  const uploads = uploadsApi(context, kinds.filter(hasPicture));

  const api = createApiApp();
  api.use(passJsonThrough, requestLog(context.log), clientAddress(context.config));
  api.use(refuseInOutage(context), identify(context));

  const v1 = createApiApp();
  v1.route('/admin/login/second', unguarded(secondStep.publicRoutes));
  v1.route('/admin', unguarded(accounts.publicRoutes));
  v1.route('/admin', guarded(accounts.adminRoutes));
  v1.route('/admin/administrators', guarded(administrators.adminRoutes));
  v1.route('/admin/account/second-factor/passkeys', guarded(ownPasskeys.adminRoutes));
  v1.route('/admin/account/second-factor', guarded(ownFactors.adminRoutes));
  v1.route('/admin/account', guarded(ownAccount.adminRoutes));
  v1.route('/account-links', unguarded(invitations.publicRoutes));
  v1.route('/forgotten-password', unguarded(passwordReset.publicRoutes));
  v1.route('/activity/admin', guarded(activity.adminRoutes));
  for (const [path, routes] of mixedRoutes(context, exported)) v1.route(path, guarded(routes));
  v1.route('/events/admin', guarded(guests));
  const { articles, events, members } = items;
  const revised = { articles: articles.revised, events: events.revised, members: members.revised };
  v1.route(
    '/:kind/admin',
    guarded(revisionsApi(context, { ...revised, settings: settings.revised }), '/:id/revisions/*'),
  );
  const counts = { articles: articles.count, events: events.count, members: members.count };
  v1.route('/:kind/admin', guarded(countsApi(counts), '/counts'));
  for (const { name } of kinds) {
    v1.route(`/${name}/admin`, guarded(items[name].adminRoutes));
    v1.route(`/${name}`, readableAnywhere(items[name].publicRoutes));
  }
  v1.route('/events', readableAnywhere(registrations.eventRoutes));
  v1.route('/registrations', unguarded(registrations.publicRoutes));
  v1.route('/bin/admin', guarded(bin.adminRoutes));
  v1.route('/pictures/admin', guarded(libraryApi(context).adminRoutes));
  v1.route('/backups/admin', guarded(backups.adminRoutes));
  v1.route('/newsletter/admin', guarded(newsletter.adminRoutes));
  v1.route('/newsletter', unguarded(newsletter.publicRoutes));
  v1.route('/settings/admin', guarded(settings.adminRoutes));
  v1.route('/settings', readableAnywhere(settings.publicRoutes));
  v1.route('/health/admin', guarded(health.adminRoutes));
  v1.route('/uploads', guarded(uploads.adminRoutes));
  api.route('/api/v1', v1);

  addDocument(api, context.config.siteUrl);
  api.notFound((c) => notFound(c, v1));
  api.onError((error, c) => answerError(error, c, context));
  return api;
}

/** Whoever is erased is not in kept files, nor in the log of the database, either. */
async function forgetErased(context: AppContext): Promise<void> {
  try {
    await sweepKeptFiles(context);
    await forgetLog(context.db);
  } catch (error) {
    // They are erased; the worker does the rest within the hour.
    context.log.error('what an erased guest left could not be removed', { error });
  }
}

/** The OpenAPI document, which any site may read. */
function addDocument(api: ApiApp, siteUrl: string): void {
  api.use('/api/v1/openapi.json', async (c, next) => {
    c.header('access-control-allow-origin', '*');
    await next();
  });
  api.openAPIRegistry.registerComponent('securitySchemes', 'bearer', { type: 'http', scheme: 'bearer' });
  let document: object | undefined;
  api.get('/api/v1/openapi.json', (c) => {
    c.header('cache-control', 'public, max-age=300');
    document ??= apiDocument(api, siteUrl);
    return c.json(document);
  });
}

const methods = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'];

/** 405 with Allow where the address is there, but not for this method (RFC 9110, 15.5.6). */
function notFound(c: Context<ApiEnv>, v1: ApiApp): Response {
  const path = c.req.path.replace(/^\/api\/v1/, '');
  const allowed = methods.filter((method) => isRoute(v1, method, path));
  if (allowed.length === 0) return c.json({ message: 'This address does not exist.', code: 'not_found' }, 404);
  c.header('allow', allowed.join(', '));
  return c.json({ message: 'This address does not know that method.', code: 'method_not_allowed' }, 405);
}

/** Middleware is registered for all methods. */
function isRoute(v1: ApiApp, method: string, path: string): boolean {
  const [handlers] = v1.router.match(method, path);
  return handlers.some(([[, route]]) => route.method === method);
}

/** The guard runs before any of the body is read. `under`: where other routes lie beside those of the app. */
function guarded(app: OpenAPIHono<ApiEnv>, under = '*'): OpenAPIHono<ApiEnv> {
  const guard = createApiApp();
  guard.use(under, requireAdministrator, ...bodyRules);
  for (const definition of app.openAPIRegistry.definitions)
    if (definition.type === 'route') definition.route.security = [{ bearer: [] }];
  guard.route('/', app);
  return guard;
}

function unguarded(app: OpenAPIHono<ApiEnv>): OpenAPIHono<ApiEnv> {
  const unguardedApp = createApiApp();
  unguardedApp.use(...bodyRules);
  unguardedApp.route('/', app);
  return unguardedApp;
}

/** Any site may show what every visitor may read; a browser sends no bearer along without being allowed to (CORS). */
function readableAnywhere(app: OpenAPIHono<ApiEnv>): OpenAPIHono<ApiEnv> {
  const readable = createApiApp();
  readable.use(async (c, next) => {
    const isRead = c.req.method === 'GET' || c.req.method === 'HEAD';
    if (isRead && c.req.header('authorization') === undefined) c.header('access-control-allow-origin', '*');
    await next();
  });
  readable.route('/', unguarded(app));
  return readable;
}

const bodyRules = [bodyLimit(maxBody), jsonOnly(takesForm)] as const;

const requireAdministrator: MiddlewareHandler<ApiEnv> = async (c, next) => {
  if (!c.get('administrator')) throw new Unauthorized(accountMessages.notSignedIn);
  await next();
};

/** Reads the bearer, also on public calls: an administrator may read a draft by its public address (A5). */
function identify({ db, clock, outages }: AppContext): MiddlewareHandler<ApiEnv> {
  return async (c, next) => {
    const token = bearerOf(c.req.header('authorization'));
    c.set('administrator', token ? await findSession({ db, outages }, token, clock.now()) : null);
    c.header('cache-control', 'no-store');
    await next();
  };
}

/** Bytes; only administrators may send more. */
export const smallBody = 16 * 1024;
/** A GET that the confirmation page's script sends, and that changes something. */
const changingGet = '/api/v1/newsletter/verify';

/**
 * Refuses what would be saved while nothing can be, and everything while the database is away. Tells administrators why.
 */
function refuseInOutage({ outages, isUntold }: AppContext): MiddlewareHandler<ApiEnv> {
  return async (c, next) => {
    outages.refuseUnreadable();
    const isRead = (c.req.method === 'GET' || c.req.method === 'HEAD') && c.req.path !== changingGet;
    if (!isRead) outages.refuseWrites();
    const told = outages.current()?.reason ?? (outages.isDiskLow() ? 'disk_low' : null);
    if (told && c.req.header('authorization')) c.header(outageHeader, told);
    if (isUntold?.() && c.req.header('authorization')) c.header(healthHeader, 'untold');
    await next();
  };
}

const importPath = '/api/v1/newsletter/admin/subscribers/import';

/** Articles may hold pasted pictures, an upload is a file and its form, everything else is small. */
export function maxBody(path: string): BodyLimit {
  if (/^\/api\/v1\/uploads\/\w+\/files$/.test(path))
    return { bytes: maxAttachmentBytes + 64 * 1024, message: attachmentMessages.tooLarge };
  if (path.startsWith('/api/v1/uploads/'))
    return { bytes: maxPictureBytes + 64 * 1024, message: pictureMessages.tooLarge };
  if (path === importPath)
    return { bytes: 20 * 1024 * 1024, message: 'The file must be less than 20 MB.', isStreamed: true };
  const message = path.startsWith('/api/v1/articles/') ? { message: tooLarge } : {};
  if (/^\/api\/v1\/[\w-]+\/admin(\/|$)/.test(path)) return { bytes: 2 * 1024 * 1024, ...message };
  return { bytes: smallBody };
}

/** One-click unsubscription is posted as a form (RFC 8058), uploads as multipart. */
function takesForm(path: string): boolean {
  return path === '/api/v1/newsletter/unsubscribe' || path === importPath || path.startsWith('/api/v1/uploads/');
}
