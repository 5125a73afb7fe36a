/** How each described call is made so that it succeeds, once, in the world of `world.ts`. */
import { type KindName, kinds } from '#app/kinds.ts';
import { makeChallenge } from '#features/accounts/second-factor/challenges.server.ts';
import { totpCodeOfStep, totpStepAt } from '#features/accounts/second-factor/totp.server.ts';
import { webhookSignature } from '#features/newsletter/bounces/bounces.api.ts';
import { createNewsletterLinks } from '#features/newsletter/content/newsletter-links.server.ts';
import type { Db } from '#platform/db/db.ts';
import { sha256 } from '#platform/tokens.ts';
import { createAuthenticator } from '../support/authenticator.ts';
import { anArticle, samples } from '../support/builders.ts';
import type { Call } from './walk.ts';
import {
  backupFile,
  doNotWriteTokenOf,
  draft,
  outboxFile,
  password,
  verifyToken,
  type World,
  webhookSecret,
} from './world.ts';

type Request = { path: string; body?: unknown; form?: FormData; headers?: Record<string, string> };
/** `path` below /api/v1. Nothing but a path stands for a call without a body. */
export type Recipe = string | Request | ((world: World, db: Db) => string | Request | Promise<string | Request>);

/** Of a year. */
export const closing = { from: '2025-09-01', to: '2026-08-31' };

const newPassword = 'marmot umbrella violin';

