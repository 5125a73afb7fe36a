import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { startWorkerJobs } from '#app/worker/jobs.ts';
import type { Activity } from '#features/activity/activity.schema.ts';
import { openMailer } from '#platform/mail/open-mailer.ts';
import { aMember, anArticle } from '#tests/support/builders.ts';
import { engines } from '#tests/support/database.ts';
import { placesWith } from '#tests/support/search-everything-stored.ts';
import { eventually } from '#tests/support/smtp.ts';
import { type TestApp, testApp } from '#tests/support/test-app.ts';
import type { Administrator } from './account.schema.ts';
import { eraseAdministrator } from './erasing.server.ts';

const password = 'marmot umbrella violin';
/** Told from every other word; an earlier name, and one in another case. */
const traces = /quetzalina|quetz@/i;

/** Joins by an invitation, works, is renamed, moves, invites someone, and is deactivated by the first administrator. */
async function careerOf(app: TestApp) {
  const you = await app.signIn();
  const invited = { email: 'quetz@society.example', username: 'quetzalina' };
  const { body } = await app.json('POST', '/admin/administrators/invitations', invited, you);
  const token = new URL(String(body.link)).hash.replace('#token=', '');
  const joined = await app.json<{ token: string }>('POST', '/account-links/use', { token, password });
  const theirs = joined.body.token;
  const article = await app.json<{ id: number }>('POST', '/articles/admin', anArticle(), theirs);
  await app.json('POST', '/members/admin', aMember({ name: 'Ada' }), theirs);
  await app.json('POST', '/articles/admin/publish/1', {}, theirs);
  await app.json('DELETE', '/members/admin/1', undefined, theirs);
  await app.json('PUT', '/settings/admin', { societyName: 'Another name', heroTagline: 'New' }, theirs);
  await app.json('POST', '/forgotten-password', { email: invited.email });
  await app.json('POST', '/admin/login', { usernameOrEmail: 'quetzalina', password: 'wrong' });
  const names = { username: 'quetzalinaB', email: 'quetz@elsewhere.example' };
  expect((await app.json('PUT', '/admin/account', names, theirs)).status).toBe(200);
  await app.json('POST', '/admin/administrators/invitations', { email: 'carl@society.example' }, theirs);
  const { administrator } = (
    await app.json<{ administrator: { id: number } }>('GET', '/admin/verify', undefined, theirs)
  ).body;
  await app.json('POST', `/admin/administrators/${administrator.id}/links`, { purpose: 'reset' }, you);
  await app.json('POST', `/admin/administrators/${administrator.id}/deactivate`, {}, you);
  return { you, id: administrator.id, articleId: article.body.id };
}

/** The worker keeps every mail as a file, since there is no mail server. */
async function mailAll(app: TestApp): Promise<void> {
  const worker = startWorkerJobs({ ...app.context, mailer: openMailer(app.context.config) });
  const waiting = app.db
    .selectFrom('mails')
    .where('issueId', 'is', null)
    .select('id')
    .where('state', 'in', ['queued', 'sending', 'retry']);
  try {
    await eventually(async () => (await waiting.execute()).length === 0);
  } finally {
    await worker.stop();
  }
}

