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
const text = { title: 'Half a title', description: '', content: '<p>Bats &amp; <b>farms</b></p>' };
const aDraft = (change: object = {}) => ({
  id: idOf(1),
  key: idOf(9),
  over: null,
  version: null,
  values: text,
  picture: null,
  pictureUrl: null,
  ...change,
});

function keep(app: TestApp, token: string, change: object = {}, form = 'articles-new') {
  return app.json<{ at: string; message: string }>('PUT', `${path}/${form}`, aDraft(change), token);
}

async function listed(app: TestApp, token: string) {
  return (await app.json<DraftList>('GET', path, undefined, token)).body.drafts.map(({ form }) => form);
}

async function found(app: TestApp, token: string, form = 'articles-new') {
  return (await app.json<{ draft: Draft | null }>('GET', `${path}/${form}`, undefined, token)).body.draft;
}

function remove(app: TestApp, token: string, id: string, form = 'articles-new') {
  return app.json('DELETE', `${path}/${form}?id=${id}`, undefined, token);
}

describe.each(engines)('drafts on %s', (engine) => {
  test('what is typed is there on every device of the same person, the newest once, until it is removed', async () => {
    await using app = await testApp({ engine });
    const token = await app.signIn();
    expect(await keep(app, token)).toMatchObject({ status: 200, body: { at: '2026-11-21T12:00:00.000Z' } });
    app.clock.advance(60_000);
    const values = { ...text, title: 'A title' };
    const { body } = await keep(app, token, { values });
    const list = await app.json<DraftList>('GET', path, undefined, token);
    expect(list.body.drafts).toEqual([{ form: 'articles-new', id: idOf(1), key: idOf(9), at: body.at }]);
    expect(await found(app, token)).toEqual({
      id: idOf(1),
      key: idOf(9),
      version: null,
      values,
      at: body.at,
      picture: null,
      pictureUrl: null,
    });
    for (const _twice of [1, 2]) expect((await remove(app, token, idOf(1))).status).toBe(200);
    expect([await listed(app, token), await found(app, token)]).toEqual([[], null]);
  });

  test('no one reads, changes or removes someone else’s', async () => {
    await using app = await testApp({ engine });
    const [anna, ben] = [await app.signIn(), await app.signIn()];
    await keep(app, anna);
    expect([await listed(app, ben), await found(app, ben)]).toEqual([[], null]);
    await keep(app, ben, { values: { title: 'Mine' } });
    await remove(app, ben, idOf(1));
    expect(await found(app, anna)).toMatchObject({ values: text });
  });

  test('what another form has written is neither replaced nor removed by one that has not taken it up', async () => {
    await using app = await testApp({ engine });
    const token = await app.signIn();
    const put = (n: number, over: number | null = null) =>
      keep(app, token, { id: idOf(n), over: over && idOf(over), values: { title: `By ${n}` } });
    expect((await put(1)).status).toBe(200);
    const refused = { status: 409, body: { message: 'There is another draft of this: it stays.' } };
    expect(await put(2)).toMatchObject(refused);
    expect(await put(2, 3)).toMatchObject(refused);
    await remove(app, token, idOf(2));
    expect(await found(app, token)).toMatchObject({ values: { title: 'By 1' } });
    // Twice: the first answer was lost.
    for (const _twice of [1, 2]) expect((await put(2, 1)).status).toBe(200);
    expect((await put(2)).status).toBe(200);
    expect(await put(1)).toMatchObject(refused);
    const both = await Promise.all([put(3, 2), put(4, 2)]);
    expect(both.map(({ status }) => status).sort((a, b) => a - b)).toEqual([200, 409]);
  });

  test('what another device has written since a form took it up is not replaced', async () => {
    await using app = await testApp({ engine });
    const token = await app.signIn();
    const { body: first } = await keep(app, token);
    app.clock.advance(1000);
    const { body: second } = await keep(app, token, { values: { title: 'And the last words' } });
    const over = { id: idOf(2), over: idOf(1), values: { title: 'Taken up' } };
    expect((await keep(app, token, { ...over, overAt: first.at })).status).toBe(409);
    expect(await found(app, token)).toMatchObject({ values: { title: 'And the last words' } });
    for (const _twice of [1, 2]) expect((await keep(app, token, { ...over, overAt: second.at })).status).toBe(200);
    expect(await found(app, token)).toMatchObject({ values: { title: 'Taken up' } });
  });

  test('one that was written on since another device discarded it stays', async () => {
    await using app = await testApp({ engine });
    const token = await app.signIn();
    const { body: first } = await keep(app, token);
    app.clock.advance(1000);
    const { body: second } = await keep(app, token, { values: { title: 'And the last words' } });
    const until = (at: string) => `${path}/articles-new?id=${idOf(1)}&until=${at}`;
    expect((await app.json('DELETE', until(first.at), undefined, token)).status).toBe(200);
    expect(await found(app, token)).toMatchObject({ values: { title: 'And the last words' } });
    expect((await app.json('DELETE', until(second.at), undefined, token)).status).toBe(200);
    expect(await found(app, token)).toBeNull();
  });

  test('one that goes on under the name of its item stays when its first name is removed', async () => {
    await using app = await testApp({ engine });
    const token = await app.signIn();
    const { body: member } = await app.json<{ id: number }>('POST', '/members/admin', aMember(), token);
    const form = `members-${member.id}`;
    await keep(app, token, { version: 1 }, form);
    expect((await remove(app, token, idOf(1), 'members-new')).status).toBe(200);
    expect(await listed(app, token)).toEqual([form]);
  });

  test('it ends with the save of its form, and with no other', async () => {
    await using app = await testApp({ engine });
    const token = await app.signIn();
    await keep(app, token);
    const save = async (method: string, address: string, input: object, draft?: string) => {
      const headers = { 'content-type': 'application/json', authorization: `Bearer ${token}` };
      const given = { ...headers, ...(draft && { 'draft-id': draft }) };
      const init = { method, headers: given, body: JSON.stringify(input) };
      const response = await app.request(`/api/v1${address}`, init);
      return { status: response.status, body: (await response.json()) as { id: number } };
    };
    await save('POST', '/articles/admin', anArticle());
    expect((await save('POST', '/articles/admin', { title: '' }, idOf(1))).status).toBe(400);
    expect(await listed(app, token)).toEqual(['articles-new']);
    const { body } = await save('POST', '/articles/admin', anArticle({ isPublished: true }), idOf(1));
    expect(await listed(app, token)).toEqual([]);

    const form = `articles-${body.id}`;
    await keep(app, token, { version: 1 }, form);
    const marked = async () => {
      const { body: cards } = await app.json<{ id: number; hasChanges: boolean }[]>(
        ...(['GET', '/articles/admin', undefined, token] as const),
      );
      return cards.filter(({ hasChanges }) => hasChanges).map(({ id }) => id);
    };
    expect(await marked()).toEqual([body.id]);
    expect((await save('PUT', `/articles/admin/${body.id}`, { title: 'Another' })).status).toBe(200);
    const stale = { title: 'Stale', version: 1 };
    expect((await save('PUT', `/articles/admin/${body.id}`, stale, idOf(1))).status).toBe(409);
    expect(await listed(app, token)).toEqual([form]);
    const live = { title: 'Live', isPublished: true };
    expect((await save('PUT', `/articles/admin/${body.id}`, live, idOf(1))).status).toBe(200);
    expect([await listed(app, token), await marked()]).toEqual([[], []]);
  });

  test('it stays when another device creates its item at the same moment: nothing of it is saved', async () => {
    await using app = await testApp({ engine });
    const token = await app.signIn();
    await keep(app, token, { id: idOf(2) });
    const headers = {
      'content-type': 'application/json',
      authorization: `Bearer ${token}`,
      'idempotency-key': idOf(9),
    };
    const create = (draft: number) => {
      const body = JSON.stringify(anArticle({ title: `By ${draft}` }));
      const init = { method: 'POST', body, headers: { ...headers, 'draft-id': idOf(draft) } };
      return app.request('/api/v1/articles/admin', init);
    };
    const both = await Promise.all([create(1), create(2)]);
    expect(both.map((one) => [one.status, one.headers.get('idempotent-replayed')])).toEqual([
      [201, null],
      [201, 'true'],
    ]);
    expect(await listed(app, token)).toEqual(['articles-new']);
  });

  test('where a picture follows the save, it ends with the call that puts the picture into its place', async () => {
    await using app = await testApp({ engine });
    const token = await app.signIn();
    const headers = { 'content-type': 'application/json', authorization: `Bearer ${token}` };
    const { body: member } = await app.json<{ id: number }>('POST', '/members/admin', aMember(), token);
    for (const form of ['members-new', `members-${member.id}`]) {
      await keep(app, token, { picture: 'bat.png', pictureUrl: 'https://pictures.example/bat.png' }, form);
      await app.json('PUT', `/members/admin/${member.id}`, { bio: 'Vet' }, token);
      expect(await listed(app, token)).toEqual([form]);
      const body = JSON.stringify({ imageUrl: 'https://pictures.example/bat.png' });
      const init = { method: 'PUT', body, headers: { ...headers, 'draft-id': idOf(1) } };
      expect((await app.request(`/api/v1/members/admin/${member.id}/image`, init)).status).toBe(200);
      expect(await listed(app, token)).toEqual([]);
    }
  });

  test('the list says under which keys something was created', async () => {
    await using app = await testApp({ engine });
    const token = await app.signIn();
    const created = async () => (await app.json<DraftList>('GET', path, undefined, token)).body.created;
    expect(await created()).toEqual([]);
    const headers = { 'content-type': 'application/json', authorization: `Bearer ${token}` };
    const init = { method: 'POST', body: JSON.stringify(anArticle()) };
    await app.request('/api/v1/articles/admin', { ...init, headers: { ...headers, 'idempotency-key': idOf(9) } });
    expect(await created()).toEqual([idOf(9)]);
  });

  test('what cannot be kept is refused with a sentence', async () => {
    await using app = await testApp({ engine });
    const token = await app.signIn();
    const refused = [
      { version: 0 },
      { values: 'text' },
      { values: Object.fromEntries(Array.from({ length: 61 }, (_, n) => [`a${n}`, ''])) },
      { pictureUrl: 'javascript:alert(1)' },
      { picture: 'x'.repeat(301) },
      { id: 'no-uuid' },
      { key: null },
    ];
    for (const change of refused) expect((await keep(app, token, change)).status, JSON.stringify(change)).toBe(400);
    for (const form of ['settings', 'settings-new', 'articles', 'articles-0', 'articles-x'])
      expect((await keep(app, token, {}, form)).status, form).toBe(404);
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
    expect(await read()).toMatchObject({ draft: { values: { name: 'Ada' } }, hasItem: true });
    await app.json('DELETE', `/bin/admin/members/${member.id}`, undefined, anna);
    expect(await listed(app, ben)).toEqual([]);
    expect(await read()).toEqual({ draft: null, hasItem: false });
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
    const count = async () => (await app.db.selectFrom('drafts').select('id').execute()).length;
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
    await keep(app, token, { values, picture: 'bat.png', pictureUrl: chosen });
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
      administrator: { unsaved: [{ kind: 'articles', entityId: body.id, values: text }] },
    });
  });
});
