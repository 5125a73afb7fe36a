/**
 * `npm run test:mutations -- --count=40 --seed=1`: changes one small thing of the server at a time, in a copy, and runs the
 * unit tests; prints each change that no test notices. `--under=src/features/events` looks at one folder.
 */
import { execFileSync, spawnSync } from 'node:child_process';
import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { parseArgs } from 'node:util';

type Mutation = { file: string; line: number; before: string; after: string };

const root = resolve(import.meta.dirname, '../..');
const { values } = parseArgs({
  options: {
    count: { type: 'string', default: '40' },
    seed: { type: 'string', default: '1' },
    under: { type: 'string', default: 'src' },
  },
});

/** Each matches a piece of code that may be turned round. */
const turns: [RegExp, string][] = [
  [/===/, '!=='],
  [/!==/, '==='],
  [/(?<= )<(?= )/, '<='],
  [/(?<= )>(?= )/, '>='],
  [/<=/, '<'],
  [/>=/, '>'],
  [/&&/, '||'],
  [/\|\|/, '&&'],
  [/(?<= )\+ 1\b/, '+ 2'],
  [/(?<= )- 1\b/, '- 2'],
  [/\btrue\b/, 'false'],
  [/\bfalse\b/, 'true'],
  [/(?<=\()!(?=\w)/, ''],
  [/'desc'/, "'asc'"],
  [/, '='(?=, )/, ", '!='"],
  [/^\s*\.(where|orderBy|andWhere)\(.*\)$/, ''],
  [/^\s*await \w[\w.]*\(.*\);$/, ''],
  [/^\s*if \(.*\) (return|throw|continue)\b.*;$/, ''],
];

const random = seeded(Number(values.seed));
const copy = mkdtempSync(join(tmpdir(), 'site-mutations-'));
try {
  const files = list('src').filter((file) => file.startsWith(values.under) && isServerCode(file));
  for (const file of list('.')) cpSync(join(root, file), join(copy, file), { recursive: true });
  for (const folder of ['node_modules', 'dist']) symlinkSync(join(root, folder), join(copy, folder));
  const all = files.flatMap(mutationsOf);
  const survivors: Mutation[] = [];
  for (const mutation of draw(all, Number(values.count))) {
    const isNoticed = tryOut(mutation);
    console.log(`${isNoticed ? 'noticed ' : 'SURVIVED'} ${said(mutation)}`);
    if (!isNoticed) survivors.push(mutation);
  }
  console.log(
    `\n${survivors.length} of ${values.count} survived, of ${all.length} possible ones (seed ${values.seed})`,
  );
  process.exitCode = survivors.length > 0 ? 1 : 0;
} finally {
  rmSync(copy, { recursive: true, force: true });
}

function list(folder: string): string[] {
  return execFileSync('git', ['ls-files', folder], { cwd: root, encoding: 'utf8' }).trim().split('\n');
}

/** What runs on the server or is a rule; screens are looked at by the journeys. */
function isServerCode(file: string): boolean {
  return (
    /^src\/(features|platform|shared)\/.*\.ts$/.test(file) && !/\.test\.ts$|\.client\.ts$|\/(admin|pages)\//.test(file)
  );
}

function mutationsOf(file: string): Mutation[] {
  const lines = readFileSync(join(root, file), 'utf8').split('\n');
  return lines.flatMap((before, at) => {
    if (/^\s*(\/\/|\/?\*|import |export type |type )/.test(before)) return [];
    return turns
      .filter(([pattern]) => pattern.test(before))
      .map(([pattern, turned]) => ({ file, line: at + 1, before, after: before.replace(pattern, turned) }));
  });
}

/** The tests of the same folder first, then all. A change that the types refuse is noticed. */
function tryOut({ file, line, after }: Mutation): boolean {
  const path = join(copy, file);
  const original = readFileSync(path, 'utf8');
  writeFileSync(
    path,
    original
      .split('\n')
      .with(line - 1, after)
      .join('\n'),
  );
  try {
    return (
      !passes('tsc', ['-p', 'tsconfig.server.json']) ||
      !passes('vitest', ['run', '--bail=1', dirname(file)]) ||
      !passes('vitest', ['run', '--bail=1'])
    );
  } finally {
    writeFileSync(path, original);
  }
}

function passes(command: string, args: string[]): boolean {
  const options = { cwd: copy, stdio: 'ignore', timeout: 20 * 60_000 } as const;
  return spawnSync(join(root, 'node_modules/.bin', command), args, options).status === 0;
}

function said({ file, line, before, after }: Mutation): string {
  return `${file}:${line}\n    - ${before.trim()}\n    + ${after.trim() || '(gone)'}`;
}

function draw<T>(from: T[], count: number): T[] {
  const left = [...from];
  return Array.from(
    { length: Math.min(count, left.length) },
    () => left.splice(Math.floor(random() * left.length), 1)[0] as T,
  );
}

/** Mulberry32: numbers from 0 to 1 that a seed repeats. */
function seeded(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}