/** By method and described address. */
export const recipes: Record<string, Recipe> = {
  ...Object.assign({}, ...kinds.map(recipesOf)),
  'POST /committees/admin/close': {
    path: '/committees/admin/close',
    body: {
      ...closing,
      label: '2026',
      joining: [{ name: 'Cleo', position: 'Chair' }],
      invited: ['next@society.example'],
    },
  },
  'POST /committees/admin/{id}/undo': ({ closed }) => ({ path: `/committees/admin/${closed}/undo`, body: {} }),
  'POST /committees/admin/forget': { path: '/committees/admin/forget', body: { name: 'ada lovelace' } },
  'POST /admin/login': { path: '/admin/login', body: { usernameOrEmail: 'editor1', password } },
  'POST /admin/login/second': async ({ factor, now }, db) => {
    const { id, passwordHash } = await accountOf(db, factor.username);
    const challenge = await makeChallenge(db, { purpose: 'second-step', id, boundTo: passwordHash }, now);
    return { path: '/admin/login/second', body: { challenge: challenge.token, recoveryCode: factor.recoveryCode } };
  },
  'GET /admin/account/second-factor/passkeys': '/admin/account/second-factor/passkeys',
  'POST /admin/account/second-factor/passkeys': async ({ now, token }, db) => {
    const { id } = await sessionOf(db, token);
    const challenge = (await makeChallenge(db, { purpose: 'passkey-new', id }, now)).token;
    const credential = createAuthenticator().create({ challenge: signedBy(challenge) });
    return { path: '/admin/account/second-factor/passkeys', body: { challenge, name: 'Laptop', credential } };
  },
  'DELETE /admin/account/second-factor/passkeys/{id}': withFactor('/admin/account/second-factor/passkeys/1'),
  'GET /admin/account/second-factor': withFactor('/admin/account/second-factor'),
  'GET /admin/account/second-factor/app': '/admin/account/second-factor/app',
  'PUT /admin/account/second-factor/app': ({ factor, now }) => ({
    path: '/admin/account/second-factor/app',
    body: { secret: factor.secret, code: totpCodeOfStep(factor.secret, totpStepAt(now)) },
  }),
  'DELETE /admin/account/second-factor/app': withFactor('/admin/account/second-factor/app'),
  'POST /admin/account/second-factor/recovery-codes': withFactor('/admin/account/second-factor/recovery-codes'),
  'GET /admin/verify': '/admin/verify',
  'POST /admin/logout': '/admin/logout',
  'GET /admin/administrators': '/admin/administrators',
  'GET /admin/administrators/invitations': '/admin/administrators/invitations',
  'POST /admin/administrators/invitations': {
    path: '/admin/administrators/invitations',
    body: { email: 'new@society.example' },
  },
  'DELETE /admin/administrators/invitations/{id}': '/admin/administrators/invitations/1',
  'POST /admin/administrators/{id}/links': async ({ factor }, db) => ({
    path: `/admin/administrators/${(await accountOf(db, factor.username)).id}/links`,
    body: { purpose: 'factor' },
  }),
  'POST /admin/administrators/{id}/{change}': '/admin/administrators/2/deactivate',
  'DELETE /admin/administrators/{id}': '/admin/administrators/4',
  'POST /people/admin/read': { path: '/people/admin/read', body: { email: 'r1@example.org' } },
  'POST /people/admin/erase': { path: '/people/admin/erase', body: { email: 'ada@example.org' } },
  'POST /people/admin/allow-emails': { path: '/people/admin/allow-emails', body: { email: 'r7@example.org' } },
  'POST /people/do-not-write': async (_, db) => ({
    path: '/people/do-not-write',
    body: { token: await doNotWriteTokenOf(db, 'r1@example.org') },
  }),
  'GET /drafts/admin': '/drafts/admin',
  'GET /drafts/admin/{form}': `/drafts/admin/${draft.form}`,
  'PUT /drafts/admin/{form}': { path: `/drafts/admin/${draft.form}`, body: draft.body },
  'DELETE /drafts/admin/{form}': `/drafts/admin/${draft.form}`,
  'GET /pictures/admin': '/pictures/admin',
  'GET /dashboard/admin': '/dashboard/admin',
  'GET /glance/admin': '/glance/admin',
  'PUT /first-hour/admin': '/first-hour/admin',
  'DELETE /first-hour/admin': '/first-hour/admin',
  'GET /live/admin': '/live/admin',
  'PUT /first-steps/admin': '/first-steps/admin',
  'DELETE /first-steps/admin': '/first-steps/admin',
  'PUT /admin/account': {
    path: '/admin/account',
    body: { username: 'another', email: 'another@society.example' },
  },
  'PUT /admin/account/password': { path: '/admin/account/password', body: { currentPassword: password, newPassword } },
  'POST /admin/account/proof': { path: '/admin/account/proof', body: { currentPassword: password } },
  'GET /admin/account/sessions': '/admin/account/sessions',
  'DELETE /admin/account/sessions': '/admin/account/sessions',
  'DELETE /admin/account/sessions/{id}': '/admin/account/sessions/1',
  'POST /account-links/read': ({ invitation: token }) => ({ path: '/account-links/read', body: { token } }),
  'POST /account-links/use': ({ invitation: token }) => ({
    path: '/account-links/use',
    body: { token, username: 'ben', password: newPassword },
  }),
  'POST /forgotten-password': { path: '/forgotten-password', body: { email: 'editor2@society.example' } },
  'GET /activity/admin': '/activity/admin?limit=3',
  'GET /health/admin': '/health/admin',
  'GET /imports/admin': '/imports/admin',
  'POST /imports/admin': () => {
    const form = new FormData();
    form.set('file', new File(['---\ntitle: A post\ndate: 2020-01-01\n---\n\nText.'], 'post.md'));
    return { path: '/imports/admin', form };
  },
  'POST /imports/admin/{id}/start': { path: '/imports/admin/1/start', body: { isReplacing: false } },
  'POST /imports/admin/{id}/undo': '/imports/admin/2/undo',
  'DELETE /imports/admin/{id}': '/imports/admin/1',
  'GET /hand-over/admin': '/hand-over/admin',
  'GET /export/admin': '/export/admin?parts=content,people',
  'GET /year-numbers/admin': '/year-numbers/admin',
  'GET /year-numbers/admin/csv': '/year-numbers/admin/csv',

  'POST /articles/admin': {
    path: '/articles/admin',
    body: anArticle({ isPublished: true }),
    headers: { 'idempotency-key': '7f1d4e6a-0c3b-4a58-9d2e-5b6f7a8c9d0e' },
  },
  // With a newsletter under way, which stops.
  'DELETE /articles/admin/{id}': ({ articles }) => `/articles/admin/${articles.sending}`,
  'PUT /articles/admin/{id}/schedule': ({ articles }) => ({
    path: `/articles/admin/${articles.draft}/schedule`,
    body: { publishAt: '2099-12-01T08:00:00' },
  }),
  'DELETE /articles/admin/{id}/schedule': ({ articles }) => `/articles/admin/${articles.scheduled}/schedule`,
  'POST /articles/admin/publish/{id}': ({ articles }) => `/articles/admin/publish/${articles.draft}`,
  'POST /articles/admin/{id}/preview': ({ articles }) => `/articles/admin/${articles.draft}/preview`,
  'DELETE /articles/admin/{id}/preview': ({ articles }) => `/articles/admin/${articles.draft}/preview`,
  'GET /articles/{id}/preview': ({ articles, preview }) => `/articles/${articles.draft}/preview${preview}`,
  'GET /backups/admin': '/backups/admin',
  'POST /backups/admin': '/backups/admin',
  'POST /backups/admin/rehearsals': '/backups/admin/rehearsals',
  'GET /backups/admin/{name}': `/backups/admin/${backupFile}`,
  'GET /bin/admin': '/bin/admin',
  'POST /bin/admin/{kind}/{id}': ({ items: { articles } }) => `/bin/admin/articles/${articles.binned}`,
  'DELETE /bin/admin/{kind}/{id}': ({ items: { articles } }) => `/bin/admin/articles/${articles.binned}`,

  'POST /members/admin/order': ({ items: { members } }) => ({
    path: '/members/admin/order',
    body: { ids: [Number(members.id)] },
  }),

  'GET /events/upcoming': '/events/upcoming',
  'GET /events/past': '/events/past',
  'POST /events/admin/{id}/cancel': ({ items: { events } }) => ({
    path: `/events/admin/${events.id}/cancel`,
    body: { note: 'Our speaker is ill. We look for another day.' },
  }),
  'POST /events/admin/{id}/uncancel': ({ items: { events } }) => ({
    path: `/events/admin/${events.id}/uncancel`,
    body: {},
  }),
  'POST /events/admin/{id}/repeat': ({ items: { events } }) => ({
    path: `/events/admin/${events.id}/repeat`,
    body: { dates: ['2027-01-05', '2027-01-12'] },
  }),

  'GET /events/{id}/places': ({ guests }) => `/events/${guests.eventId}/places`,
  'POST /events/{id}/registrations': ({ guests }) => ({
    path: `/events/${guests.eventId}/registrations`,
    body: { name: 'Dana Reed', email: 'dana@example.org', answers: ['Yes'] },
  }),
  'POST /registrations/confirm': ({ guests }) => ({ path: '/registrations/confirm', body: { token: guests.cem } }),
  'GET /registrations/mine': ({ guests }) => `/registrations/mine?token=${guests.ben}`,
  'PUT /registrations/mine': ({ guests }) => ({
    path: `/registrations/mine?token=${guests.ben}`,
    body: { name: 'Ben Reed', answers: ['No'] },
  }),
  'DELETE /registrations/mine': ({ guests }) => `/registrations/mine?token=${guests.ada}`,
  'POST /registrations/erase': ({ guests }) => ({ path: '/registrations/erase', body: { token: guests.ada } }),
  'GET /events/admin/{id}/registrations': guestsAt('?list=coming&search=a'),
  'GET /events/admin/registrations/counts': ({ guests }) =>
    `/events/admin/registrations/counts?events=${guests.eventId}`,
  'GET /events/admin/{id}/registrations.csv': guestsAt('.csv?list=waiting'),
  'POST /events/admin/{id}/registrations': guestsAt('', {
    name: 'Dana Reed',
    email: 'dana@example.org',
    isForced: true,
  }),
  'POST /events/admin/{id}/registrations/message': guestsAt('/message', {
    to: 'all',
    subject: 'Another room',
    text: 'We meet in room 4.',
  }),
  'GET /events/admin/{id}/registrations/{rid}': guestAt(''),
  'PUT /events/admin/{id}/registrations/{rid}': guestAt('', { state: 'waiting' }),
  'DELETE /events/admin/{id}/registrations/{rid}': guestAt(''),
  'POST /events/admin/{id}/registrations/{rid}/present': guestAt('/present', { isPresent: true }),

  'POST /newsletter/admin/send/{id}': ({ articles }) => ({
    path: `/newsletter/admin/send/${articles.unsent}`,
    body: { holdSeconds: 60 },
  }),
  'GET /notices/admin': '/notices/admin',
  'GET /newsletter/admin/audience': ({ articles }) => `/newsletter/admin/audience?articleId=${articles.unsent}`,
  'POST /newsletter/admin/issues/{id}/pause': issue('sending', '/pause'),
  'POST /newsletter/admin/issues/{id}/resume': issue('paused', '/resume'),
  'POST /newsletter/admin/issues/{id}/cancel': issue('sending', '/cancel'),
  'POST /newsletter/admin/issues/{id}/undo': issue('delayed', '/undo'),
  'POST /newsletter/admin/issues/{id}/retry': issue('ended', '/retry'),
  'POST /newsletter/admin/issues/{id}/resend-unknown': issue('ended', '/resend-unknown'),
  'POST /newsletter/admin/issues': () => ({ path: '/newsletter/admin/issues', body: { kind: 'digest' } }),
  'GET /newsletter/admin/issues/{id}/draft': ({ note }) => `/newsletter/admin/issues/${note.id}/draft`,
  'PUT /newsletter/admin/issues/{id}/draft': ({ note }) => ({
    path: `/newsletter/admin/issues/${note.id}/draft`,
    body: { title: 'Rooms', note: '<p>Moved.</p>', things: [], isArchived: true, version: note.version },
  }),
  'DELETE /newsletter/admin/issues/{id}/draft': ({ note }) => ({ path: `/newsletter/admin/issues/${note.id}/draft` }),
  'POST /newsletter/admin/issues/{id}/send': ({ note }) => ({
    path: `/newsletter/admin/issues/${note.id}/send`,
    body: { holdSeconds: 60, version: note.version },
  }),
  'PUT /newsletter/admin/issues/{id}/schedule': ({ note }) => ({
    path: `/newsletter/admin/issues/${note.id}/schedule`,
    body: { publishAt: '2099-12-01T08:00:00', version: note.version },
  }),
  'DELETE /newsletter/admin/issues/{id}/schedule': ({ note }) => ({
    path: `/newsletter/admin/issues/${note.id}/schedule`,
  }),
  'POST /newsletter/admin/issues/{id}/stop': ({ note }) => ({ path: `/newsletter/admin/issues/${note.id}/stop` }),
  'GET /newsletter/admin/issues': '/newsletter/admin/issues',
  'GET /newsletter/admin/issues/{id}': issue('ended'),
  'GET /newsletter/admin/articles/{id}/report': ({ articles }) => `/newsletter/admin/articles/${articles.ended}/report`,
  'GET /newsletter/admin/issues/{id}/recipients': issue('ended', '/recipients'),
  'GET /newsletter/admin/issues/{id}/recipients.csv': issue('ended', '/recipients.csv'),
  'GET /newsletter/admin/preview/{id}': ({ articles }) => `/newsletter/admin/preview/${articles.draft}`,
  'POST /newsletter/admin/test/{id}': ({ articles }) => `/newsletter/admin/test/${articles.draft}`,
  'GET /newsletter/admin/outbox': '/newsletter/admin/outbox',
  'POST /newsletter/admin/outbox/confirmations': () => ({ path: '/newsletter/admin/outbox/confirmations' }),
  'GET /newsletter/admin/outbox/{name}': `/newsletter/admin/outbox/${encodeURIComponent(outboxFile)}`,
  'GET /newsletter/admin/subscribers': '/newsletter/admin/subscribers?search=r1',
  'POST /newsletter/admin/subscribers': {
    path: '/newsletter/admin/subscribers',
    body: { email: 'new@example.org' },
  },
  'GET /newsletter/admin/subscribers/export': '/newsletter/admin/subscribers/export',
  'POST /newsletter/admin/subscribers/import': {
    path: '/newsletter/admin/subscribers/import',
    form: formOf(new File(['email\nimported@example.org\n'], 'list.csv')),
  },
  'GET /newsletter/admin/subscribers/pending': '/newsletter/admin/subscribers/pending',
  'POST /newsletter/admin/subscribers/pending': {
    path: '/newsletter/admin/subscribers/pending',
    body: { subscriberIds: [3, 4], verb: 'suppress' },
  },
  'GET /newsletter/admin/subscribers/{id}': '/newsletter/admin/subscribers/1',
  'DELETE /newsletter/admin/subscribers/{id}': '/newsletter/admin/subscribers/1',
  'POST /newsletter/admin/subscribers/{id}/{change}': '/newsletter/admin/subscribers/1/unsubscribe',
  'POST /newsletter/subscribe': { path: '/newsletter/subscribe', body: { email: 'new@example.org' } },
  'GET /newsletter/verify': `/newsletter/verify?token=${verifyToken}`,
  'DELETE /newsletter/unsubscribe': leaving('r1@example.org'),
  'POST /newsletter/unsubscribe': leaving('r2@example.org'),
  'POST /newsletter/resubscribe': async (_, db) => ({
    path: '/newsletter/resubscribe',
    body: Object.fromEntries(await queryOf(db, 'r6@example.org')),
  }),
  'GET /newsletter/archive': '/newsletter/archive',
  'GET /newsletter/archive/{id}': async ({ articles }, db) => {
    const ended = db.selectFrom('issues').select('id').where('articleId', '=', articles.ended);
    return `/newsletter/archive/${(await ended.executeTakeFirstOrThrow()).id}`;
  },
  'PUT /newsletter/admin/archive/{id}': { path: '/newsletter/admin/archive/1', body: { isArchived: false } },
  'GET /newsletter/subscription': own('r1@example.org'),
  'PUT /newsletter/subscription': async (_, db) => ({
    path: '/newsletter/subscription',
    body: { ...Object.fromEntries(await queryOf(db, 'r2@example.org')), wish: 'digest' },
  }),
  'DELETE /newsletter/subscription': own('r3@example.org'),
  'POST /newsletter/bounces': ({ now }) => {
    const body = { email: 'r1@example.org', type: 'hard', reason: '550 5.1.1 no such user' };
    const time = String(Math.floor(now.getTime() / 1000));
    const key = `sha256=${webhookSignature(webhookSecret, time, JSON.stringify(body))}`;
    return { path: '/newsletter/bounces', body, headers: { 'x-timestamp': time, 'x-signature': key } };
  },
  'GET /newsletter/frame/{kind}/{name}': ({ frameUrl }) => frameUrl.replace('/api/v1', ''),

  'GET /settings/admin': '/settings/admin',
  'POST /settings/admin/preview': { path: '/settings/admin/preview', body: { accentColor: '#1f3f7a' } },
  'PUT /settings/admin': { path: '/settings/admin', body: { timeZone: 'Europe/Paris' } },
  'GET /{kind}/admin/{id}/revisions': ({ items: { articles } }) => `/articles/admin/${articles.id}/revisions`,
  'GET /{kind}/admin/{id}/revisions/{revisionId}': (_, db) => settingsRevision(db),
  'POST /{kind}/admin/{id}/revisions/{revisionId}': ({ items: { articles } }) =>
    `/articles/admin/${articles.id}/revisions/${articles.revision}`,
  'GET /settings': '/settings',
  'POST /uploads/logo': {
    path: '/uploads/logo',
    form: formOf(
      new File(['<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"><circle r="4"/></svg>'], 'a.svg'),
    ),
  },
  'POST /uploads/{purpose}': ({ picture }) => ({
    path: '/uploads/articles',
    form: formOf(new File([new Uint8Array(picture)], 'a.png')),
  }),
  'POST /uploads/{purpose}/files': {
    path: '/uploads/articles/files',
    form: formOf(new File(['%PDF-1.7\n'], 'minutes.pdf')),
  },
};

