import { describe, expect, test } from 'vitest';
import { kinds } from '#app/kinds.ts';
import { listRevisionFields } from '#features/items/kind.ts';
import { settingFields } from '#features/settings/saving.server.ts';
import { aMember, anArticle, anEvent } from '#tests/support/builders.ts';
import { engines } from '#tests/support/database.ts';
import { type TestApp, testApp } from '#tests/support/test-app.ts';
import type { Revision, RevisionDetail } from './revision.schema.ts';
import { changeSummary } from './revision.ts';
import { purgeRevisions } from './revisions.jobs.ts';
import { recordRevision } from './revisions.server.ts';

type Saved = { id: number; version: number } & Record<string, unknown>;

const examples = [
  ['articles', anArticle(), { title: 'Changed' }, 'Title changed'],
  ['events', anEvent(), { location: 'Elsewhere' }, 'Location changed'],
  ['members', aMember(), { bio: 'Changed', sortOrder: 3 }, 'Bio and order changed'],
] as const;

async function revisionsOf(app: TestApp, path: string, token: string): Promise<Revision[]> {
  return (await app.json<Revision[]>('GET', `${path}/revisions`, undefined, token)).body;
}

describe.each(engines)('revisions on %s', (engine) => {
  test.each(examples)('every save of %s is kept and can be brought back', async (kind, input, change, summary) => {
    await using app = await testApp({ engine });
    const [anna, ben] = [await app.signIn(), await app.signIn()];
    const made = (await app.json<Saved>('POST', `/${kind}/admin`, input, anna)).body;
    const path = `/${kind}/admin/${made.id}`;
    app.clock.advance(60_000);
    await app.json('PUT', path, change, ben);
    await app.json('PUT', path, change, ben);
    const kept = await revisionsOf(app, path, anna);
    expect(kept).toEqual([
      { id: expect.any(Number), at: '2026-11-21T12:01:00.000Z', by: 'editor2', version: 2, summary },
      { id: expect.any(Number), at: '2026-11-21T12:00:00.000Z', by: 'editor1', version: 1, summary: 'First version' },
    ]);
    const first = await app.json<RevisionDetail>('GET', `${path}/revisions/${kept[1]?.id}`, undefined, anna);
    expect(first.body).toMatchObject({ by: 'editor1', version: 1 });
    for (const [field, value] of Object.entries(first.body.data)) expect(value).toEqual(made[field]);
    const back = await app.json<Saved>('POST', `${path}/revisions/${kept[1]?.id}`, undefined, anna);
    expect(back).toMatchObject({ status: 200, body: { ...first.body.data, version: 4, updatedBy: 'editor1' } });
    expect((await revisionsOf(app, path, anna))[0]).toMatchObject({ by: 'editor1', version: 4, summary });
  });

  test('a field that versions from before an upgrade do not have counts as empty', async () => {
    await using app = await testApp({ engine });
    const token = await app.signIn();
    const made = (await app.json<Saved>('POST', '/members/admin', aMember(), token)).body;
    const { data } = await app.db.selectFrom('revisions').select('data').executeTakeFirstOrThrow();
    const { imageFocalX: _x, imageFocalY: _y, ...known } = JSON.parse(data) as Record<string, unknown>;
    await app.db
      .updateTable('revisions')
      .set({ data: JSON.stringify(known) })
      .execute();
    const path = `/members/admin/${made.id}`;
    await app.json('PUT', path, aMember(), token);
    expect(await revisionsOf(app, path, token)).toHaveLength(1);
    await app.json('PUT', path, { position: 'Chair' }, token);
    expect((await revisionsOf(app, path, token))[0]).toMatchObject({ summary: 'Position changed' });
  });

  test.each(examples)(
    'the first save of %s without a version keeps the earlier state as one',
    async (kind, input, change, summary) => {
      await using app = await testApp({ engine });
      const token = await app.signIn();
      const made = (await app.json<Saved>('POST', `/${kind}/admin`, input, token)).body;
      await app.db.deleteFrom('revisions').execute();
      app.clock.advance(60_000);
      const path = `/${kind}/admin/${made.id}`;
      await app.json('PUT', path, change, await app.signIn());
      const [later, earlier] = await revisionsOf(app, path, token);
      expect(later).toMatchObject({ by: 'editor2', version: 2, summary });
      expect(earlier).toMatchObject({ by: 'editor1', at: made.updatedAt, version: 1, summary: 'As it was before' });
      const { body } = await app.json<RevisionDetail>('GET', `${path}/revisions/${earlier?.id}`, undefined, token);
      expect(made).toMatchObject(body.data);
      expect(Object.keys(body.data).length).toBeGreaterThan(4);
    },
  );

  test('restoring a version neither publishes nor unpublishes, and mails no one', async () => {
    await using app = await testApp({ engine });
    const token = await app.signIn();
    for (const isPublished of [true, false]) {
      const first = anArticle({ title: 'First', isPublished: !isPublished });
      const { id } = (await app.json<Saved>('POST', '/articles/admin', first, token)).body;
      const path = `/articles/admin/${id}`;
      const saved = await app.json<Saved>('PUT', path, { title: 'Second', isPublished }, token);
      const [, oldest] = await revisionsOf(app, path, token);
      app.clock.advance(60_000);
      const back = await app.json('POST', `${path}/revisions/${oldest?.id}`, undefined, token);
      expect(back.body).toMatchObject({ title: 'First', isPublished, publishedAt: saved.body.publishedAt });
    }
    expect(await app.db.selectFrom('mails').where('issueId', 'is not', null).selectAll().execute()).toEqual([]);
    const reverts = app.db.selectFrom('audit').selectAll().where('action', '=', 'article.revert');
    expect(await reverts.execute()).toHaveLength(2);
  });

  test('the state from before revisions existed is kept with the next save', async () => {
    await using app = await testApp({ engine });
    const token = await app.signIn();
    const { id } = (await app.json<Saved>('POST', '/events/admin', anEvent(), token)).body;
    const path = `/events/admin/${id}`;
    await app.db.deleteFrom('revisions').execute();
    await app.db.updateTable('events').set({ updatedBy: null }).execute();
    app.clock.advance(60_000);
    await app.json('PUT', path, { title: 'Changed' }, token);
    expect(await revisionsOf(app, path, token)).toMatchObject([
      { by: 'editor1', version: 2, summary: 'Title changed', at: '2026-11-21T12:01:00.000Z' },
      { by: null, version: 1, summary: 'As it was before', at: '2026-11-21T12:00:00.000Z' },
    ]);
  });

  test('a picture is part of a version, and publishing adds none', async () => {
    await using app = await testApp({ engine });
    const token = await app.signIn();
    const { id } = (await app.json<Saved>('POST', '/articles/admin', anArticle(), token)).body;
    const path = `/articles/admin/${id}`;
    await app.json('PUT', `${path}/image`, { imageUrl: '/uploads/articles/a.jpg' }, token);
    await app.json('POST', `/articles/admin/publish/${id}`, undefined, token);
    expect((await revisionsOf(app, path, token)).map(({ summary }) => summary)).toEqual([
      'Picture changed',
      'First version',
    ]);
  });

  test('the list has pages; versions of another item or of a binned one are not found', async () => {
    await using app = await testApp({ engine });
    const token = await app.signIn();
    const { id } = (await app.json<Saved>('POST', '/members/admin', aMember(), token)).body;
    const other = (await app.json<Saved>('POST', '/members/admin', aMember(), token)).body;
    const path = `/members/admin/${id}`;
    for (const bio of ['1', '2']) await app.json('PUT', path, { bio }, token);
    const first = await app.json<Revision[]>('GET', `${path}/revisions?limit=2`, undefined, token);
    expect([first.body.map(({ version }) => version), first.headers.get('x-total-count')]).toEqual([[3, 2], '3']);
    const cursor = encodeURIComponent(first.headers.get('x-next-cursor') ?? '');
    const rest = await app.json<Revision[]>('GET', `${path}/revisions?limit=2&cursor=${cursor}`, undefined, token);
    expect([rest.body.map(({ version }) => version), rest.headers.get('x-next-cursor')]).toEqual([[1], null]);

    const revision = `revisions/${first.body[0]?.id}`;
    const statusOf = async (method: string, at: string) => (await app.json(method, at, undefined, token)).status;
    expect(await statusOf('GET', `/members/admin/${other.id}/${revision}`)).toBe(404);
    expect(await statusOf('POST', `/members/admin/${other.id}/${revision}`)).toBe(404);
    expect(await statusOf('GET', `/events/admin/${id}/${revision}`)).toBe(404);
    expect(await statusOf('GET', `${path}/revisions/x`)).toBe(404);
    await app.json('DELETE', path, undefined, token);
    for (const at of ['', `/${first.body[0]?.id}`]) expect(await statusOf('GET', `${path}/revisions${at}`)).toBe(404);
    expect(await statusOf('POST', `${path}/${revision}`)).toBe(404);
  });

  test('versions of one year and the latest 50 are kept', async () => {
    await using app = await testApp({ engine });
    const keep = (entityId: number, number: number) =>
      recordRevision(app.db, {
        kind: 'articles',
        entityId,
        administratorId: null,
        at: app.clock.now(),
        fields: [],
        data: { title: `Title ${number}`, content: `Text ${number}` },
      });
    for (let number = 0; number < 53; number++) await keep(1, number);
    await keep(2, 0);
    const left = async () => {
      await purgeRevisions(app.db, app.clock.now());
      const revisions = await app.db.selectFrom('revisions').select('version').orderBy('id').execute();
      return [revisions.length, revisions[0]?.version];
    };
    expect(await left()).toEqual([54, 1]);
    app.clock.advance(365 * 86_400_000);
    expect(await left()).toEqual([54, 1]);
    app.clock.advance(1);
    expect(await left()).toEqual([51, 4]);
  });
});

test.each([
  [{ a: 1 }, { a: 2 }, 'A changed'],
  [
    { title: 'x', content: 'y' },
    { title: 'z', content: 'w', imageAlt: 'a' },
    'Title, content and image description changed',
  ],
  [{ timeZone: 'x', isActive: true }, { timeZone: 'y', isActive: false }, 'Time zone and active changed'],
  [
    { heroTagline: 'x', membershipUrl: 'a' },
    { heroTagline: 'y', membershipUrl: 'b' },
    'Tagline and membership form changed',
  ],
])('from %j to %j is told as "%s"', (before, after, summary) => {
  const fields = [...kinds.flatMap((kind) => listRevisionFields(kind)), ...settingFields];
  expect(changeSummary(before, after, fields)).toBe(summary);
});
