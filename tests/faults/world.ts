/** A site in which every described call finds something to do. Made once; each call is tried on a copy of it. */
import { createHash } from 'node:crypto';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type KindName, kinds } from '#app/kinds.ts';
import type { PasskeyKey } from '#features/accounts/second-factor/second-factor.schema.ts';
import { totpCodeOfStep, totpStepAt } from '#features/accounts/second-factor/totp.server.ts';
import type { Db } from '#platform/db/db.ts';
import { doNotWriteLink, stopFirstMails } from '#platform/mail/first-mails.ts';
import { createAuthenticator } from '../support/authenticator.ts';
import { anArticle, samples } from '../support/builders.ts';
import { anOpenEvent, ask, comes, tokenOf } from '../support/guests.ts';
import { blackPng } from '../support/png.ts';
import type { TestApp } from '../support/test-app.ts';
import { tokenIn } from '../support/two-administrators.ts';

export const webhookSecret = 'a secret of the provider';
export const outboxFile = 'a-mail.eml';
export const backupFile = 'one-health-2026-11-21T03-00-00Z-nightly.tar';
export const password = 'a password of twenty';
/** What the first administrator has not saved. */
export const draft = {
  form: 'articles-new-0b6f1f0e-6a3c-4d0a-9c55-3d6e1f2a7b49',
  body: {
    version: null,
    values: { title: 'Bats at night', description: '', content: '<p>They hear more than they see.</p>' },
  },
};

/** Of the subscriber who has just subscribed. */
export const verifyToken = 'v'.repeat(43);

export type World = Awaited<ReturnType<typeof makeWorld>>;

export async function makeWorld(app: TestApp) {
  const token = await app.signIn();
  await app.signIn();
  await app.signIn();
  await app.signIn();
  await app.db.updateTable('administrators').set({ isActive: false }).where('id', '=', 4).execute();
  const call = async <T = { id: number }>(method: string, path: string, body?: unknown): Promise<T> => {
    const answer = await app.json<T>(method, path, body, token);
    if (answer.status >= 300) throw new Error(`${method} ${path}: ${JSON.stringify(answer.body)}`);
    return answer.body;
  };
  // Makes the key that known browsers are told by.
  await call('POST', '/admin/login', { usernameOrEmail: 'editor1', password });
  await call('POST', '/admin/administrators/3/deactivate');
  const invitation = await call<{ link: string }>('POST', '/admin/administrators/invitations', {
    email: 'ben@society.example',
  });
  const items = await addItems(call);
  await call('PUT', '/settings/admin', { societyName: 'Another name' });
  await addSubscribers(app);
  const articles = await addIssues(app, call);
  await addPicture(app, call);
  const year = { label: '2019-20', from: '2019-09-01', to: '2020-08-31' };
  const { year: closed } = await call<{ year: { id: number } }>('POST', '/committees/admin/close', year);
  const guests = await addGuests(app, token);
  await call('PUT', `/drafts/admin/${draft.form}`, draft.body);
  await addDemo(app);
  const note = await addNote(call);
  const preview = await call<{ url: string }>('POST', `/articles/admin/${articles.draft}/preview`);
  const { frameUrl } = await call<{ frameUrl: string }>('GET', `/newsletter/admin/preview/${articles.draft}`);
  const folder = join(app.context.config.dataDir, 'outbox');
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, outboxFile), 'From: a@b.example\r\nTo: c@d.example\r\nSubject: S\r\n\r\nText\r\n');
  mkdirSync(app.context.config.backup.dir, { recursive: true });
  writeFileSync(join(app.context.config.backup.dir, backupFile), 'rows and pictures');
  await addImports(app);
  const factor = await addFactor(app, token);
  return {
    token,
    factor,
    items,
    articles,
    guests,
    note,
    closed: closed.id,
    frameUrl,
    now: app.clock.now(),
    invitation: /#token=(.+)$/.exec(invitation.link)?.[1] ?? '',
    preview: new URL(preview.url).search,
    picture: blackPng(8, 8),
  };
}

async function addNote(call: Call): Promise<{ id: number; version: string }> {
  const { id, version } = await call<{ id: number; version: string }>('POST', '/newsletter/admin/issues', {
    kind: 'note',
  });
  const words = { title: 'Rooms', note: '<p>We moved.</p>', things: [], isArchived: true, version };
  return call('PUT', `/newsletter/admin/issues/${id}/draft`, words);
}

