import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { patient } from '#tests/support/patience.ts';
import { Differences } from './differences.tsx';

function markupOf(before: string, after: string): string {
  const one = { label: 'Content', before, after, isPicture: false, isOnlyFormat: false };
  return renderToStaticMarkup(createElement(Differences, { all: [one] }));
}

test('a changed word stands beside the unchanged ones', () => {
  expect(markupOf('Bats at dusk', 'Bats at dawn')).toContain('<span>Bats at </span><del>dusk</del><ins>dawn</ins>');
});

test('two long texts with little in common are shown quickly, one after the other', () => {
  const words = (step: number) => Array.from({ length: 8000 }, (_, at) => `w${(at * at * step) % 1999}`).join(' ');
  const [before, after] = [words(3), words(7)];
  const begun = performance.now();
  expect(markupOf(before, after)).toContain(`<del>${before}</del><span> </span><ins>${after}</ins>`);
  expect(performance.now() - begun).toBeLessThan(patient(2000));
});
