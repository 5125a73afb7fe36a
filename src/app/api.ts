/**
 * Every call of /api/v1 on one page. What needs an administrator is mounted through `forAdministrators`, so that no handler can
 * forget its guard; `tests/guard.test.ts` walks the table.
 */
import type { OpenAPIHono } from '@hono/zod-openapi';
import { administratorsApi } from '#features/accounts/administrators.api.ts';
import { notifyPersonAndAdministrators } from '#features/accounts/changes/notify-person-and-administrators.server.ts';
import { usingLinksApi } from '#features/accounts/invitations/using-links.api.ts';
import { ownAccountApi } from '#features/accounts/own-account.api.ts';
import { ownFactorsApi } from '#features/accounts/second-factor/own-factors.api.ts';
import { forgottenPasswordApi } from '#features/accounts/sign-in/password-reset.api.ts';
import { signInApi } from '#features/accounts/sign-in/sign-in.api.ts';
import { activityApi } from '#features/activity/activity.api.ts';
import { articlesApi } from '#features/articles/articles.api.ts';
import { recomputeSchedules } from '#features/articles/schedule/schedules.server.ts';
import { backupsApi } from '#features/backup/backups.api.ts';
import { binApi } from '#features/bin/bin.api.ts';
import { committeesApi } from '#features/committees/committees.api.ts';
import { parseFormName } from '#features/drafts/draft.ts';
import { draftsApi } from '#features/drafts/drafts.api.ts';
import { eventsApi } from '#features/events/events.api.ts';
import { recomputeEventTimes } from '#features/events/recomputing-times.server.ts';
import { runChecks } from '#features/health/checks.server.ts';
import { runningSiteContext } from '#features/health/doctor.server.ts';
import { healthApi } from '#features/health/health.api.ts';
import { findTitles } from '#features/items/items.server.ts';
import { hasPicture, type Kind } from '#features/items/kind.ts';
import { membersApi } from '#features/members/members.api.ts';
import { cancelOnUnpublish } from '#features/newsletter/issues/cancelling-and-purging.server.ts';
import { findArticlesWithNewsletter, isArticleSent } from '#features/newsletter/issues/sending.server.ts';
import { newsletterApi } from '#features/newsletter/newsletter.api.ts';
import { askToConfirm } from '#features/newsletter/subscribers/subscribing/subscribing.server.ts';
import { isAddressSuppressed } from '#features/newsletter/subscribers/suppressions.server.ts';
import { pagesApi } from '#features/pages/pages.api.ts';
import { rewriteStarterPages } from '#features/pages/starter-pages.server.ts';
import { guestEventHooks, notifyGuestsOfMovedEvents } from '#features/registrations/event-changes.server.ts';
import { guestsApi } from '#features/registrations/guests/guests.api.ts';
import { registrationsApi } from '#features/registrations/registrations.api.ts';
import type { SignupHooks } from '#features/registrations/signing-up.server.ts';
import { revisionsApi } from '#features/revisions/revisions.api.ts';
import type { WhenSettingsChange } from '#features/settings/saving.server.ts';
import { type RenderHome, settingsApi } from '#features/settings/settings.api.ts';
import { mailSettings, textSettings } from '#features/settings/settings.ts';
import { libraryApi } from '#features/uploads/library/library.api.ts';
import { uploadsApi } from '#features/uploads/uploads.api.ts';
import type { AppContext } from '#platform/context.ts';
import type { Db } from '#platform/db/db.ts';
import { NotFound } from '#platform/errors.ts';
import { passJsonInProcess } from '#platform/fast/in-process-fetch.ts';
import { type ApiEnv, createApiApp } from '#platform/http/api.ts';
import { answerWithError } from '#platform/http/error-answers.ts';
import { requestLog, setClientAddress } from '#platform/http/middleware.ts';
import type { Exported } from '#platform/spreadsheets/table-export.ts';
import { clearForPurge, whenRestored } from './bin-hooks.ts';
import { answerUnknownCall, serveApiDocument } from './calls/api-document.ts';
import {
  forAdministrators,
  forEveryone,
  identifyAdministrator,
  readableFromAnySite,
  refuseInOutage,
} from './calls/guards.ts';
import { dashboardApi } from './dashboard/dashboard.api.ts';
import type { AskAsVisitor } from './export/ask-as-visitor.ts';
import { exportApi } from './export/export.api.ts';
import { handOverApi } from './hand-over/hand-over.api.ts';
import { importsApi } from './imports/imports.api.ts';
import { type KindName, kinds } from './kinds.ts';
import { healthDependencies } from './monitoring/health-dependencies.ts';
import { yearNumbersApi } from './numbers/year-numbers.api.ts';
import { removeTraces } from './people/erase-person.ts';
import { peopleApi } from './people/people.api.ts';
import { closeYearApi } from './years/closing.api.ts';

