import { describe, expect, test } from 'vitest';
import { sweepPictures } from '#features/uploads/uploads.jobs.ts';
import { aMember, anArticle } from '#tests/support/builders.ts';
import { engines } from '#tests/support/database.ts';
import { blackPng } from '#tests/support/png.ts';
import { type TestApp, testApp } from '#tests/support/test-app.ts';
import { purgeEndedCopies } from './working-copies.server.ts';
import type { WorkingCopyDetail, WorkingCopyList } from './working-copy.schema.ts';
import { endedKeptDays, mostHeld, mostWorkingCopies } from './working-copy.ts';

const path = '/working-copies/admin';
const id = '00000000-0000-4000-8000-000000000001';
const text = { title: 'Half a title', description: '', content: '<p>Bats &amp; <b>farms</b></p>' };
const aCopy = (change: object = {}) => ({
  ...{ kind: 'articles', entityId: null, version: null, values: text, picture: null, pictureUrl: null },
  ...change,
});

function keep(app: TestApp, token: string, change: object = {}, key = id) {
  return app.json<{ at: string; message: string }>('PUT', `${path}/${key}`, aCopy(change), token);
}

async function listed(app: TestApp, token: string) {
  return (await app.json<WorkingCopyList>('GET', path, undefined, token)).body.copies;
}

