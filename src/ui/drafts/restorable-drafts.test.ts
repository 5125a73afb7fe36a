import { expect, test } from 'vitest';
import type { StoredDraft } from './draft-storage.ts';
import { splitOpenAndOutdated } from './restorable-drafts.ts';

type Values = { title: string; imageUrl: string | null };
const form = 'articles-1';
const typed: Values = { title: 'Typed', imageUrl: null };
const stored = (change: Partial<StoredDraft<Values>> = {}): StoredDraft<Values> => ({
  form,
  id: 'a',
  key: 'k',
  at: '2026-11-21T12:05:00.000Z',
  values: typed,
  version: 1,
  picture: null,
  ...change,
});
const sentAt = '2026-11-21T12:05:01.000Z';
const site = (id: string | null, created: string[] = [], { key = 'k', at = '2026-11-21T12:06:00.000Z' } = {}) => ({
  drafts: id === null ? [] : [{ form, id, key, at }],
  created,
});
const item = { values: { title: 'Saved', imageUrl: null } as Values, version: 1 as number | null, savedBy: 'anna' };

function isOffered(draft: StoredDraft<Values>, known: ReturnType<typeof site> | null, saved = item): boolean {
  return splitOpenAndOutdated({ form, drafts: [draft], known, saved, username: 'anna' }).open.length === 1;
}

test('what the site does not have is offered, and so is what it has from here', () => {
  for (const known of [null, site(null), site('a'), site('b')]) expect(isOffered(stored(), known)).toBe(true);
  for (const known of [null, site('a')]) expect(isOffered(stored({ sentAt }), known)).toBe(true);
});

test('what another device has taken up is not offered beside it', () => {
  expect(isOffered(stored({ sentAt }), site('b'))).toBe(false);
});

test('what a backup that was restored beneath knows nothing of is offered beside the older one that it brought back, and a new one', () => {
  expect(isOffered(stored({ sentAt }), site('b', [], { key: 'another' }))).toBe(true);
  expect(isOffered(stored({ sentAt }), site('b', [], { at: '2026-11-21T11:00:00.000Z' }))).toBe(true);
});

test('what another device has saved is not offered any more; what an older database has lost is', () => {
  const sent = stored({ sentAt });
  expect(isOffered(sent, site(null))).toBe(true);
  expect(isOffered(sent, site(null), { ...item, version: 2 })).toBe(false);
  expect(isOffered(sent, site(null), { ...item, version: 2, savedBy: 'ben' })).toBe(true);
  expect(isOffered(stored(), site(null), { ...item, version: 2 })).toBe(true);
  const fresh = { ...sent, version: null };
  expect(isOffered(fresh, site(null), { ...item, version: null })).toBe(true);
  expect(isOffered(fresh, site(null, ['k']), { ...item, version: null })).toBe(false);
});

test('what was typed after a save whose answer was lost is offered: the save may have ended its draft on the site', () => {
  const typedOn = stored({ sentAt, sent: { title: 'As sent' } });
  expect(isOffered(typedOn, site(null), { ...item, version: 2 })).toBe(true);
  expect(isOffered(typedOn, site('b'))).toBe(true);
  const asSaved = { ...item, version: 2, values: typed };
  expect(isOffered(typedOn, site(null), asSaved)).toBe(false);
  const fresh = { ...item, version: null };
  expect(isOffered({ ...typedOn, version: null }, site(null, ['k']), fresh)).toBe(true);
});

test('what says the same as the item is not offered', () => {
  expect(isOffered(stored({ values: item.values }), site('a'))).toBe(false);
  const pictured = stored({ values: item.values, picture: 'bat.png' });
  expect(isOffered(pictured, site('a'))).toBe(true);
  const saved = { ...item, values: { ...item.values, imageUrl: '/uploads/bat.png' } };
  expect(isOffered({ ...pictured, pictureUrl: '/uploads/bat.png' }, site('a'), saved)).toBe(false);
});
