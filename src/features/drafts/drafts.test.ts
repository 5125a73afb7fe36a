import { describe, expect, test } from 'vitest';
import { sweepPictures } from '#features/uploads/uploads.jobs.ts';
import { aMember, anArticle } from '#tests/support/builders.ts';
import { engines } from '#tests/support/database.ts';
import { blackPng } from '#tests/support/png.ts';
import { type TestApp, testApp } from '#tests/support/test-app.ts';
import type { Draft, DraftList } from './draft.schema.ts';
import { purgeOldDrafts } from './drafts.server.ts';

const path = '/drafts/admin';
const idOf = (n: number) => `00000000-0000-4000-8000-00000000000${n}`;
const newForm = `articles-new-${idOf(9)}`;
const text = { title: 'Half a title', description: '', content: '<p>Bats &amp; <b>farms</b></p>' };

function keep(app: TestApp, token: string, change: object = {}, form = newForm) {
  const draft = { version: null, values: text, ...change };
  return app.json<{ at: string; message: string }>('PUT', `${path}/${form}`, draft, token);
}

async function listed(app: TestApp, token: string) {
  return (await app.json<DraftList>('GET', path, undefined, token)).body.map(({ form }) => form);
}

async function found(app: TestApp, token: string, form = newForm) {
  return (await app.json<{ draft: Draft | null }>('GET', `${path}/${form}`, undefined, token)).body.draft;
}

function remove(app: TestApp, token: string, { form = newForm, until = '' } = {}) {
  return app.json('DELETE', `${path}/${form}?until=${until}`, undefined, token);
}