describe.each(engines)('working copies on %s', (engine) => {
  test('what is typed is there on every device of the same person, the newest once, until it is removed', async () => {
    await using app = await testApp({ engine });
    const token = await app.signIn();
    const first = await keep(app, token);
    expect(first).toMatchObject({ status: 200, body: { at: '2026-11-21T12:00:00.000Z' } });
    app.clock.advance(60_000);
    const { body } = await keep(app, token, { values: { ...text, title: 'A title' } });
    expect(await listed(app, token)).toEqual([
      {
        id,
        kind: 'articles',
        entityId: null,
        version: null,
        title: 'A title',
        words: 'Bats & farms',
        at: body.at,
        stamp: null,
      },
    ]);
    const whole = await app.json<WorkingCopyDetail>('GET', `${path}/${id}`, undefined, token);
    expect(whole.body).toMatchObject({ values: { ...text, title: 'A title' }, pictureUrl: null });
    for (const _twice of [1, 2]) expect((await app.json('DELETE', `${path}/${id}`, undefined, token)).status).toBe(200);
    expect(await listed(app, token)).toEqual([]);
    expect((await app.json('GET', `${path}/${id}`, undefined, token)).status).toBe(404);
  });

  test('nobody reads, changes or removes somebody else’s, even under the same id', async () => {
    await using app = await testApp({ engine });
    const [anna, ben] = [await app.signIn(), await app.signIn()];
    await keep(app, anna);
    expect(await listed(app, ben)).toEqual([]);
    expect((await app.json('GET', `${path}/${id}`, undefined, ben)).status).toBe(404);
    await keep(app, ben, { values: { title: 'Mine' } });
    await app.json('DELETE', `${path}/${id}`, undefined, ben);
    expect((await listed(app, anna)).map(({ title }) => title)).toEqual(['Half a title']);
  });

  test('what another device has written is neither overwritten nor removed by one that does not know it', async () => {
    await using app = await testApp({ engine });
    const token = await app.signIn();
    const stampAt = (minute: number) => `2026-11-21T09:0${minute}:00.000Z`;
    const put = (minute: number, ...follows: string[]) =>
      keep(app, token, { values: { title: `At ${minute}` }, stamp: stampAt(minute), follows });
    const remove = (...follows: string[]) =>
      app.json('DELETE', `${path}/${id}?follows=${follows.join(',')}`, undefined, token);
    const titles = async () => (await listed(app, token)).map(({ title }) => title);
    expect((await put(1)).status).toBe(200);
    expect((await put(2, stampAt(1), stampAt(2))).status).toBe(200);
    // The answer was lost.
    expect((await put(2, stampAt(1), stampAt(2))).status).toBe(200);
    const refused = {
      status: 409,
      body: { message: 'Another device has gone on with this text: what it kept stays.' },
    };
    expect(await put(3, stampAt(1))).toMatchObject(refused);
    expect(await remove(stampAt(1), stampAt(3))).toMatchObject(refused);
    expect(await remove()).toMatchObject(refused);
    expect(await titles()).toEqual(['At 2']);
    const both = await Promise.all([put(4, stampAt(2)), put(5, stampAt(2))]);
    expect(both.map(({ status }) => status).sort((a, b) => a - b)).toEqual([200, 409]);
    for (const _twice of [1, 2]) expect((await remove(stampAt(4), stampAt(5))).status).toBe(200);
    expect(await titles()).toEqual([]);
  });

  test('what cannot be kept is refused with a sentence', async () => {
    await using app = await testApp({ engine });
    const token = await app.signIn();
    const refused = [
      { kind: 'settings' },
      { entityId: 0 },
      { values: 'text' },
      { values: Object.fromEntries(Array.from({ length: 61 }, (_, n) => [`a${n}`, ''])) },
      { pictureUrl: 'javascript:alert(1)' },
      { picture: 'x'.repeat(301) },
      { stamp: 'yesterday' },
      { follows: Array.from({ length: 51 }, () => '2026-11-21T09:00:00.000Z') },
    ];
    for (const change of refused) expect((await keep(app, token, change)).status, JSON.stringify(change)).toBe(400);
    expect((await keep(app, token, {}, 'no-uuid')).status).toBe(404);
    expect(await keep(app, token, { entityId: 7 })).toMatchObject({
      status: 404,
      body: { message: 'What this text belongs to was deleted for good.' },
    });
    const long = await keep(app, token, { values: { content: 'x'.repeat(2 * 1024 * 1024) } });
    expect(long.status).toBe(413);
    expect(await listed(app, token)).toEqual([]);
  });

  test('signs that a database cannot hold, and titles of any length, are kept', async () => {
    await using app = await testApp({ engine });
    const token = await app.signIn();
    const values = { title: `\u0000${'🦇'.repeat(200)}`, content: '<'.repeat(100_000) };
    expect((await keep(app, token, { values })).status).toBe(200);
    const { body } = await app.json<WorkingCopyDetail>('GET', `${path}/${id}`, undefined, token);
    expect(body.values).toEqual(values);
    expect(body.title.length).toBeLessThanOrEqual(160);
  });

  test('there are so many of one person and no more, and one that is there can still change', async () => {
    await using app = await testApp({ engine });
    const token = await app.signIn();
    const keyOf = (n: number) => id.replace(/1$/, '').slice(0, 32) + String(n).padStart(4, '0');
    for (let n = 0; n < mostWorkingCopies; n += 1) expect((await keep(app, token, {}, keyOf(n))).status).toBe(200);
    const refused = await keep(app, token, {}, keyOf(9999));
    expect(refused).toMatchObject({ status: 400, body: { message: expect.stringContaining('Save or discard some') } });
    expect((await keep(app, token, { values: { title: 'Changed' } }, keyOf(3))).status).toBe(200);
    expect((await keep(app, await app.signIn(), {}, keyOf(9999))).status).toBe(200);
  });

  test('it goes with the item that is deleted for good, and with the account', async () => {
    await using app = await testApp({ engine });
    const [anna, ben] = [await app.signIn(), await app.signIn()];
    const { body: member } = await app.json<{ id: number }>('POST', '/members/admin', aMember(), anna);
    await keep(app, ben, { kind: 'members', entityId: member.id, version: 1, values: { name: 'Ada', bio: 'Vet' } });
    await app.json('DELETE', `/members/admin/${member.id}`, undefined, anna);
    expect((await listed(app, ben)).map(({ title, words }) => ({ title, words }))).toEqual([
      { title: 'Ada', words: 'Vet' },
    ]);
    await app.json('DELETE', `/bin/admin/members/${member.id}`, undefined, anna);
    expect(await listed(app, ben)).toEqual([]);
    await keep(app, ben);
    await app.db.updateTable('administrators').set({ isActive: false }).where('username', '=', 'editor2').execute();
    expect((await app.json('DELETE', '/admin/administrators/2', undefined, anna)).status).toBe(200);
    expect(await app.db.selectFrom('workingCopies').selectAll().execute()).toEqual([]);
    expect(await app.db.selectFrom('endedCopies').selectAll().execute()).toEqual([]);
  });

  test('the list says which texts of a browser have ended and when, to their writer alone', async () => {
    await using app = await testApp({ engine });
    const [anna, ben] = [await app.signIn(), await app.signIn()];
    const [saved, lost, deleted] = [id, id.replace(/1$/, '2'), id.replace(/1$/, '3')];
    const ended = async (token: string, held = [saved, lost, deleted].join()) =>
      (await app.json<WorkingCopyList>('GET', `${path}?held=${held}`, undefined, token)).body.ended;
    const { body: member } = await app.json<{ id: number }>('POST', '/members/admin', aMember(), anna);
    await keep(app, anna, {}, saved);
    await keep(app, anna, { kind: 'members', entityId: member.id, version: 1 }, deleted);
    expect(await ended(anna)).toEqual([]);
    await app.json('DELETE', `${path}/${saved}`, undefined, anna);
    await app.json('DELETE', `/members/admin/${member.id}`, undefined, anna);
    await app.json('DELETE', `/bin/admin/members/${member.id}`, undefined, anna);
    const at = app.clock.now().toISOString();
    const both = [
      { id: saved, at, stamps: [] },
      { id: deleted, at, stamps: [] },
    ];
    expect(await ended(anna)).toEqual(both);
    expect(await ended(anna, lost)).toEqual([]);
    expect(await ended(ben)).toEqual([]);
    expect((await app.json<WorkingCopyList>('GET', path, undefined, anna)).body.ended).toEqual([]);

    // One that an older database has lost, and one that ends a second time.
    app.clock.advance(60_000);
    await app.json('DELETE', `${path}/${lost}?follows=`, undefined, anna);
    const [before, last] = ['2026-11-21T09:01:00.000Z', '2026-11-21T09:02:00.000Z'];
    await keep(app, anna, { stamp: last }, saved);
    await app.json('DELETE', `${path}/${saved}?follows=${before},${last}`, undefined, anna);
    const later = app.clock.now().toISOString();
    expect(await ended(anna)).toEqual([
      { id: saved, at: later, stamps: [before, last] },
      { id: lost, at: later, stamps: [] },
      { id: deleted, at, stamps: [] },
    ]);
    app.clock.advance(endedKeptDays * 86_400_000 - 1000);
    await purgeEndedCopies(app.db, app.clock.now());
    const left = await app.db.selectFrom('endedCopies').select('id').orderBy('id').execute();
    expect(left).toEqual([{ id: saved }, { id: lost }]);
  });

  test('what another device has gone on with has not ended; and no list asks for more than a browser has', async () => {
    await using app = await testApp({ engine });
    const token = await app.signIn();
    await keep(app, token, { stamp: '2026-11-21T09:01:00.000Z' });
    expect((await app.json('DELETE', `${path}/${id}?follows=2026`, undefined, token)).status).toBe(409);
    expect(await app.db.selectFrom('endedCopies').selectAll().execute()).toEqual([]);
    for (const held of [
      'x',
      `${id},`,
      `${id},1`,
      Array(mostHeld + 1)
        .fill(id)
        .join(),
    ])
      expect((await app.json('GET', `${path}?held=${held}`, undefined, token)).status, held).toBe(400);
    const most = Array(mostHeld).fill(id).join();
    expect((await app.json('GET', `${path}?held=${most}`, undefined, token)).status).toBe(200);
  });

  test('its pictures stay as long as it does', async () => {
    await using app = await testApp({ engine });
    const token = await app.signIn();
    const upload = async () => {
      const form = new FormData();
      form.append('file', new File([new Uint8Array(blackPng(8, 8))], 'bat.png', { type: 'image/png' }));
      const init = { method: 'POST', body: form, headers: { authorization: `Bearer ${token}` } };
      const response = await app.request('/api/v1/uploads/articles', init);
      return ((await response.json()) as { imageUrl: string }).imageUrl;
    };
    const [inText, chosen, unused] = [await upload(), await upload(), await upload()];
    const values = { ...text, content: `<p><img src="${inText}"></p>` };
    await keep(app, token, { values, picture: 'bat.png', pictureUrl: chosen });
    app.clock.advance(8 * 86_400_000);
    await sweepPictures(app.context);
    const left = await app.db.selectFrom('uploads').select('url').orderBy('id').execute();
    expect(left.map(({ url }) => url)).toEqual([inText, chosen]);
    expect(left).not.toContainEqual({ url: unused });
  });

  test('it is told to whoever asks what is kept of them', async () => {
    await using app = await testApp({ engine });
    const token = await app.signIn();
    const { body } = await app.json<{ id: number }>('POST', '/articles/admin', anArticle(), token);
    await keep(app, token, { entityId: body.id, version: 1 });
    const person = await app.json('POST', '/people/admin/read', { email: 'editor1@society.example' }, token);
    expect(person.body).toMatchObject({
      administrator: { unsaved: [{ kind: 'articles', entityId: body.id, values: text }] },
    });
  });
});
