import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { storageInMemory } from '#tests/support/storage-in-memory.ts';
import { listEndedDrafts, listStoredDrafts } from './draft-storage.ts';
import type { Editing } from './drafts-context.ts';
import { openDraft } from './form-draft.ts';

beforeEach(() => {
  const kept = storageInMemory();
  vi.stubGlobal('localStorage', kept);
  vi.useFakeTimers({ now: new Date('2026-11-21T12:00:00.000Z') });
});
afterEach(() => {
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

function opened() {
  const sync = { stored: vi.fn() };
  const editing = { owner: '1', username: 'anna', sync } as unknown as Editing;
  return { draft: openDraft({ form: 'articles-new', values: { title: '', text: '' }, version: null }, editing) };
}

const stored = () => listStoredDrafts<{ title: string }>('1', 'articles-new');

test('what is typed is stored a second later, and removed when nothing is unsaved any more', () => {
  const { draft } = opened();
  draft.change({ title: 'Bats' });
  expect(stored()).toEqual([]);
  vi.advanceTimersByTime(1000);
  expect(stored()).toMatchObject([{ values: { title: 'Bats', text: '' }, sentAt: null }]);
  draft.change({ title: '' });
  vi.advanceTimersByTime(1000);
  expect(stored()).toEqual([]);
  expect(listEndedDrafts('1')).toMatchObject([{ form: 'articles-new', id: draft.now.current.id }]);
});

test('what the editor writes of an untouched text changes nothing else', () => {
  const { draft } = opened();
  draft.change({ title: 'Bats' });
  draft.normalise({ text: '<p></p>' });
  draft.change({ text: '<p>The last word.</p>' });
  draft.normalise({ text: '<p></p>' });
  expect(draft.now.current.values).toEqual({ title: 'Bats', text: '<p>The last word.</p>' });
});

test('another content has another time on a clock that stands', () => {
  const { draft } = opened();
  draft.change({ title: 'B' });
  draft.store();
  const [first] = stored();
  draft.change({ title: 'Ba' });
  draft.store();
  expect(stored()).toMatchObject([{ id: first?.id, values: { title: 'Ba' } }]);
  expect(stored()[0]?.at).not.toBe(first?.at);
});

test('what is removed from the browser is not written again until something is typed', () => {
  const { draft } = opened();
  draft.change({ title: 'Bats' });
  draft.store();
  for (const { id } of stored()) localStorage.removeItem(`draft:1:articles-new:${id}`);
  draft.store();
  expect(stored()).toEqual([]);
  draft.change({ title: 'Bats!' });
  draft.store();
  expect(stored()).toMatchObject([{ values: { title: 'Bats!' } }]);
});

test('what stood in a form stays as a draft of its own when another one is restored, whatever that one says', () => {
  const { draft } = opened();
  draft.change({ title: 'Mine' });
  draft.store();
  for (const title of ['', 'Theirs']) {
    draft.set({ id: `restored ${title}`, values: { title, text: '' } });
    draft.store();
  }
  expect(
    stored()
      .map(({ values }) => values.title)
      .sort(),
  ).toEqual(['Mine', 'Theirs']);
});
