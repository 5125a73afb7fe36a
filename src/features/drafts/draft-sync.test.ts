import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { type Api, ConnectionLost } from '#shared/calls/api-client.ts';
import { ApiError } from '#shared/calls/api-error.ts';
import { storageInMemory } from '#tests/support/storage-in-memory.ts';
import {
  findDraft,
  listEndedDrafts,
  listStoredDrafts,
  markEnded,
  removeSentDrafts,
  type StoredDraft,
  writeDraft,
} from '#ui/drafts/draft-storage.ts';
import { draftMessages } from './draft.ts';
import { createDraftSync } from './draft-sync.ts';

const form = 'articles-1';
const owner = '1';
const aDraft = (id: string, change: Partial<StoredDraft<object>> = {}): StoredDraft<object> => ({
  form,
  id,
  key: 'k',
  at: '2026-11-21T12:00:00.000Z',
  values: { title: id },
  version: 1,
  picture: null,
  ...change,
});

beforeEach(() => {
  const kept = storageInMemory();
  const page = Object.assign(new EventTarget(), { visibilityState: 'visible' });
  for (const [name, value] of Object.entries({ localStorage: kept, window: page, document: page }))
    vi.stubGlobal(name, value);
  vi.stubGlobal('navigator', { onLine: true });
});
const ends: (() => void)[] = [];
afterEach(() => {
  for (const end of ends.splice(0)) end();
  vi.unstubAllGlobals();
});

/** A site that has one draft, by its id, and takes what continues it. */
async function begun(there: string, { isDeleting = true, list = async () => {} } = {}) {
  const sent: string[] = [];
  const deleted: string[] = [];
  let isBegun = false;
  const known = { drafts: [{ form, id: there, key: 'k', at: '2026-11-21T12:00:00.000Z' }], created: [] };
  const call = async (method: string, path: string, input?: { id: string }) => {
    if (method === 'GET') return isBegun ? list().then(() => known) : known;
    if (method === 'DELETE') {
      if (!isDeleting) throw new ConnectionLost(null);
      deleted.push(path.split('id=')[1] ?? '');
      return {};
    }
    sent.push(input?.id ?? '');
    return { at: '2026-11-21T12:00:05.000Z' };
  };
  const sync = createDraftSync({ call } as unknown as Api, owner);
  ends.push(sync.begin());
  await sync.flush();
  isBegun = true;
  return { sync, sent, deleted, known };
}

test('what is stored right behind something else is sent at once', async () => {
  const { sync, sent } = await begun('theirs');
  writeDraft(owner, aDraft('mine'));
  sync.stored();
  writeDraft(owner, aDraft('restored', { over: 'theirs' }));
  sync.stored();
  await sync.flush();
  expect(sent).toEqual(['restored']);
  expect(sync.stateOf('restored')).toEqual({ words: 'Draft saved', at: '2026-11-21T12:00:05.000Z' });
});

test('what another tab has written on in a draft that is continued here counts as not on the site', async () => {
  const { sync, sent } = await begun('theirs');
  writeDraft(owner, aDraft('theirs', { sentAt: '2026-11-21T12:00:04.000Z' }));
  writeDraft(owner, aDraft('restored', { over: 'theirs' }));
  sync.stored();
  await sync.flush();
  expect(sent).toEqual(['restored']);
  expect(findDraft(owner, { form, id: 'theirs' })?.sentAt).toBeNull();
});

test('what another tab has sent in the meantime is said to be on the site', async () => {
  const { sync, known } = await begun('theirs');
  writeDraft(owner, aDraft('mine'));
  sync.stored();
  expect(sync.stateOf('mine')?.words).toBe('Draft saved in this browser');
  const at = '2026-11-21T12:00:06.000Z';
  writeDraft(owner, aDraft('mine', { sentAt: at }));
  known.drafts = [{ form, id: 'mine', key: 'k', at }];
  await sync.refresh();
  expect(sync.stateOf('mine')).toEqual({ words: 'Draft saved', at });
});