/** The request of a recipe, signed in where its call is guarded. */
export async function callOf(name: string, recipe: Recipe, world: World, db: Db): Promise<Call> {
  const made = typeof recipe === 'function' ? await recipe(world, db) : recipe;
  const { path, body, form, headers = {} } = typeof made === 'string' ? { path: made } : made;
  const type: Record<string, string> = body === undefined ? {} : { 'content-type': 'application/json' };
  const isGuarded = /\/(admin|uploads)\b/.test(name) && !name.startsWith('POST /admin/login');
  const bearer: Record<string, string> = isGuarded ? { authorization: `Bearer ${world.token}` } : {};
  const init: RequestInit = {
    method: name.split(' ')[0] ?? '',
    headers: { ...type, ...bearer, ...headers },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    ...(form ? { body: form } : {}),
  };
  return { path: `/api/v1${path}`, init };
}

/** By the administrator who has a second factor. */
function withFactor(path: string, body?: object): Recipe {
  return ({ factor }) => ({ path, body, headers: { authorization: `Bearer ${factor.token}` } });
}

function sessionOf(db: Db, token: string) {
  return db.selectFrom('sessions').select('id').where('tokenHash', '=', sha256(token)).executeTakeFirstOrThrow();
}

/** What a device is given to sign. */
function signedBy(challenge: string): string {
  return Buffer.from(sha256(challenge), 'hex').toString('base64url');
}