type Call = <T = { id: number }>(method: string, path: string, body?: unknown) => Promise<T>;

/** Of each kind one with an earlier version, and one in the bin. */
async function addItems(call: Call) {
  const add = async (kind: string, input: object, change: object) => {
    const { id } = await call('POST', `/${kind}/admin`, input);
    await call('PUT', `/${kind}/admin/${id}`, { ...input, ...change });
    const binned = (await call('POST', `/${kind}/admin`, input)).id;
    await call('DELETE', `/${kind}/admin/${binned}`);
    const [, first] = await call<{ id: number }[]>('GET', `/${kind}/admin/${id}/revisions`);
    return { id, binned, revision: first?.id };
  };
  const items: Partial<Record<KindName, Awaited<ReturnType<typeof add>>>> = {};
  for (const { name } of kinds) items[name] = await add(name, samples[name].input, samples[name].change);
  return items as Required<typeof items>;
}

/** One that an article, a member and the settings show. */
async function addPicture(app: TestApp, call: Call): Promise<void> {
  const url = `/uploads/articles/1700000000000-${'1'.repeat(16)}.png`;
  const picture = { purpose: 'articles', width: 8, height: 8, color: '#000000', bytes: 90, variants: '[]', url };
  const row = { ...picture, administratorId: 1, createdAt: app.clock.now().toISOString() };
  await app.db.insertInto('uploads').values(row).execute();
  const content = `<p>Look:</p><p><img src="${url}"></p>`;
  await call('POST', '/articles/admin', anArticle({ imageUrl: url, content, isPublished: true }));
  await call('POST', '/members/admin', { ...samples.members.input, imageUrl: url });
  await call('PUT', '/settings/admin', { defaultEventImage: url });
}

type VerifyAnswer = { administrator: { id: number; username: string } };

/** Another administrator, with an authenticator app and recovery codes. */
async function addFactor(app: TestApp, colleague: string) {
  const token = await app.signIn();
  const secret = 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ';
  const input = { secret, code: totpCodeOfStep(secret, totpStepAt(app.clock.now())) };
  const path = '/admin/account/second-factor/app';
  const { body } = await app.json<{ recoveryCodes: string[] }>('PUT', path, input, token);
  const authenticator = createAuthenticator();
  const passkeys = '/admin/account/second-factor/passkeys';
  const key = (await app.json<PasskeyKey>('GET', passkeys, undefined, token)).body;
  const credential = authenticator.create(key.options);
  await app.json('POST', passkeys, { challenge: key.challenge, name: 'Phone', credential }, token);
  // Makes the key that challenges are signed with.
  const { administrator } = (await app.json<VerifyAnswer>('GET', '/admin/verify', undefined, token)).body;
  const { username } = administrator;
  await app.json('POST', '/admin/login', { usernameOrEmail: username, password });
  const linkPath = `/admin/administrators/${administrator.id}/links`;
  const { link } = (await app.json<{ link: string }>('POST', linkPath, { purpose: 'factor' }, colleague)).body;
  return { token, secret, authenticator, username, link: tokenIn(link), recoveryCode: body.recoveryCodes[0] ?? '' };
}

/** Four who have confirmed, and one in each other state; two have come back too often. */
async function addSubscribers({ db, clock }: TestApp): Promise<void> {
  const at = clock.now().toISOString();
  const states = ['confirmed', 'confirmed', 'confirmed', 'confirmed', 'pending', 'unsubscribed', 'suppressed'] as const;
  for (const [index, state] of states.entries()) {
    const email = `r${index + 1}@example.org`;
    const dates = { createdAt: at, confirmedAt: at, unsubscribedAt: state === 'unsubscribed' ? at : null };
    await db
      .insertInto('subscribers')
      .values({ email, emailKey: email, state, lastMailAt: null, ...dates })
      .execute();
  }
  // One that our forms do not write to any more.
  await stopFirstMails(db, await doNotWriteTokenOf(db, 'r7@example.org'), clock.now());
  const tokenHash = createHash('sha256').update(verifyToken).digest('hex');
  const expiresAt = new Date(clock.now().getTime() + 3_600_000).toISOString();
  await db
    .insertInto('confirmations')
    .values({ tokenHash, subscriberId: 5, createdAt: at, expiresAt, usedAt: null })
    .execute();
  for (const subscriberId of [3, 4])
    await db
      .updateTable('subscribers')
      .set({ doubtedAt: at, doubtedBecause: 'No such mailbox' })
      .where('id', '=', subscriberId)
      .execute();
}

