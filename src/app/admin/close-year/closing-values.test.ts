import { expect, test } from 'vitest';
import { initialClosingValues } from './closing-values.ts';

test.each([
  ['2026-08-31', '2025-09-01', '2025-26'],
  ['2026-12-31', '2026-01-01', '2026'],
  ['2028-08-31', '2027-09-01', '2027-28'],
  ['2028-02-28', '2027-03-01', '2027-28'],
  ['2028-02-29', '2027-03-01', '2027-28'],
])('a first year that ends on %s begins on %s', (today, from, label) => {
  expect(initialClosingValues([], today)).toMatchObject({ from, to: today, label });
});