function accountOf(db: Db, username: string) {
  const account = db.selectFrom('administrators').select(['id', 'passwordHash']).where('username', '=', username);
  return account.executeTakeFirstOrThrow();
}

/** Of the calls that every kind has. */
function recipesOf({ name, titleField }: (typeof kinds)[number]): Record<string, Recipe> {
  const { input, search } = samples[name];
  const admin = `/${name}/admin`;
  const at = (place: (item: World['items'][KindName]) => string, body?: object): Recipe => {
    return ({ items }) => ({ path: `/${name}${place(items[name])}`, body });
  };
  return {
    [`GET ${admin}`]: `${admin}?search=${search}`,
    [`POST ${admin}`]: { path: admin, body: input },
    [`PUT ${admin}/{id}`]: at(({ id }) => `/admin/${id}`, { ...input, [titleField]: 'Anew' }),
    [`DELETE ${admin}/{id}`]: at(({ id }) => `/admin/${id}`),
    [`PUT ${admin}/{id}/image`]: at(({ id }) => `/admin/${id}/image`, { imageUrl: null }),
    [`GET /${name}`]: `/${name}?search=${search}&limit=1`,
    [`GET /${name}/{${{ pages: 'address', committees: 'label' }[name as string] ?? 'id'}}`]: at(({ id }) => `/${id}`),
  };
}

