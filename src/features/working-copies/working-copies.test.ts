import { describe, expect, test } from 'vitest';
import { sweepPictures } from '#features/uploads/uploads.jobs.ts';
import { aMember, anArticle } from '#tests/support/builders.ts';
import { engines } from '#tests/support/database.ts';
import { blackPng } from '#tests/support/png.ts';
import { type TestApp, testApp } from '#tests/support/test-app.ts';
import type { WorkingCopy, WorkingCopyDetail } from './working-copy.schema.ts';
import { mostWorkingCopies } from './working-copy.ts';

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
  return (await app.json<WorkingCopy[]>('GET', path, undefined, token)).body;
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
      { id, kind: 'articles', entityId: null, version: null, title: 'A title', words: 'Bats & farms', at: body.at },
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
    await app.db.deleteFrom('accountChanges').execute();
    expect((await app.json('DELETE', '/admin/administrators/2', undefined, anna)).status).toBe(200);
    expect(await app.db.selectFrom('workingCopies').selectAll().execute()).toEqual([]);
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
