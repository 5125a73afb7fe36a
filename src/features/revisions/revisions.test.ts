import { describe, expect, test } from 'vitest';
import { aMember, anArticle, anEvent } from '#tests/support/builders.ts';
import { engines } from '#tests/support/database.ts';
import { type TestApp, testApp } from '#tests/support/test-app.ts';
import type { Revision, RevisionDetail } from './revision.schema.ts';

type Saved = { id: number; version: number } & Record<string, unknown>;

const kinds = [
  ['articles', anArticle(), { title: 'Changed' }, 'Title changed'],
  ['events', anEvent(), { location: 'Elsewhere' }, 'Location changed'],
  ['members', aMember(), { bio: 'Changed', sortOrder: 3 }, 'Bio and order changed'],
] as const;

async function revisionsOf(app: TestApp, path: string, token: string): Promise<Revision[]> {
  return (await app.json<Revision[]>('GET', `${path}/revisions`, undefined, token)).body;
}

describe.each(engines)('revisions on %s', (engine) => {
  test.each(kinds)('every save of %s is kept and can be brought back', async (kind, input, change, summary) => {
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
    const back = await app.json<Saved>('POST', `${path}/revisions/${kept[1]?.id}/restore`, undefined, anna);
    expect(back).toMatchObject({ status: 200, body: { ...first.body.data, version: 4, updatedBy: 'editor1' } });
    expect((await revisionsOf(app, path, anna))[0]).toMatchObject({ by: 'editor1', version: 4, summary });
  });
});
