/** Refuses sizes of type and radii that are not of the one scale, whose tokens stand in src/ui/theme/tokens.css. */
import { globSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';

const root = resolve(import.meta.dirname, '..');

const token = String.raw`var\(--text-[1-9]\)`;
// The second gives way on a narrow screen with large type.
const size = String.raw`(?:${token}|min\(${token}, [\d.]+vw\))`;
const leading = String.raw`(?:[\d.]+|max\([\d.]+, var\(--leading, 1\)\))`;
const radius = String.raw`(?:0|var\(--radius-[1-3]\)|var\(--round\))`;

const allowed: Record<string, RegExp> = {
  'font-size': new RegExp(`^(?:inherit|${size})$`),
  font: new RegExp(
    String.raw`^(?:inherit|(?:var\(--slant, italic\) )?(?:\d+ )?${size}(?: / ${leading})? (?:'Fraunces Book',\s+)?var\(--font-\w+\))$`,
  ),
  'border-radius': new RegExp(`^(?:inherit|${radius}(?: ${radius}){0,3})$`),
};

const exceptions = [
  // Initials, as large as the picture that they stand for.
  'src/ui/page/picture.module.css: font: 600 30cqmin / 1 var(--font-heading)',
];

const faults = globSync('src/**/*.css', { cwd: root })
  .sort()
  .flatMap((file) => {
    const css = readFileSync(join(root, file), 'utf8').replace(/\/\*.*?\*\//gs, '');
    return [...css.matchAll(/[\s{;](font|font-size|border(?:-\w+)*-radius)\s*:\s*([^;{}]+);/g)]
      .filter(([, name = '', value = '']) => !(allowed[name] ?? allowed['border-radius'])?.test(value))
      .map(([, name, value]) => `${file.replaceAll('\\', '/')}: ${name}: ${value}`);
  })
  .filter((fault) => !exceptions.includes(fault));

console.log(faults.length > 0 ? `Not of the scale:\n${faults.join('\n')}` : 'Every size is of the scale.');
process.exitCode = faults.length > 0 ? 1 : 0;