test('what is discarded where the site cannot be asked is removed from it at the next visit, and not named until then', async () => {
  writeDraft(owner, aDraft('mine', { sentAt: '2026-11-21T12:00:00.000Z' }));
  markEnded(owner, { form, id: 'mine' });
  const { sync, deleted } = await begun('mine', { isDeleting: false });
  expect([listStoredDrafts(owner), sync.list()?.drafts, deleted]).toEqual([[], [], []]);
  const later = await begun('mine');
  expect([later.sync.list()?.drafts, later.deleted, listEndedDrafts(owner)]).toEqual([[], ['mine&until='], []]);
});

test('what is discarded here of another device is removed as it was read', async () => {
  const { sync, deleted } = await begun('theirs');
  markEnded(owner, { form, id: 'theirs', at: '2026-11-21T12:00:00.000Z' });
  sync.stored();
  await sync.flush();
  expect(deleted).toEqual(['theirs&until=2026-11-21T12%3A00%3A00.000Z']);
});

test('what is discarded and taken back is sent again', async () => {
  writeDraft(owner, aDraft('mine', { sentAt: '2026-11-21T12:00:00.000Z' }));
  const { sync, sent, deleted } = await begun('mine');
  markEnded(owner, { form, id: 'mine' });
  sync.stored();
  writeDraft(owner, aDraft('mine'));
  sync.stored();
  await sync.flush();
  expect([sent, deleted]).toEqual([['mine'], []]);
});

test('what another device has written on since it was read is not replaced', async () => {
  const { sync, sent } = await begun('theirs');
  writeDraft(owner, aDraft('restored', { over: 'theirs', overAt: '2026-11-21T11:59:59.000Z' }));
  sync.stored();
  await sync.flush();
  expect(sent).toEqual([]);
  expect(sync.stateOf('restored')?.more).toContain('restore or discard it first');
});

test('a list that was asked for before a draft arrived does not hold back what is typed next', async () => {
  const list = Promise.withResolvers<void>();
  const { sync, sent } = await begun('theirs', { list: () => list.promise });
  const asked = sync.refresh();
  writeDraft(owner, aDraft('restored', { over: 'theirs' }));
  sync.stored();
  await vi.waitFor(() => expect(sent).toEqual(['restored']));
  list.resolve();
  await asked;
  writeDraft(owner, { ...aDraft('restored'), at: '2026-11-21T12:00:09.000Z', values: { title: 'and on' } });
  sync.stored();
  await sync.flush();
  expect(sent).toEqual(['restored', 'restored']);
});

test('a call that is never answered holds back the others for a while only', async () => {
  const given = new AbortController();
  setTimeout(() => given.abort(), 20);
  vi.spyOn(AbortSignal, 'timeout').mockReturnValue(given.signal);
  const call = (method: string, _path: string, _input: unknown, signal?: AbortSignal) =>
    method === 'GET'
      ? Promise.resolve({ drafts: [], created: [] })
      : new Promise((_, reject) => signal?.addEventListener('abort', () => reject(new ConnectionLost(null))));
  const sync = createDraftSync({ call } as unknown as Api, owner);
  const end = sync.begin();
  markEnded(owner, { form, id: 'gone' });
  writeDraft(owner, aDraft('mine'));
  sync.stored();
  await vi.waitFor(() => expect(sync.stateOf('mine')?.words).toBe('Draft saved in this browser'));
  end();
  vi.restoreAllMocks();
});

test('what the site never removes holds back nothing: newer words take its place', async () => {
  const { sync, sent } = await begun('discarded', { isDeleting: false });
  markEnded(owner, { form, id: 'discarded' });
  writeDraft(owner, aDraft('newer'));
  sync.stored();
  await sync.flush();
  expect(sent).toEqual(['newer']);
  expect(sync.stateOf('newer')?.words).toBe('Draft saved');
});

test('a draft whose item was deleted permanently is sent once, and then offered by the form of a new one', async () => {
  let puts = 0;
  const call = async (method: string) => {
    if (method === 'GET') return { drafts: [], created: [] };
    puts += 1;
    throw new ApiError(404, { message: draftMessages.noItem, code: 'not_found' });
  };
  writeDraft(owner, aDraft('mine'));
  for (const _visit of [1, 2]) {
    const sync = createDraftSync({ call } as unknown as Api, owner);
    ends.push(sync.begin());
    await sync.flush();
    expect(sync.stateOf('mine')).toMatchObject({ words: 'Draft saved in this browser', more: draftMessages.noItem });
  }
  expect(puts).toBe(1);
  const offeredBy = (name: string) => listStoredDrafts(owner, name).map(({ id }) => id);
  expect([offeredBy('articles-new'), offeredBy('articles-2'), offeredBy('events-new')]).toEqual([['mine'], [], []]);
});

