import { expect, test } from 'vitest';
import type { StoredDraft } from './draft-storage.ts';
import type { KeptCopy } from './editing-context.ts';
import { isApart, isGone, isOnSite, isUnknown, mergedOffers } from './offers.ts';

const at = (minute: number) => `2026-11-21T12:${String(minute).padStart(2, '0')}:00.000Z`;
const stored = (change: Partial<StoredDraft<{ title: string }>> = {}): StoredDraft<{ title: string }> => ({
  ...{ id: 'a', at: at(5), values: { title: 'Here' }, version: 1, picture: null },
  ...change,
});
const copy = (change: Partial<KeptCopy> = {}): KeptCopy => ({
  ...{ id: 'a', form: 'articles-1', at: at(3), version: 1, title: 'There', words: '', stamp: null },
  ...change,
});
const known = (...copies: KeptCopy[]) => ({ copies, ended: [] as { id: string; at: string; stamps: string[] }[] });
const endedAt = (minute: number, ...stamps: string[]) => ({ copies: [], ended: [{ id: 'a', at: at(minute), stamps }] });
const offered = (here: StoredDraft<{ title: string }>[], site: ReturnType<typeof known> | null) =>
  mergedOffers(here, site).map(({ title, stored: isHere }) => `${title} ${isHere ? 'here' : 'there'}`);

test('of one draft the newer is offered, and only once', () => {
  expect(offered([stored()], known(copy()))).toEqual(['Here here']);
  expect(offered([stored()], known(copy({ at: at(6) })))).toEqual(['There there']);
  expect(offered([stored()], known(copy({ id: 'b', at: at(8) })))).toEqual(['There there', 'Here here']);
});

test('a clock that goes wrong hides nothing that was typed here since', () => {
  const kept = { at: at(50) };
  expect(offered([stored({ kept, isAhead: true })], known(copy({ at: at(50) })))).toEqual(['Here here']);
});

test('what was typed here while another device went on with the text is not hidden by that', () => {
  const kept = { at: at(3) };
  const [mine, theirs] = [{ kept, isAhead: true, stamps: [at(2), at(5)] }, copy({ at: at(8), stamp: at(7) })];
  expect(isApart(stored(mine), theirs)).toBe(true);
  expect(offered([stored(mine)], known(theirs))).toEqual(['Here here']);
  expect(offered([stored({ ...mine, isAhead: false })], known(theirs))).toEqual(['There there']);
  // The answer to this was lost.
  const lost = copy({ at: at(8), stamp: at(2) });
  expect(isApart(stored(mine), lost)).toBe(false);
  expect(offered([stored(mine)], known(lost))).toEqual(['Here here']);
});

test('what another device has saved or discarded is not offered any more', () => {
  const kept = { at: at(3) };
  expect(offered([stored({ kept, isAhead: false })], endedAt(4))).toEqual([]);
  expect(offered([stored({ kept, isAhead: true })], endedAt(4))).toEqual(['Here here']);
  expect(offered([stored({ kept, isAhead: false })], null)).toEqual(['Here here']);
  expect(offered([stored()], endedAt(4))).toEqual(['Here here']);
});

test('all that is here had reached the site, though its answer was lost', () => {
  expect(offered([stored()], endedAt(6, at(4), at(5)))).toEqual([]);
  const kept = { at: at(3) };
  expect(isGone(stored({ kept, isAhead: true }), endedAt(6, at(5)))).toBe(true);
  // More was typed since, or it was kept again.
  expect(isGone(stored(), endedAt(6, at(4)))).toBe(false);
  expect(isGone(stored({ kept, isAhead: true }), endedAt(2, at(5)))).toBe(false);
});

test('what the site has lost has not ended: an older database may be there', () => {
  const kept = { at: at(3) };
  expect(offered([stored({ kept, isAhead: false })], known())).toEqual(['Here here']);
  const older = copy({ at: at(1), stamp: at(1) });
  expect(offered([stored({ kept, isAhead: false })], known(older))).toEqual(['Here here']);
});

test('what was kept again after its end goes on', () => {
  const kept = { at: at(3) };
  expect(isGone(stored({ kept, isAhead: false }), endedAt(2))).toBe(false);
  expect(isGone(stored({ kept, isAhead: false }), { ...endedAt(4), copies: [copy()] })).toBe(false);
});

test('what the site has not got is brought there, and only what it has whole counts as kept', () => {
  const kept = { at: at(3), isWhole: true };
  const whole = stored({ kept, isAhead: false });
  expect([isUnknown(whole, known(copy())), isOnSite(whole, known(copy()))]).toEqual([false, true]);
  for (const draft of [
    stored(),
    stored({ kept, isAhead: true }),
    stored({ kept: { ...kept, isWhole: false }, isAhead: false }),
  ])
    expect([isUnknown(draft, known(copy())), isOnSite(draft, known(copy()))]).toEqual([true, false]);
  // Discarded elsewhere.
  expect([isUnknown(whole, endedAt(4)), isOnSite(whole, endedAt(4))]).toEqual([false, false]);
});