/** An event whose places are given: Ada has one, Ben waits, Cem has not confirmed. */
async function addGuests(app: TestApp, token: string) {
  const { id: eventId } = await anOpenEvent(app, token, { title: 'Full', capacity: 1, questions: ['Vegetarian?'] });
  const ada = (await comes(app, eventId, 'Ada')).token;
  const ben = (await comes(app, eventId, 'Ben')).token;
  await ask(app, eventId, { name: 'Cem', email: 'cem@example.org' });
  const cem = await tokenOf(app, eventId, 'cem@example.org');
  return { eventId, id: Number(ada.split('.')[0]), ada, ben, cem };
}

/** An article for each state that its newsletter can be in; `unsent` has none yet. */
async function addIssues({ db }: TestApp, call: Call) {
  const publish = async (title: string) =>
    (await call('POST', '/articles/admin', anArticle({ title, isPublished: true }))).id;
  const send = async (title: string, body?: object) => {
    const id = await publish(title);
    await call('POST', `/newsletter/admin/send/${id}`, body);
    return id;
  };
  const articles = {
    sending: await send('On its way'),
    paused: await send('Paused'),
    ended: await send('Ended'),
    delayed: await send('Undone', { holdSeconds: 600 }),
    unsent: await publish('Unsent'),
    draft: (await call('POST', '/articles/admin', anArticle({ title: 'Draft' }))).id,
    scheduled: (await call('POST', '/articles/admin', anArticle({ title: 'Scheduled' }))).id,
  };
  await call('PUT', `/articles/admin/${articles.scheduled}/schedule`, { publishAt: '2099-12-01T08:00:00' });
  const issues = await db.selectFrom('issues').select(['id', 'articleId']).execute();
  const issueOf = (articleId: number) => issues.find((issue) => issue.articleId === articleId)?.id ?? 0;
  await call('POST', `/newsletter/admin/issues/${issueOf(articles.paused)}/pause`);
  const deliveries = (articleId: number) => db.updateTable('mails').where('articleId', '=', articleId);
  await deliveries(articles.ended).set({ state: 'failed' }).where('subscriberId', '=', 1).execute();
  await deliveries(articles.ended).set({ state: 'unknown' }).where('subscriberId', '>', 1).execute();
  await db.updateTable('issues').set({ state: 'done' }).where('articleId', '=', articles.ended).execute();
  return articles;
}

/** One that waits for a decision, and one that has ended. */
async function addImports({ db, clock }: TestApp): Promise<void> {
  const at = clock.now().toISOString();
  const made = JSON.stringify({ items: [], pictures: {}, missing: [], notes: [], left: [] });
  const row = { fileName: 'posts.zip', file: null, parts: 0, site: '', administratorId: 1, at };
  await db
    .insertInto('imports')
    .values({ ...row, state: 'ready' })
    .execute();
  await db
    .insertInto('imports')
    .values({ ...row, state: 'done', endedAt: at, made })
    .execute();
}

/** As if the demo had brought two members, of whom one is in the bin. */
async function addDemo({ db, clock }: TestApp): Promise<void> {
  const at = clock.now().toISOString();
  const member = { name: 'Demo', position: 'Demo', bio: '', imageUrl: null, isActive: true, sortOrder: null };
  const row = { ...member, joinDate: at, createdAt: at, updatedAt: at };
  const added = await db
    .insertInto('members')
    .values([
      { ...row, deletedAt: null },
      { ...row, deletedAt: at },
    ])
    .returning('id')
    .execute();
  const ids = { articles: [0], events: [0], members: added.map(({ id }) => id) };
  const value = JSON.stringify({ ids });
  await db.insertInto('settings').values({ key: 'demoSeeded', value, updatedAt: at }).execute();
}

/** What the link of a first mail to this address carries. */
export async function doNotWriteTokenOf(db: Db, email: string): Promise<string> {
  return new URL((await doNotWriteLink(db, 'https://x.example', email)).link).searchParams.get('token') ?? '';
}