test('what the site had of an item that was deleted permanently is offered by the form of a new one', async () => {
  const asked: string[] = [];
  const call = async (method: string, path: string) => {
    asked.push(`${method} ${path}`);
    return path.endsWith(form) ? { draft: null, hasItem: false } : { drafts: [], created: [] };
  };
  writeDraft(owner, aDraft('mine', { sentAt: '2026-11-21T12:00:00.000Z' }));
  const offered = () => listStoredDrafts(owner, 'articles-new').map(({ id }) => id);
  for (const _visit of [1, 2]) {
    const sync = createDraftSync({ call } as unknown as Api, owner);
    ends.push(sync.begin());
    await sync.flush();
    await vi.waitFor(() => expect(offered()).toEqual(['mine']));
    expect(sync.stateOf('mine')).toMatchObject({ words: 'Draft saved in this browser', more: draftMessages.noItem });
  }
  expect(asked.filter((one) => one.endsWith(form))).toEqual([`GET /drafts/admin/${form}`]);
});

test('what an older database has lost of an item that is still there is offered by its form, and asked for once', async () => {
  const asked: string[] = [];
  const call = async (method: string, path: string) => {
    asked.push(`${method} ${path}`);
    return path.endsWith(form) ? { draft: null, hasItem: true } : { drafts: [], created: [] };
  };
  writeDraft(owner, aDraft('mine', { sentAt: '2026-11-21T12:00:00.000Z' }));
  const sync = createDraftSync({ call } as unknown as Api, owner);
  ends.push(sync.begin());
  for (const _twice of [1, 2]) await sync.flush();
  expect(listStoredDrafts(owner, 'articles-new')).toEqual([]);
  expect(listStoredDrafts(owner, form)).toHaveLength(1);
  expect(asked.filter((one) => one.endsWith(form))).toEqual([`GET /drafts/admin/${form}`]);
});

test('the form of a new item that is open already learns of a draft whose item was deleted permanently', async () => {
  const call = async (method: string) => {
    if (method === 'GET') return { drafts: [], created: [] };
    throw new ApiError(404, { message: draftMessages.noItem, code: 'not_found' });
  };
  const sync = createDraftSync({ call } as unknown as Api, owner);
  ends.push(sync.begin());
  await sync.flush();
  const before = sync.list();
  writeDraft(owner, aDraft('mine'));
  sync.stored();
  await vi.waitFor(() => expect(listStoredDrafts(owner, 'articles-new')).toHaveLength(1));
  await vi.waitFor(() => expect(sync.list()).not.toBe(before));
});

test('what a backup has lost that was restored since it was sent stays in the browser at Logout', async () => {
  const sentAt = '2026-11-21T12:00:00.000Z';
  for (const id of ['there', 'lost']) writeDraft(owner, aDraft(id, { sentAt, key: id === 'there' ? 'k' : 'another' }));
  const { sync } = await begun('there');
  removeSentDrafts(owner, sync.list() ?? { drafts: [], created: [] });
  expect(listStoredDrafts(owner).map(({ id }) => id)).toEqual(['lost']);
});

test('version 0.2.0 had one id for a draft and its creation: it stays beside what the site has under that id', async () => {
  const { form: _, key: __, version, ...old } = aDraft('both');
  localStorage.setItem(`draft:${owner}:${form}:both`, JSON.stringify({ ...old, version, kept: null, stamps: [] }));
  const { sent } = await begun('both');
  const [draft, ...others] = listStoredDrafts(owner);
  expect(others).toEqual([]);
  expect(draft).toMatchObject({ form, key: 'both', values: { title: 'both' } });
  expect(draft?.id).not.toBe('both');
  expect(sent).toEqual([]);
});