export type ApiApp = OpenAPIHono<ApiEnv>;

/** `ask`: the pages that an export freezes. `renderHome`: home as settings make it that are not saved. */
export function createApi(
  context: AppContext,
  ask: AskAsVisitor = askNothing,
  renderHome: RenderHome = noHome,
): ApiApp {
  const api = createApiApp();
  api.use(passJsonInProcess, requestLog(context.log), setClientAddress(context.config));
  api.use(refuseInOutage(context), identifyAdministrator(context));
  const exported: Exported = (trx, { administratorId, now }, what) =>
    notifyPersonAndAdministrators(trx, { kind: 'export', actorId: administratorId, what }, now);
  const v1 = createApiApp();
  mountAccounts(v1, context);
  v1.route('/activity/admin', forAdministrators(activityApi(context, kinds).adminRoutes));
  const { dashboard, firstSteps, notices } = dashboardApi(context);
  v1.route('/dashboard/admin', forAdministrators(dashboard));
  v1.route('/first-steps/admin', forAdministrators(firstSteps));
  v1.route('/notices/admin', forAdministrators(notices));
  // What 0.3.0 called them; they go with 0.5.0.
  v1.route('/glance/admin', forAdministrators(dashboard));
  v1.route('/first-hour/admin', forAdministrators(firstSteps));
  v1.route('/live/admin', forAdministrators(notices));
  v1.route('/committees/admin', forAdministrators(closeYearApi(context).adminRoutes));
  const people = peopleApi(context);
  v1.route('/people/admin', forAdministrators(people.adminRoutes));
  v1.route('/people', forEveryone(people.publicRoutes));
  v1.route('/drafts/admin', forAdministrators(draftsApi(context, hasItem).adminRoutes));
  const settings = settingsApi(context, whenSettingsChange, renderHome);
  mountItems(v1, context, { exported, settings });
  const newsletter = newsletterApi(context, exported);
  v1.route('/newsletter/admin', forAdministrators(newsletter.adminRoutes));
  v1.route('/newsletter', forEveryone(newsletter.publicRoutes));
  v1.route('/pictures/admin', forAdministrators(libraryApi(context).adminRoutes));
  v1.route('/uploads', forAdministrators(uploadsApi(context, kinds.filter(hasPicture)).adminRoutes));
  v1.route('/backups/admin', forAdministrators(backupsApi(context, exported).adminRoutes));
  v1.route(
    '/health/admin',
    forAdministrators(healthApi(() => runChecks(runningSiteContext(context, healthDependencies))).adminRoutes),
  );
  v1.route('/export/admin', forAdministrators(exportApi(context, exported, ask).adminRoutes));
  v1.route('/year-numbers/admin', forAdministrators(yearNumbersApi(context).adminRoutes));
  v1.route('/imports/admin', forAdministrators(importsApi(context).adminRoutes));
  v1.route('/hand-over/admin', forAdministrators(handOverApi(context).adminRoutes));
  api.route('/api/v1', v1);

  serveApiDocument(api, context);
  api.notFound((c) => answerUnknownCall(c, v1));
  api.onError((error, c) => answerWithError(error, c, context));
  return api;
}

const noHome: RenderHome = async () => ({ html: '', css: '' });

function askNothing(): never {
  throw new Error('This API has no pages');
}

