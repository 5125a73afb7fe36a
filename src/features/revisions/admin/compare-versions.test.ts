import { expect, test } from 'vitest';
import { type ComparedField, compareVersions } from './compare-versions.ts';

const fields: ComparedField[] = [
  { name: 'title', label: 'Title' },
  { name: 'isActive', label: 'Active' },
  { name: 'sortOrder', label: 'Order' },
  { name: 'date', label: 'Date', say: (value) => `on ${String(value)}` },
  { name: 'rule', label: 'Rule', say: (value) => (value as { every: string }).every },
];

test('only described fields that both versions have and that differ are shown, in the order of the form', () => {
  const before = { sortOrder: 0, title: 'Old', isActive: true, hidden: 1, date: '2026' };
  const after = { sortOrder: null, title: 'New', isActive: false, hidden: 2 };
  expect(compareVersions(fields, before, after).map(({ label, before: from, after: to }) => [label, from, to])).toEqual(
    [
      ['Title', 'Old', 'New'],
      ['Active', 'Yes', 'No'],
      ['Order', '0', ''],
    ],
  );
});

test('an empty field equals a missing one, and values read as in the form', () => {
  expect(compareVersions(fields, { title: '', sortOrder: null }, { title: null, sortOrder: null })).toEqual([]);
  expect(compareVersions(fields, { date: '2026' }, { date: '2027' })[0]).toMatchObject({
    before: 'on 2026',
    after: 'on 2027',
  });
});

test('a value of several parts differs if one of them does', () => {
  const rule = () => ({ rule: { every: 'week', fewest: 2 } });
  expect(compareVersions(fields, rule(), rule())).toEqual([]);
  expect(compareVersions(fields, rule(), { rule: { every: 'month', fewest: 2 } })[0]).toMatchObject({
    before: 'week',
    after: 'month',
  });
});
