import { describe, expect, test } from 'vitest';
import { totpCodeOfStep, totpStepAt } from '#features/accounts/second-factor/totp.server.ts';
import { aMember, aPage } from '#tests/support/builders.ts';
import { engines } from '#tests/support/database.ts';
import { type TestApp, testApp } from '#tests/support/test-app.ts';
import type { Glance } from './dashboard.schema.ts';

/** As if the demo had brought them. */
async function came(app: TestApp, ids: object): Promise<void> {
  const value = JSON.stringify({ ids });
  const row = { key: 'demoSeeded', value, updatedAt: app.clock.now().toISOString() };
  await app.db.insertInto('settings').values(row).execute();
}

describe.each(engines)('the first steps on %s', (engine) => {
  test('tick themselves when the site shows that they are done, and disappear when all are done', async () => {
    const smtpUrl = 'smtp://mail.society.example';
    await using app = await testApp({ engine, config: { siteUrl: 'http://localhost:3000', smtpUrl } });
    const token = await app.signIn();
    const { id } = (await app.json<{ id: number }>('POST', '/members/admin', aMember({ name: 'Demo' }), token)).body;
    await came(app, { articles: [0], events: [0], members: [id] });
    const read = async () => (await app.json<Glance>('GET', '/dashboard/admin', undefined, token)).body.firstSteps;
    const open = async () => (await read()).steps.filter(({ isDone }) => !isDone).map(({ name }) => name);
    const sentenceOf = async (name: string) => (await read()).steps.find((step) => step.name === name)?.sentence;
    const actionOf = async (name: string) => (await read()).steps.find((step) => step.name === name)?.action;
    const all = [
      'society',
      'join',
      'about',
      'committee',
      'administrators',
      'privacy',
      'smtp',
      'second-factor',
      'address',
      'rehearsal',
      'demo',
    ];
    const without = (...done: string[]) => all.filter((name) => !done.includes(name));
    expect(await open()).toEqual(all);
    app.context.config.siteUrl = 'https://society.org';
    expect(await open()).toEqual(without('address'));
    await app.db
      .insertInto('mails')
      .values({ kind: 'password-reset', recipient: 'a@b.example', content: '{}', state: 'kept', ...times })
      .execute();
    expect(await open()).toEqual(without('address'));
    const tested = { action: 'newsletter.test' as const, entityId: 1, at: times.createdAt, administratorId: null };
    await app.db
      .insertInto('audit')
      .values({ ...tested, detail: '{"isKept":true}' })
      .execute();
    expect(await open()).toEqual(without('address'));
    await app.db
      .insertInto('audit')
      .values({ ...tested, detail: '{"isKept":false}' })
      .execute();
    expect(await open()).toEqual(without('address', 'smtp'));
    await app.db.deleteFrom('audit').execute();
    await app.db.updateTable('mails').where('issueId', 'is', null).set({ state: 'sent' }).execute();
    expect(await open()).toEqual(without('address', 'smtp'));
    await app.signIn();
    await addApp(app, token);
    const named = { societyName: 'Society of Ourtown', membershipUrl: 'https://union.example/join' };
    await app.json('PUT', '/settings/admin', named, token);
    expect((await actionOf('society'))?.label).toBe('Enter the short name');
    await app.json('PUT', '/settings/admin', { shortName: 'Ourtown' }, token);
    expect(await open()).toEqual(['about', 'committee', 'privacy', 'rehearsal', 'demo']);
    await app.json('PUT', '/settings/admin', { aboutText: 'We are the society of Ourtown.' }, token);
    expect(await sentenceOf('committee')).toBe('Only demo members are on the site so far.');
    await app.json('POST', '/members/admin', aMember(), token);
    await app.json('POST', '/members/admin', aMember(), token);
    expect(await actionOf('committee')).toEqual({
      label: 'Put the committee in order',
      to: '/admin/committee?order=1',
    });
    await app.db.updateTable('members').set({ sortOrder: 1 }).where('id', '=', 2).execute();
    const privacy = aPage({ title: 'Privacy', isPublished: false });
    const page = (await app.json<{ id: number }>('POST', '/pages/admin', privacy, token)).body;
    expect(await open()).toEqual(['privacy', 'rehearsal', 'demo']);
    expect(await actionOf('privacy')).toEqual({ label: 'Open the draft Privacy', to: `/admin/pages?edit=${page.id}` });
    const save = (input: object) => app.json('PUT', `/pages/admin/${page.id}`, input, token);
    await save({ isPublished: true, content: '<p>[Name of the person who answers] will answer.</p>' });
    expect(await open()).toEqual(['privacy', 'rehearsal', 'demo']);
    await save({ content: '<p>Ada will answer.</p>' });
    expect(await open()).toEqual(['rehearsal', 'demo']);
    expect(await actionOf('privacy')).toBeUndefined();
    const at = app.clock.now().toISOString();
    const rehearsed = { kind: 'rehearsal', reason: 'asked', state: 'done', at, endedAt: at } as const;
    await app.db.insertInto('backupRuns').values(rehearsed).execute();
    expect(await read()).toMatchObject({ isShown: true });
    expect(await open()).toEqual(['demo']);
    await app.json('DELETE', '/first-steps/admin', undefined, token);
    expect(await read()).toMatchObject({ isShown: false });
    expect(await open()).toEqual([]);
    // Emails are kept for 30 days.
    await app.db.deleteFrom('mails').where('issueId', 'is', null).execute();
    expect(await open()).toEqual(['smtp']);
    expect(await read()).toMatchObject({ isShown: false });
  });

  test('begin with the account and the name of the society, which leads to its look as well', async () => {
    await using app = await testApp({ engine });
    const token = await app.signIn();
    await app.db.updateTable('administrators').set({ email: 'admin@localhost', emailKey: 'admin@localhost' }).execute();
    const [account, society] = (await app.json<Glance>('GET', '/dashboard/admin', undefined, token)).body.firstSteps
      .steps;
    expect(account).toMatchObject({ name: 'account', isDone: false, action: { to: '/admin/account' } });
    expect(society).toMatchObject({ name: 'society', isDone: false, action: { to: '/admin/settings#society' } });
    expect(society?.todo).toContain('Look');
  });

  test('tell of an invitation that waits', async () => {
    await using app = await testApp({ engine });
    const token = await app.signIn();
    const step = async () => {
      const { firstSteps } = (await app.json<Glance>('GET', '/dashboard/admin', undefined, token)).body;
      return firstSteps.steps.find(({ name }) => name === 'administrators');
    };
    expect(await step()).toMatchObject({ isDone: false, action: { label: 'Invite a colleague' } });
    const invited = { username: 'second', email: 'second@society.example' };
    await app.json('POST', '/admin/administrators/invitations', invited, token);
    expect(await step()).toMatchObject({ isDone: false, sentence: expect.stringContaining('invitation is waiting') });
  });

  test('are hidden for all administrators', async () => {
    await using app = await testApp({ engine });
    const [token, other] = [await app.signIn(), await app.signIn()];
    const read = async () => (await app.json<Glance>('GET', '/dashboard/admin', undefined, other)).body.firstSteps;
    expect(await read()).toMatchObject({ isShown: true });
    expect((await read()).steps.map(({ name }) => name)).not.toContain('demo');
    expect((await app.json('PUT', '/first-steps/admin', undefined, token)).status).toBe(200);
    expect(await read()).toMatchObject({ isShown: false });
  });
});

async function addApp(app: TestApp, token: string): Promise<void> {
  const secret = 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ';
  const input = { secret, code: totpCodeOfStep(secret, totpStepAt(app.clock.now())) };
  expect((await app.json('PUT', '/admin/account/second-factor/app', input, token)).status).toBe(200);
}

const times = { nextAttemptAt: '2026-11-21T12:00:00.000Z', createdAt: '2026-11-21T12:00:00.000Z' };