function mountAccounts(v1: ApiApp, context: AppContext): void {
  const signIn = signInApi(context);
  v1.route('/admin', forEveryone(signIn.publicRoutes));
  v1.route('/admin', forAdministrators(signIn.adminRoutes));
  v1.route('/admin/administrators', forAdministrators(administratorsApi(context).adminRoutes));
  v1.route('/admin/account/second-factor', forAdministrators(ownFactorsApi(context).adminRoutes));
  v1.route('/admin/account', forAdministrators(ownAccountApi(context).adminRoutes));
  v1.route('/account-links', forEveryone(usingLinksApi(context).publicRoutes));
  v1.route('/forgotten-password', forEveryone(forgottenPasswordApi(context).publicRoutes));
}

/** Mounts the calls of every kind, the settings, the guests and the bin. */
type More = { exported: Exported; settings: ReturnType<typeof settingsApi> };

function mountItems(v1: ApiApp, context: AppContext, { exported, settings }: More): void {
  const signup: SignupHooks = {
    subscribe: askToConfirm,
    isSuppressed: isAddressSuppressed,
    forget: () => removeTraces(context, null),
  };
  const sendings = { whenHidden: cancelOnUnpublish, findSent: findArticlesWithNewsletter, isSent: isArticleSent };
  const items = {
    articles: articlesApi(context, sendings),
    events: eventsApi(context, guestEventHooks),
    members: membersApi(context),
    pages: pagesApi(context),
    committees: committeesApi(context),
  } satisfies Record<KindName, unknown>;
  v1.route('/events/admin', forAdministrators(guestsApi(context, signup, exported)));
  const revised = Object.fromEntries(kinds.map(({ name }) => [name, items[name].revised]));
  const revisions = revisionsApi(context, { ...revised, settings: settings.revised });
  v1.route('/:kind/admin', forAdministrators(revisions, '/:id/revisions/*'));
  for (const { name } of kinds) {
    v1.route(`/${name}/admin`, forAdministrators(items[name].adminRoutes));
    v1.route(`/${name}`, readableFromAnySite(items[name].publicRoutes));
  }
  const registrations = registrationsApi(context, signup);
  v1.route('/events', readableFromAnySite(registrations.eventRoutes));
  v1.route('/registrations', forEveryone(registrations.publicRoutes));
  const read = (trx: Db, kind: Kind, id: number) => items[kind.name as KindName].read(trx, id);
  v1.route(
    '/bin/admin',
    forAdministrators(binApi(context, { kinds, read, clear: clearForPurge, whenRestored }).adminRoutes),
  );
  v1.route('/settings/admin', forAdministrators(settings.adminRoutes));
  v1.route('/settings', readableFromAnySite(settings.publicRoutes));
}

/** Also in the bin, or not saved yet. @throws NotFound for a form of another version of the site: its words stay in the browser */
async function hasItem(db: Db, form: string): Promise<boolean> {
  const place = parseFormName(form);
  const kind = kinds.find(({ name }) => name === place?.kind);
  if (place && kind) return !('id' in place) || (await findTitles(db, kind, [place.id])).length > 0;
  if (!['newsletter', 'guests', 'settings', 'close-year'].includes(place?.kind ?? form))
    throw new NotFound('Not found');
  return true;
}

const whenSettingsChange: WhenSettingsChange = async (trx, { before, after }, { administratorId, now }) => {
  const changed = mailSettings.filter((key) => before[key] !== after[key]);
  const what = changed.map((key) => `the ${textSettings[key].label.toLowerCase()}`).join(' and ');
  if (what) await notifyPersonAndAdministrators(trx, { kind: 'mail-settings', actorId: administratorId, what }, now);
  let told = 0;
  if (before.timeZone !== after.timeZone) {
    const zones = { from: before.timeZone, to: after.timeZone };
    const moved = await recomputeEventTimes(trx, zones, now);
    told = await notifyGuestsOfMovedEvents(trx, moved, zones, now);
    await recomputeSchedules(trx, after.timeZone, now);
  }
  await rewriteStarterPages(trx, before, after, now);
  return told;
};
