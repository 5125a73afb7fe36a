import { expect, test } from 'vitest';
import { type ComparedField, compareVersions } from './compare-versions.ts';

const fields: ComparedField[] = [
  { name: 'title', label: 'Title' },
  { name: 'isActive', label: 'Active' },
  { name: 'sortOrder', label: 'Order' },
  { name: 'date', label: 'Date', say: (value) => `on ${String(value)}` },
  { name: 'rule', label: 'Rule', say: (value) => (value as { every: string }).every },
];

test('only the described fields that both have and that differ are told, in the order of the form', () => {
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

test('an empty field is the same as none, and a value is said as the form says it', () => {
  expect(compareVersions(fields, { title: '', sortOrder: null }, { title: null, sortOrder: null })).toEqual([]);
  expect(compareVersions(fields, { date: '2026' }, { date: '2027' })[0]).toMatchObject({
    before: 'on 2026',
    after: 'on 2027',
  });
});

test('a value of several parts differs where one of them does', () => {
  const rule = () => ({ rule: { every: 'week', fewest: 2 } });
  expect(compareVersions(fields, rule(), rule())).toEqual([]);
  expect(compareVersions(fields, rule(), { rule: { every: 'month', fewest: 2 } })[0]).toMatchObject({
    before: 'week',
    after: 'month',
  });
});
