/** `npm run check`: format and imports, lint and direction, types of both worlds, dead code, regular expressions, words, sizes. */
import { spawn } from 'node:child_process';
import { delimiter, join, resolve } from 'node:path';

const root = resolve(import.meta.dirname, '..');
const bin = join(root, 'node_modules/.bin');

/** In seconds of processor time, of which they need some 30. What is not decided by then is named, and the step fails. */
const patternsLimit = process.platform === 'win32' ? '' : 'ulimit -t 600; ';

const steps: [name: string, command: string][] = [
  ['format and imports', 'biome check --max-diagnostics=50 .'],
  ['lint and direction', 'oxlint --type-aware'],
  ['types, server', 'tsc -p tsconfig.server.json'],
  ['types, browser', 'tsc -p tsconfig.browser.json'],
  ['dead code', 'knip'],
  ['regular expressions', `${patternsLimit}node scripts/check-patterns.ts`],
  ['words', 'node scripts/check-words.ts'],
  ['sizes', 'node scripts/check-sizes.ts'],
];

if (process.argv[1] === import.meta.filename) process.exitCode = (await check()) ? 0 : 1;

/** Prints a line for each step and the output of those that fail; true when all are well. */
export async function check(): Promise<boolean> {
  const results = await Promise.all(steps.map(async ([name, command]) => ({ name, command, ...(await run(command)) })));
  for (const { name, isGood, seconds } of results)
    console.log(`${isGood ? 'ok  ' : 'FAIL'}  ${name} (${seconds.toFixed(1)} s)`);
  const failures = results.filter(({ isGood }) => !isGood);
  for (const { name, command, output } of failures) console.log(`\n── ${name}: ${command}\n${output.trim()}`);
  return failures.length === 0;
}

async function run(command: string): Promise<{ isGood: boolean; output: string; seconds: number }> {
  const started = performance.now();
  const child = spawn(command, {
    cwd: root,
    shell: true,
    // The types stay in memory to the end: Go's collector, with room, saves an eighth of the work.
    env: { ...process.env, GOGC: '400', PATH: `${bin}${delimiter}${process.env.PATH ?? ''}` },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (output += chunk));
  const code = await new Promise<number | null>((done) => child.once('close', done));
  return { isGood: code === 0, output, seconds: (performance.now() - started) / 1000 };
}
