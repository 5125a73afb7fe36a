import { describe, expect, test } from 'vitest';
import { createRetentionJobs } from '#app/worker/retention-jobs.ts';
import { truncateDatabaseLog } from '#platform/db/db.ts';
import { aMember, anArticle } from '#tests/support/builders.ts';
import { engines } from '#tests/support/database.ts';
import { ask } from '#tests/support/guests.ts';
import { placesWith } from '#tests/support/search-everything-stored.ts';
import { type TestApp, testApp } from '#tests/support/test-app.ts';
import type { Glance } from '../dashboard/dashboard.schema.ts';
import { seedDemo } from './seed.ts';

const dayMs = 86_400_000;
/** Words that stand in every text of the demo, and the link that it shows. */
const demoWords = /demo content|This is a demo|Demo Member|example\.org\/join/;

async function demoSite(app: TestApp) {
  await seedDemo(app.context);
  app.clock.advance(60_000);
  const token = await app.signIn();
  const remove = async () => {
    expect((await app.json('DELETE', '/first-steps/admin', undefined, token)).status).toBe(200);
    const { firstSteps } = (await app.json<Glance>('GET', '/dashboard/admin', undefined, token)).body;
    return firstSteps.steps.find(({ name }) => name === 'demo')?.isDone;
  };
  const shown = async () => {
    const counts = ['/articles', '/events', '/members'].map((path) => app.json<unknown[]>('GET', path));
    return (await Promise.all(counts)).map(({ body }) => body.length);
  };
  const files = async () => (await Array.fromAsync(app.context.store.list())).map(({ path }) => path);
  return { token, remove, shown, files };
}

async function expectGone(app: TestApp): Promise<void> {
  await truncateDatabaseLog(app.db);
  expect(await placesWith(app, demoWords)).toEqual([]);
  for (const table of ['articles', 'events', 'members', 'uploads', 'revisions'] as const)
    expect(await app.db.selectFrom(table).select('id').execute()).toEqual([]);
}

describe.each(engines)('demo content on %s', (engine) => {
  test('one press moves it to the bin, and after purging no row and no file of it is left', async () => {
    await using app = await testApp({ engine });
    const { token, remove, shown, files } = await demoSite(app);
    expect(await shown()).toEqual([8, 12, 10]);
    expect((await app.json('GET', '/settings')).body).toMatchObject({ membershipUrl: 'https://example.org/join' });
    expect(await placesWith(app, demoWords)).toContain('articles');
    expect(await remove()).toBe(true);
    expect(await shown()).toEqual([0, 0, 0]);
    expect((await app.json('GET', '/settings')).body).toMatchObject({ membershipUrl: '' });
    const member = await app.db.selectFrom('members').select('id').executeTakeFirstOrThrow();
    await app.json('POST', `/bin/admin/members/${member.id}`, {}, token);
    app.clock.advance(60_000);
    expect(await remove()).toBe(true);
    expect(await shown()).toEqual([0, 0, 0]);
    app.clock.advance(31 * dayMs);
    await createRetentionJobs(app.context)();
    expect(await files()).toEqual([]);
    await expectGone(app);
    await seedDemo(app.context);
    await expectGone(app);
  });

  test('a committee that is put in order is still the demo’s', async () => {
    await using app = await testApp({ engine });
    const { token, remove, shown } = await demoSite(app);
    const ids = (await app.json<{ id: number }[]>('GET', '/members')).body.map(({ id }) => id).reverse();
    await app.json('POST', '/members/admin/order', { ids }, token);
    const edited = await app.json('PUT', `/members/admin/${ids[0]}`, aMember({ name: 'One of ours' }), token);
    expect(edited.status).toBe(200);
    expect(await remove()).toBe(true);
    expect(await shown()).toEqual([0, 0, 1]);
  });

  test('what someone has edited or signed up for stays, and so does what was added later', async () => {
    await using app = await testApp({ engine });
    const { token, remove, shown } = await demoSite(app);
    const [article] = (await app.json<{ id: number }[]>('GET', '/articles')).body;
    await app.json('PUT', `/articles/admin/${article?.id}`, anArticle({ title: 'Our own', isPublished: true }), token);
    const members = (await app.json<{ id: number }[]>('GET', '/members')).body;
    await app.json('DELETE', `/members/admin/${members[0]?.id}`, undefined, token);
    app.clock.advance(1000);
    const open = await app.db.selectFrom('events').select('id').where('hasSignup', '=', true).executeTakeFirstOrThrow();
    await ask(app, open.id);
    await app.json('POST', '/articles/admin', anArticle({ title: 'Later', isPublished: true }), token);
    await app.json('PUT', '/settings/admin', { membershipUrl: 'https://union.example/join' }, token);
    expect(await remove()).toBe(true);
    expect(await shown()).toEqual([2, 1, 0]);
    expect((await app.json('GET', '/settings')).body).toMatchObject({ membershipUrl: 'https://union.example/join' });
    expect((await app.json<unknown[]>('GET', '/bin/admin?limit=100', undefined, token)).body).toHaveLength(28);
  });
});
