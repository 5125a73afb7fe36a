import { describe, expect, test } from 'vitest';
import { engines } from '#tests/support/database.ts';
import { testApp } from '#tests/support/test-app.ts';
import type { Revision, RevisionDetail } from './revision.schema.ts';

const path = '/settings/admin';

describe.each(engines)('revisions of the settings on %s', (engine) => {
  test('the state before the first save is kept too, and can be restored', async () => {
    await using app = await testApp({ engine });
    const [anna, ben] = [await app.signIn(), await app.signIn()];
    const original = (await app.json('GET', path, undefined, anna)).body;
    await app.json('PUT', path, { heroTitle: 'Hello' }, anna);
    app.clock.advance(60_000);
    await app.json('PUT', path, { heroTitle: 'Hello', aboutText: 'About us' }, ben);
    const kept = (await app.json<Revision[]>('GET', `${path}/0/revisions`, undefined, anna)).body;
    expect(kept.map(({ by, version, summary }) => ({ by, version, summary }))).toEqual([
      { by: 'editor2', version: 3, summary: 'About text changed' },
      { by: 'editor1', version: 2, summary: 'Title changed' },
      { by: null, version: 1, summary: 'As it was before' },
    ]);
    const first = `${path}/0/revisions/${kept[2]?.id}`;
    const { data } = (await app.json<RevisionDetail>('GET', first, undefined, anna)).body;
    expect(original).toMatchObject(data);
    const back = await app.json('POST', first, undefined, anna);
    expect(back).toMatchObject({ status: 200, body: { ...data, version: 4, savedBy: 'editor1' } });
  });

  test('if two administrators save at once, the second is told who was first', async () => {
    await using app = await testApp({ engine });
    const [anna, ben] = [await app.signIn(), await app.signIn()];
    await app.json('PUT', path, { heroTitle: 'Hello', version: 1 }, anna);
    expect(await app.json('PUT', path, { heroTitle: 'Hi', version: 1 }, ben)).toMatchObject({
      status: 409,
      body: {
        message: 'editor1 saved the settings at the same time as you.',
        conflict: { by: 'editor1', at: '2026-11-21T12:00:00.000Z', version: 2 },
      },
    });
  });
});
