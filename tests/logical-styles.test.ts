/** Styles name no side of the screen: what is written from right to left has its start on the right. */
import { globSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { expect, test } from 'vitest';

const root = resolve(import.meta.dirname, '..');

/** Each with its reason. */
const allowed = [
  // Someone chose this side in the editor.
  'src/features/articles/pages/article-body.module.css: text-align: right',
  // The line of what is loading, which is no text.
  'src/app/public/layout/layout.module.css: transform-origin: left',
  // A point of a picture, which has its left at the left in every script.
  'src/features/uploads/field/focal-point-field.module.css: left: var(--focal-x)',
];

const sided = /(^|-)(left|right)(-|$)/;
const fourSided = new Set(['margin', 'padding', 'inset', 'border-width']);

test('styles use start and end, not left and right', () => {
  const found = globSync('src/**/*.css', { cwd: root }).flatMap((file) => {
    const css = readFileSync(join(root, file), 'utf8').replace(/\/\*.*?\*\//gs, '');
    return [...css.matchAll(/([a-z-]+)\s*:\s*([^;{}]+);/g)]
      .filter(([, name = '', value = '']) => isSided(name, value))
      .map(([, name, value]) => `${file.replaceAll('\\', '/')}: ${name}: ${value}`);
  });
  expect(found.sort()).toEqual(allowed.toSorted());
});

function isSided(name: string, value: string): boolean {
  if (sided.test(name)) return true;
  if (/^(text-align|float|clear|caption-side|transform-origin)$/.test(name)) return /\b(left|right)\b/.test(value);
  const sides = value.replace(/\([^()]*(\([^()]*\)[^()]*)*\)/g, '()').split(/\s+/);
  return fourSided.has(name) && sides.length === 4 && lengthAt(value, 1) !== lengthAt(value, 3);
}

/** Of four lengths, which may be calculated. */
function lengthAt(value: string, at: number): string | undefined {
  return value.match(/(?:[^\s()]+|\((?:[^()]|\([^()]*\))*\))+/g)?.[at];
}

test('italics are upright in scripts that have none', () => {
  const slanted = globSync('src/**/*.css', { cwd: root }).filter((file) => {
    const css = readFileSync(join(root, file), 'utf8').replace(/@font-face \{[^}]*\}/g, '');
    return /font(?:-style)?:[^;]*\bitalic/.test(css.replaceAll('var(--slant, italic)', ''));
  });
  expect(slanted).toEqual([]);
});