describe.each(engines)('an erased administrator, on %s', (engine) => {
  test('keeps the former names of other administrators in the activity', async () => {
    await using app = await testApp({ engine });
    const { id, you } = await careerOf(app);
    const names = { username: 'secretary', email: 'secretary@society.example' };
    expect((await app.json('PUT', '/admin/account', names, you)).status).toBe(200);
    const places = async () => (await placesWith(app, /editor1/)).filter((place) => !place.startsWith('site.db'));
    const before = await places();
    expect(before).not.toEqual([]);
    await eraseAdministrator(app.context, id, { administratorId: null, now: app.clock.now() });
    expect(await places()).toEqual(before);
  });

  test('is in no table and no file, and their work is by ‘a former administrator’', async () => {
    await using app = await testApp({ engine });
    const { id, articleId } = await careerOf(app);
    await mailAll(app);
    expect(await placesWith(app, traces)).not.toEqual([]);
    const you = await app.signIn();
    // One more, which no one has sent yet.
    await app.json('POST', `/admin/administrators/${id}/reactivate`, {}, you);
    await app.json('POST', `/admin/administrators/${id}/deactivate`, {}, you);
    await eraseAdministrator(app.context, id, { administratorId: null, now: app.clock.now() });

    expect(await placesWith(app, traces)).toEqual([]);
    const unsent = await app.db
      .selectFrom('mails')
      .where('issueId', 'is', null)
      .select('content')
      .where('state', '=', 'queued')
      .execute();
    expect(JSON.stringify(unsent)).toContain('deactivated the account of a former administrator');
    const activity = await app.json<Activity[]>('GET', '/activity/admin?limit=60', undefined, you);
    const sentences = activity.body.map(({ doer, before, name, after }) => `${doer} ${before}${name ?? ''}${after}`);
    expect(sentences[0]).toBe('The site erased the name and the address of a former administrator');
    expect(sentences).toContain('A former administrator published the article “Bats, farms and us”');
    expect(sentences).toContain('editor1 deactivated an administrator');
    const article = await app.json('GET', `/articles/${articleId}`, undefined, you);
    expect(article.body).toMatchObject({ updatedBy: 'a former administrator' });
    const history = await app.json('GET', `/revisions/admin/articles/${articleId}`, undefined, you).catch(() => null);
    expect(JSON.stringify(history?.body ?? '')).not.toMatch(traces);
    expect((await app.json('GET', '/bin/admin', undefined, you)).body).toMatchObject([
      { deletedBy: 'a former administrator' },
    ]);
    expect((await app.json('GET', '/settings/admin', undefined, you)).body).toMatchObject({
      savedBy: 'a former administrator',
    });
    const everyone = await app.json<Administrator[]>('GET', '/admin/administrators', undefined, you);
    expect(everyone.body.map(({ username }) => username)).toEqual(['editor1', 'editor2']);
  });

  test('can be erased three days after the deactivation, by someone who has just given the password', async () => {
    await using app = await testApp({ engine });
    const [you] = [await app.signIn(), await app.signIn()];
    const erase = (id: number, token: string) => app.json('DELETE', `/admin/administrators/${id}`, undefined, token);
    expect(await erase(2, you)).toMatchObject({
      status: 409,
      body: { message: 'editor2 is active. Deactivate the account first.' },
    });
    await app.json('POST', '/admin/administrators/2/deactivate', {}, you);
    expect(await erase(2, you)).toMatchObject({ status: 409, body: { message: expect.stringContaining('72 hours') } });
    const listed = async (token: string) =>
      (await app.json<Administrator[]>('GET', '/admin/administrators', undefined, token)).body[1]?.erasableFrom;
    const due = new Date(app.clock.now().getTime() + 72 * 3_600_000).toISOString();
    expect(await listed(you)).toBe(due);
    app.clock.advance(72 * 3_600_000);
    const stale = await app.signIn();
    expect(await listed(stale)).toBeNull();
    app.clock.advance(11 * 60_000);
    expect(await erase(2, stale)).toMatchObject({ status: 403, body: { code: 'fresh_proof_needed' } });
    const fresh = await app.signIn();
    expect(await erase(2, fresh)).toMatchObject({ status: 200, body: { message: 'Erased.' } });
    expect((await erase(2, fresh)).status).toBe(404);
    const former = await app.db
      .selectFrom('administrators')
      .select('id')
      .where('username', 'like', 'a former%')
      .execute();
    expect((await erase(former[0]?.id ?? 0, fresh)).status).toBe(404);
    const login = { usernameOrEmail: 'a former administrator', password: 'none' };
    expect((await app.json('POST', '/admin/login', login)).status).toBe(401);
    // Anyone who comes later may have the name again.
    const invited = { email: 'editor2@society.example', username: 'editor2' };
    expect((await app.json('POST', '/admin/administrators/invitations', invited, fresh)).status).toBe(201);
  });

  test('is not erased while a mail to them is being sent', async () => {
    await using app = await testApp({ engine });
    const [you] = [await app.signIn(), await app.signIn()];
    await app.json('POST', '/admin/administrators/2/deactivate', {}, you);
    await app.db
      .updateTable('mails')
      .where('issueId', 'is', null)
      .set({ state: 'sending', leaseOwner: 'somebody' })
      .execute();
    const erasing = eraseAdministrator(app.context, 2, { administratorId: null, now: app.clock.now() });
    await expect(erasing).rejects.toThrow('on its way');
    expect(await app.db.selectFrom('administrators').select('username').orderBy('id').execute()).toMatchObject([
      {},
      { username: 'editor2' },
    ]);
  });
});

test('every column that names an administrator is covered by erasing', async () => {
  const schema = readFileSync('db/schema.sqlite.sql', 'utf8');
  const tables = [...schema.matchAll(/CREATE TABLE "?(\w+)"? \(([\s\S]*?)\) STRICT;/g)];
  const emptied = tables.flatMap(([, table, body]) =>
    [...(body ?? '').matchAll(/(\w+) integer REFERENCES administrators \(id\) ON DELETE SET NULL/g)].map(
      ([, column]) => `${table}.${column}`,
    ),
  );
  const code = readFileSync('src/features/accounts/erasing.server.ts', 'utf8');
  const inSql = (name = '') => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
  const moved = [...code.matchAll(/\['(\w+)', '(\w+)'\]/g)].map(
    ([, table, column]) => `${inSql(table)}.${inSql(column)}`,
  );
  expect(moved.sort()).toEqual(emptied.sort());
});