describe.each(engines)('drafts on %s', (engine) => {
  test('what is typed is there on every device of the same person, the newest once, until it is removed', async () => {
    await using app = await testApp({ engine });
    const token = await app.signIn();
    expect(await keep(app, token)).toMatchObject({ status: 200, body: { at: '2026-11-21T12:00:00.000Z' } });
    app.clock.advance(60_000);
    const values = { ...text, title: 'A title' };
    const { at } = (await keep(app, token, { values })).body;
    const list = await app.json<DraftList>('GET', path, undefined, token);
    expect(list.body).toEqual([{ form: newForm, at, by: null, title: 'A title', words: 'Bats & farms' }]);
    expect(await found(app, token)).toEqual({ version: null, values, at, by: null });
    for (const _twice of [1, 2]) expect((await remove(app, token)).status).toBe(200);
    expect([await listed(app, token), await found(app, token)]).toEqual([[], null]);
  });

  test('each new form is a row of its own, and the settings are one', async () => {
    await using app = await testApp({ engine });
    const token = await app.signIn();
    const forms = [newForm, `articles-new-${idOf(8)}`, 'settings', 'guests-7'];
    for (const form of forms) {
      expect((await keep(app, token, { values: { title: form } }, form)).status, form).toBe(200);
      app.clock.advance(1000);
    }
    expect(await listed(app, token)).toEqual(forms.toReversed());
    for (const form of forms) expect(await found(app, token, form)).toMatchObject({ values: { title: form } });
  });

  test('no one reads, changes or removes someone else’s', async () => {
    await using app = await testApp({ engine });
    const [anna, ben] = [await app.signIn(), await app.signIn()];
    await keep(app, anna);
    expect([await listed(app, ben), await found(app, ben)]).toEqual([[], null]);
    await keep(app, ben, { values: { title: 'Mine' } });
    await remove(app, ben);
    expect(await found(app, anna)).toMatchObject({ values: text });
  });

  test('the end of a form does not remove what another tab has written since', async () => {
    await using app = await testApp({ engine });
    const token = await app.signIn();
    const first = (await keep(app, token)).body.at;
    app.clock.advance(1000);
    const second = (await keep(app, token, { values: { title: 'And the last words' } })).body.at;
    expect((await remove(app, token, { until: first })).status).toBe(200);
    expect(await found(app, token)).toMatchObject({ values: { title: 'And the last words' } });
    expect((await remove(app, token, { until: second })).status).toBe(200);
    expect(await found(app, token)).toBeNull();
  });

  test('that of a new item ends when the item is created, and stays when another device has created it', async () => {
    await using app = await testApp({ engine });
    const token = await app.signIn();
    const authorization = `Bearer ${token}`;
    const headers = { 'content-type': 'application/json', authorization, 'idempotency-key': idOf(9) };
    const create = (input: object) =>
      app.request('/api/v1/articles/admin', { method: 'POST', body: JSON.stringify(input), headers });
    await keep(app, token);
    expect((await create({ title: '' })).status).toBe(400);
    expect(await listed(app, token)).toEqual([newForm]);
    const made = await create(anArticle());
    expect([made.status, await listed(app, token)]).toEqual([201, []]);
    await keep(app, token, { values: { title: 'Typed on another device' } });
    const again = await create(anArticle());
    expect(again.headers.get('idempotent-replayed')).toBe('true');
    expect(await listed(app, token)).toEqual([newForm]);
  });

  test('the list of articles says which of them have one', async () => {
    await using app = await testApp({ engine });
    const token = await app.signIn();
    const add = async () =>
      (await app.json<{ id: number }>('POST', '/articles/admin', anArticle({ isPublished: true }), token)).body.id;
    const [id] = [await add(), await add()];
    await keep(app, token, { version: 1 }, `articles-${id}`);
    type Card = { id: number; hasChanges: boolean };
    const { body: cards } = await app.json<Card[]>('GET', '/articles/admin', undefined, token);
    expect(cards.filter(({ hasChanges }) => hasChanges).map((card) => card.id)).toEqual([id]);
  });

  test('a picture that version 0.3.0 kept beside the values is one of them', async () => {
    await using app = await testApp({ engine });
    const token = await app.signIn();
    await keep(app, token);
    const old = { values: { title: 'Bats', imageUrl: null }, picture: 'bat.png', pictureUrl: '/uploads/bat.png' };
    await app.db
      .updateTable('drafts')
      .set({ data: JSON.stringify(old) })
      .execute();
    expect(await found(app, token)).toMatchObject({ values: { title: 'Bats', imageUrl: '/uploads/bat.png' } });
  });

  test('what cannot be kept is refused with a sentence', async () => {
    await using app = await testApp({ engine });
    const token = await app.signIn();
    const refused = [
      { version: 0 },
      { values: 'text' },
      { values: Object.fromEntries(Array.from({ length: 61 }, (_, n) => [`a${n}`, ''])) },
    ];
    for (const change of refused) expect((await keep(app, token, change)).status, JSON.stringify(change)).toBe(400);
    for (const form of ['articles-0', 'articles-x', 'articles-new', 'sessions', 'sessions-1', 'poems-7'])
      expect(await keep(app, token, {}, form), form).toMatchObject({ status: 404, body: { message: 'Not found' } });
    expect(await keep(app, token, {}, 'articles-7')).toMatchObject({
      status: 404,
      body: { message: 'What this draft belongs to was deleted permanently.' },
    });
    const long = await keep(app, token, { values: { content: 'x'.repeat(2 * 1024 * 1024) } });
    expect(long.status).toBe(413);
    expect(await listed(app, token)).toEqual([]);
  });

  test('signs that a database cannot hold are kept', async () => {
    await using app = await testApp({ engine });
    const token = await app.signIn();
    const values = { title: `\u0000${'🦇'.repeat(200)}`, content: '<'.repeat(100_000) };
    expect((await keep(app, token, { values })).status).toBe(200);
    expect((await found(app, token))?.values).toEqual(values);
  });

  test('it goes with the item that is deleted for good, and with the account', async () => {
    await using app = await testApp({ engine });
    const [anna, ben] = [await app.signIn(), await app.signIn()];
    const { body: member } = await app.json<{ id: number }>('POST', '/members/admin', aMember(), anna);
    const form = `members-${member.id}`;
    await keep(app, ben, { version: 1, values: { name: 'Ada', bio: 'Vet' } }, form);
    await app.json('DELETE', `/members/admin/${member.id}`, undefined, anna);
    expect(await listed(app, ben)).toEqual([form]);
    const read = async () => (await app.json<object>('GET', `${path}/${form}`, undefined, ben)).body;
    expect(await read()).toMatchObject({ draft: { values: { name: 'Ada' } } });
    await app.json('DELETE', `/bin/admin/members/${member.id}`, undefined, anna);
    expect(await listed(app, ben)).toEqual([]);
    expect(await read()).toEqual({ draft: null });
    await keep(app, ben);
    await app.db.updateTable('administrators').set({ isActive: false }).where('username', '=', 'editor2').execute();
    expect((await app.json('DELETE', '/admin/administrators/2', undefined, anna)).status).toBe(200);
    expect(await app.db.selectFrom('drafts').selectAll().execute()).toEqual([]);
  });

  test('of a deactivated account it stays, where no one reads it; untouched for a year it is forgotten', async () => {
    await using app = await testApp({ engine });
    const [anna, ben] = [await app.signIn(), await app.signIn()];
    await keep(app, ben);
    expect((await app.json('POST', '/admin/administrators/2/deactivate', undefined, anna)).status).toBe(200);
    expect([await listed(app, anna), (await app.json('GET', path, undefined, ben)).status]).toEqual([[], 401]);
    const count = async () => (await app.db.selectFrom('drafts').select('form').execute()).length;
    const day = 86_400_000;
    for (const [days, left] of [
      [365, 1],
      [366, 0],
    ] as const) {
      await purgeOldDrafts(app.db, new Date(app.clock.now().getTime() + days * day));
      expect(await count()).toBe(left);
    }
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
    await keep(app, token, { values: { ...values, imageUrl: chosen } });
    app.clock.advance(8 * 86_400_000);
    await sweepPictures(app.context);
    const left = await app.db.selectFrom('uploads').select('url').orderBy('id').execute();
    expect(left.map(({ url }) => url)).toEqual([inText, chosen]);
    expect(left).not.toContainEqual({ url: unused });
  });

  test('it is told to anyone who asks what is kept of them', async () => {
    await using app = await testApp({ engine });
    const token = await app.signIn();
    const { body } = await app.json<{ id: number }>('POST', '/articles/admin', anArticle(), token);
    await keep(app, token, { version: 1 }, `articles-${body.id}`);
    const person = await app.json('POST', '/people/admin/read', { email: 'editor1@society.example' }, token);
    expect(person.body).toMatchObject({
      administrator: { unsaved: [{ form: `articles-${body.id}`, values: text }] },
    });
  });
});
