/** `npm run bench -- NAME`: builds the pages and runs a benchmark of `tests/bench`. What follows goes to it. */
import { spawnSync } from 'node:child_process';
import { resolve } from 'node:path';
import { buildIfNeeded } from './build.ts';

const benchmarks: Record<string, string> = {
  'admin-screens': 'admin-screens.ts',
  compare: 'compare.ts',
  lighthouse: 'lighthouse.ts',
  lists: 'admin-lists.ts',
  load: 'mixed.ts',
  'long-articles': 'long-articles.ts',
  memory: 'memory.ts',
  newsletter: 'newsletter.ts',
  'newsletter-distance': 'newsletter-distance.ts',
  'newsletter-queue': 'newsletter-queue.ts',
  'pages-while-backing-up': 'pages-while-backing-up.ts',
  'pages-while-sending': 'pages-while-sending.ts',
  scale: 'scale.ts',
  'sign-up': 'sign-up-opens.ts',
  speed: 'speed.ts',
  weight: 'weight.ts',
};

const [name = '', ...rest] = process.argv.slice(2);
const file = Object.hasOwn(benchmarks, name) ? benchmarks[name] : undefined;
if (file) {
  const root = resolve(import.meta.dirname, '..');
  await buildIfNeeded();
  process.exitCode =
    spawnSync(process.execPath, [`tests/bench/${file}`, ...rest], { cwd: root, stdio: 'inherit' }).status ?? 1;
} else {
  const said = name ? `There is no benchmark called ${name}.` : 'Which benchmark?';
  console.error(`${said} Type npm run bench -- and one of: ${Object.keys(benchmarks).join(', ')}.`);
  process.exitCode = 1;
}
