import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { type Api, ConnectionLost } from '#shared/calls/api-client.ts';
import { ApiError } from '#shared/calls/api-error.ts';
import { storageInMemory } from '#tests/support/storage-in-memory.ts';
import { draftMessages } from './draft.ts';
import { createDraftSender } from './draft-sender.ts';
import { browserId, findKeptDraft, keepDraft, listKeptForms } from './draft-storage.ts';

const owner = '1';
const form = 'articles-7';
const at = '2026-11-21T12:00:05.000Z';

beforeEach(() => {
  vi.useFakeTimers();
  const page = Object.assign(new EventTarget(), { visibilityState: 'visible' });
  for (const [name, value] of Object.entries({ localStorage: storageInMemory(), window: page, document: page }))
    vi.stubGlobal(name, value);
  vi.stubGlobal('navigator', { onLine: true });
});
const ends: (() => void)[] = [];
afterEach(() => {
  for (const end of ends.splice(0)) end();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

function type(title: string, of = form) {
  return keepDraft(owner, of, { at: '2026-11-21T12:00:00.000Z', version: 1, values: { title } });
}

/** A site that answers a draft as `store` does, and writes down what it got. */
async function begun(
  store: (title: string, form: string) => Promise<void> = () => Promise.resolve(),
  there: object[] | null = [],
) {
  const calls: string[] = [];
  const call = (method: string, path: string) => {
    if (method === 'DELETE') calls.push(`DELETE ${path}`);
    if (method === 'GET' && there === null) return Promise.reject(new Error('No answer'));
    return Promise.resolve(method === 'GET' ? structuredClone(there) : {});
  };
  const sender = createDraftSender({
    api: { call } as unknown as Api,
    owner,
    store: async (of, { values }) => {
      const { title } = values as { title: string };
      calls.push(`PUT ${of} ${title}`);
      await store(title, of);
      return { at };
    },
  });
  ends.push(sender.begin());
  await sender.sendNow();
  return { sender, calls };
}

test('what is typed is sent a second later, once, and goes from the browser', async () => {
  const { sender, calls } = await begun();
  type('A');
  sender.sendSoon();
  type('AB');
  sender.sendSoon();
  await vi.advanceTimersByTimeAsync(900);
  expect(sender.stateOf(form)).toEqual({ words: 'Saving draft…' });
  await vi.advanceTimersByTimeAsync(200);
  expect(calls).toEqual(['PUT articles-7 AB']);
  expect(findKeptDraft(owner, form)).toBeNull();
  expect(sender.stateOf(form)).toEqual({ words: 'Draft saved', at });
  expect(sender.list()).toMatchObject([{ form, title: 'AB' }]);
  await vi.advanceTimersByTimeAsync(60_000);
  expect(calls).toHaveLength(1);
});

test('what fails is tried again after five seconds, then later and later, and when the connection is back', async () => {
  let isAway = true;
  const { sender, calls } = await begun(() => (isAway ? Promise.reject(new ConnectionLost(null)) : Promise.resolve()));
  type('A');
  sender.sendSoon();
  await vi.advanceTimersByTimeAsync(1000);
  expect(sender.stateOf(form)).toMatchObject({ words: 'Draft saved in this browser' });
  await vi.advanceTimersByTimeAsync(4900);
  expect(calls).toHaveLength(1);
  await vi.advanceTimersByTimeAsync(200);
  expect(calls).toHaveLength(2);
  await vi.advanceTimersByTimeAsync(9900);
  expect(calls).toHaveLength(3);
  isAway = false;
  window.dispatchEvent(new Event('online'));
  await vi.advanceTimersByTimeAsync(10);
  expect([calls.length, findKeptDraft(owner, form)]).toEqual([4, null]);
});

test('one that the site refuses holds back no other, and is not sent again until it changes', async () => {
  const refusal = new ApiError(400, { message: 'Too long.', code: 'invalid' });
  const { sender, calls } = await begun((title) => (title === 'Bad' ? Promise.reject(refusal) : Promise.resolve()));
  type('Bad');
  type('Good', 'members-3');
  await sender.sendNow();
  await sender.sendNow();
  expect(calls).toEqual(['PUT articles-7 Bad', 'PUT members-3 Good']);
  expect(sender.stateOf(form)).toMatchObject({ words: 'Draft saved in this browser', more: 'Too long.' });
  type('Better');
  await sender.sendNow();
  expect(calls.at(-1)).toBe('PUT articles-7 Better');
});

test('a form that ends while its draft is on the way removes it afterwards', async () => {
  const { promise, resolve } = Promise.withResolvers<void>();
  const { sender, calls } = await begun(() => promise);
  const text = type('Late');
  void sender.sendNow();
  await vi.advanceTimersByTimeAsync(10);
  const ended = sender.discard(form, text);
  expect(calls).toEqual(['PUT articles-7 Late']);
  resolve();
  await ended;
  expect(calls).toEqual(['PUT articles-7 Late', `DELETE /drafts/admin/${form}?until=2026-11-21T12%3A00%3A05.000Z`]);
  expect([listKeptForms(owner), sender.stateOf(form), sender.list()]).toEqual([[], null, []]);
});

test('what is typed while a draft is on the way is sent next', async () => {
  const { promise, resolve } = Promise.withResolvers<void>();
  const { sender, calls } = await begun(() => promise);
  type('First');
  void sender.sendNow();
  await vi.advanceTimersByTimeAsync(10);
  type('First and second');
  sender.sendSoon();
  resolve();
  await vi.advanceTimersByTimeAsync(10);
  expect(findKeptDraft(owner, form)?.draft.values).toEqual({ title: 'First and second' });
  await vi.advanceTimersByTimeAsync(1000);
  expect(calls.at(-1)).toBe('PUT articles-7 First and second');
});

test('a form opens with what was sent while it was read', async () => {
  const { sender } = await begun();
  const asked = sender.read(form);
  type('Sent in between');
  await sender.sendNow();
  await asked;
  expect(findKeptDraft(owner, form)).toBeNull();
  expect(sender.find(form)).toMatchObject({ draft: { at, values: { title: 'Sent in between' } } });
  await sender.discard(form);
  expect(sender.find(form)).toEqual({});
});

test('a draft that cannot be read keeps its form closed, unless something is kept here', async () => {
  const { sender } = await begun(() => Promise.resolve(), null);
  await expect(sender.read(form)).rejects.toThrow('No answer');
  const text = type('Typed last');
  expect(await sender.read(form)).toMatchObject({ values: { title: 'Typed last' } });
  expect(sender.find(form)).toMatchObject({ text });
});

test('words for an item that was deleted permanently become those of one new form', async () => {
  const gone = new ApiError(404, { message: draftMessages.noItem, code: 'not_found' });
  const { sender, calls } = await begun((_, of) => (of === form ? Promise.reject(gone) : Promise.resolve()));
  sender.open(form, { follow: () => {}, onSaved: () => {} });
  type('Lost');
  await sender.sendNow();
  type('Lost again');
  await sender.sendNow();
  await sender.sendNow();
  expect(calls).toEqual([
    'PUT articles-7 Lost',
    expect.stringMatching(/^PUT articles-new-[\da-f-]{36} Lost$/),
    'PUT articles-7 Lost again',
    expect.stringMatching(/^PUT articles-new-[\da-f-]{36} Lost again$/),
  ]);
  expect(sender.list()).toMatchObject([{ form: calls.at(-1)?.split(' ')[1], title: 'Lost again' }]);
});

test('words that were kept here do not take the place of what another device has typed since', async () => {
  const there = [{ form, at, by: 'the phone', title: 'On the phone', words: '' }];
  type('Kept on the laptop');
  const { sender, calls } = await begun(() => Promise.resolve(), there);
  await sender.sendNow();
  await sender.sendNow();
  expect(calls).toEqual([expect.stringMatching(/^PUT articles-new-[\da-f-]{36} Kept on the laptop$/)]);
  expect(sender.list()).toMatchObject([{ title: 'Kept on the laptop' }, { form, title: 'On the phone' }]);
});

test('a form that ends leaves what another device has typed into it', async () => {
  const there: object[] = [];
  const { sender, calls } = await begun(() => Promise.resolve(), there);
  sender.open(form, { follow: () => {}, onSaved: () => {} });
  there.push({ form, at, by: 'the phone', title: 'On the phone', words: '' });
  window.dispatchEvent(new Event('focus'));
  await vi.advanceTimersByTimeAsync(10);
  sender.end(form, type('Typed and undone'));
  await vi.advanceTimersByTimeAsync(10);
  expect(calls).toEqual([]);
  expect(sender.list()).toMatchObject([{ form, title: 'On the phone' }]);
});

test('a form whose words are set aside says why, until its own are saved again', async () => {
  const there: object[] = [{ form, at, by: 'the phone', title: 'On the phone', words: '' }];
  const { sender } = await begun(() => Promise.resolve(), there);
  sender.open(form, { follow: () => {}, onSaved: () => {} });
  type('On the laptop');
  await sender.sendNow();
  expect(sender.stateOf(form)).toEqual({ words: 'Draft saved as a new one', more: draftMessages.overtaken });
  there.length = 0;
  window.dispatchEvent(new Event('focus'));
  await vi.advanceTimersByTimeAsync(10);
  type('On the laptop again');
  await sender.sendNow();
  expect(sender.stateOf(form)).toEqual({ words: 'Draft saved', at });
});

test('the drafts of another administrator are neither sent nor listed', async () => {
  keepDraft('2', form, { at, version: 1, values: { title: 'Not yours' } });
  const { sender, calls } = await begun();
  await sender.sendNow();
  expect([calls, sender.list()]).toEqual([[], []]);
});

test('what another tab has sent of a form is said to be saved here, too', async () => {
  const there: object[] = [];
  const { sender } = await begun(() => Promise.resolve(), there);
  sender.open(form, { follow: () => {}, onSaved: () => {} });
  there.push({ form, at, by: browserId(), title: 'A', words: '' });
  window.dispatchEvent(Object.assign(new Event('storage'), { key: `draft:${owner}:${form}`, newValue: null }));
  await vi.advanceTimersByTimeAsync(10);
  expect(sender.stateOf(form)).toEqual({ words: 'Draft saved', at });
});