function guestsAt(place: string, body?: object): Recipe {
  return ({ guests }) => ({ path: `/events/admin/${guests.eventId}/registrations${place}`, body });
}

function guestAt(verb: string, body?: object): Recipe {
  return ({ guests }) => ({ path: `/events/admin/${guests.eventId}/registrations/${guests.id}${verb}`, body });
}

function issue(state: keyof World['articles'], verb = ''): Recipe {
  return async ({ articles }, db) => {
    const issues = db.selectFrom('issues').select('id').where('articleId', '=', articles[state]);
    return `/newsletter/admin/issues/${(await issues.executeTakeFirstOrThrow()).id}${verb}`;
  };
}

function leaving(email: string): Recipe {
  return async (_, db) => `/newsletter/unsubscribe?${await queryOf(db, email)}`;
}

function own(email: string): Recipe {
  return async (_, db) => `/newsletter/subscription?${await queryOf(db, email)}`;
}

/** What the link of a mail to this address carries. */
async function queryOf(db: Db, email: string): Promise<URLSearchParams> {
  return new URL((await createNewsletterLinks(db, 'https://x.example')).ownLinks(email).oneClick).searchParams;
}

async function settingsRevision(db: Db): Promise<string> {
  const ofSettings = db.selectFrom('revisions').select('id').where('kind', '=', 'settings');
  const { id } = await ofSettings.orderBy('id').executeTakeFirstOrThrow();
  return `/settings/admin/0/revisions/${id}`;
}

function formOf(file: File): FormData {
  const form = new FormData();
  form.append('file', file);
  return form;
}
