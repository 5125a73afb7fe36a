import { expect, test } from 'vitest';
import type { StoredDraft } from './draft-storage.ts';
import type { KeptCopy } from './editing-context.ts';
import { isGone, mergedOffers } from './offers.ts';

const at = (minute: number) => `2026-11-21T12:${String(minute).padStart(2, '0')}:00.000Z`;
const stored = (change: Partial<StoredDraft<{ title: string }>> = {}): StoredDraft<{ title: string }> => ({
  ...{ id: 'a', at: at(5), values: { title: 'Here' }, version: 1, picture: null },
  ...change,
});
const copy = (change: Partial<KeptCopy> = {}): KeptCopy => ({
  ...{ id: 'a', form: 'articles-1', at: at(3), version: 1, title: 'There', words: '' },
  ...change,
});
const known = (...copies: KeptCopy[]) => ({ copies, askedAt: at(9) });
const offered = (here: StoredDraft<{ title: string }>[], site: ReturnType<typeof known> | null) =>
  mergedOffers(here, site).map(({ title, stored: isHere }) => `${title} ${isHere ? 'here' : 'there'}`);

test('of one draft the newer is offered, and only once', () => {
  expect(offered([stored()], known(copy()))).toEqual(['Here here']);
  expect(offered([stored()], known(copy({ at: at(6) })))).toEqual(['There there']);
  expect(offered([stored()], known(copy({ id: 'b', at: at(8) })))).toEqual(['There there', 'Here here']);
});

test('a clock that goes wrong hides nothing that was typed here since', () => {
  const kept = { at: at(50), knownAt: at(1) };
  expect(offered([stored({ kept, isAhead: true })], known(copy({ at: at(50) })))).toEqual(['Here here']);
});

test('what another device has saved or discarded is not offered any more', () => {
  const kept = { at: at(3), knownAt: at(4) };
  expect(offered([stored({ kept, isAhead: false })], known())).toEqual([]);
  expect(offered([stored({ kept, isAhead: true })], known())).toEqual(['Here here']);
  expect(offered([stored({ kept, isAhead: false })], null)).toEqual(['Here here']);
  expect(offered([stored()], known())).toEqual(['Here here']);
});

test('a list that was asked for before the site had it says nothing about it', () => {
  const kept = { at: at(3), knownAt: at(10) };
  expect(isGone(stored({ kept, isAhead: false }), known())).toBe(false);
});
