/**
 * `npm run test:long -- mutations --count=40 --seed=1`: changes one small thing of the server at a time, in a copy, and runs the
 * unit tests; prints each change that no test notices. `--under=src/features/events` looks at one folder, `--first=21` goes on
 * with the twenty-first of a seed. A test notices a change when it fails with it, fails again by itself, and passes without it:
 * on a busy machine others fail. `--rule` breaks each half of 'nobody twice, nobody missing' instead. The nearest tests run first, then those of the whole API, and with `--near` no others; each
 * test once, and on PostgreSQL only where the file names it.
 */
import { execFileSync, spawnSync } from 'node:child_process';
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, relative, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { longFiles } from '../support/long-files.ts';
import { patientNow } from '../support/patience.ts';
import { scratchFolder } from '../support/scratch-folder.ts';

/** A change may make a loop endless: no test tells that. */
class NoEnd extends Error {}

type Mutation = { file: string; line: number; before: string; after: string };

const root = resolve(import.meta.dirname, '../..');
const { values } = parseArgs({
  options: {
    count: { type: 'string', default: '40' },
    seed: { type: 'string', default: '1' },
    first: { type: 'string', default: '1' },
    under: { type: 'string', default: 'src' },
    near: { type: 'boolean', default: false },
    rule: { type: 'boolean', default: false },
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

/** Each breaks one half of the rule that no one gets a mail twice by itself, and no one is missing without being named unsure. */
const ofRule: [file: string, before: string, after: string][] = [
  // Twice: what may have arrived is sent again; the end goes out though the row does not say so.
  [
    'mail-rows',
    ".set({ state: 'unknown', leaseUntil: null, nextAttemptAt: never })",
    ".set({ state: 'queued', leaseUntil: null })",
  ],
  ['attempts', 'isHeldBack = !(await mark());', 'isHeldBack = !(await mark()) && false;'],
  // Missing: what may not have arrived counts as sent; what a dead worker had claimed is claimed by no one.
  [
    'mail-rows',
    ".set({ state: 'unknown', leaseUntil: null, nextAttemptAt: never })",
    ".set({ state: 'sent', leaseUntil: null })",
  ],
  [
    'mail-rows',
    'return sql<boolean>`(lease_until is null or ${isLeaseOver(now)})`;',
    'return sql<boolean>`(lease_until is null and ${isLeaseOver(now)} is not null)`;',
  ],
];

/** They read the sources or the documentation and run nothing of the server, or take minutes for what others see as well. */
const leftOut = [
  ...['architecture', 'container', 'how-to', 'logical-styles', 'old-node', 'weight'],
  ...['crash', 'full-disk.long'],
].map((name) => `tests/${name}.test.ts`);

/** The process that decodes pictures may read nothing outside the copy. */
const ofDecoder = new Set(['sharp', '@img', 'detect-libc', 'semver']);

const ofApi = list('tests').filter((file) => /^tests\/(api[\w-]*|[\w-]+\.journey)\.test\.ts$/.test(file));
const random = seeded(Number(values.seed));
const isGoodUnchanged = new Map<string, boolean>();
const scratch = scratchFolder();
if (scratch) process.env.TMPDIR = scratch;
const copy = mkdtempSync(join(tmpdir(), 'site-mutations-'));
try {
  const files = list('src').filter((file) => file.startsWith(values.under) && isServerCode(file));
  for (const file of list('.')) cpSync(join(root, file), join(copy, file), { recursive: true });
  symlinkSync(join(root, 'dist'), join(copy, 'dist'));
  linkPackages();
  const all = files.flatMap(mutationsOf);
  if (!areTypesGood()) throw new Error('The types are not good before anything is changed.');
  const survivors: Mutation[] = [];
  const first = Number(values.first);
  const last = first + Number(values.count) - 1;
  const tried = values.rule ? ofRule.map(mutationOfRule) : draw(all, last).slice(first - 1);
  for (const mutation of tried) {
    const noticedBy = tryOut(mutation);
    console.log(`${noticedBy ? 'noticed ' : 'SURVIVED'} ${said(mutation)}${noticedBy ? `\n    by ${noticedBy}` : ''}`);
    if (!noticedBy) survivors.push(mutation);
  }
  console.log(
    `\n${survivors.length} of ${tried.length} survived, of ${all.length} possible ones (seed ${values.seed})`,
  );
  process.exitCode = survivors.length > 0 ? 1 : 0;
} finally {
  for (const folder of [copy, scratch]) if (folder) rmSync(folder, { recursive: true, force: true });
}

function linkPackages(): void {
  const [from, to] = [root, copy].map((place) => join(place, 'node_modules')) as [string, string];
  mkdirSync(to);
  for (const name of readdirSync(from))
    if (ofDecoder.has(name)) cpSync(join(from, name), join(to, name), { recursive: true });
    else symlinkSync(join(from, name), join(to, name));
}

function list(folder: string): string[] {
  const command = ['ls-files', '--cached', '--others', '--exclude-standard', folder];
  return execFileSync('git', command, { cwd: root, encoding: 'utf8' }).trim().split('\n');
}

/** What runs on the server or is a rule; screens are looked at by the journeys. */
function isServerCode(file: string): boolean {
  const isSource = /^src\/(features|platform|shared)\/.*\.ts$/.test(file);
  return isSource && !/\.(test|client|browser)\.ts$|\/use-[\w-]+\.ts$|\/(admin|pages|editor)\//.test(file);
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

function mutationOfRule([name, before, after]: (typeof ofRule)[number]): Mutation {
  const file = `src/platform/mail/queue/${name}.ts`;
  const lines = readFileSync(join(root, file), 'utf8').split('\n');
  const at = lines.findIndex((line) => line.trim() === before);
  if (at < 0) throw new Error(`${file} has no line ${before}`);
  return { file, line: at + 1, before, after };
}

/** What notices it: the types or a test; null for nothing. */
function tryOut({ file, line, after }: Mutation): string | null {
  const path = join(copy, file);
  const original = readFileSync(path, 'utf8');
  const changed = original
    .split('\n')
    .with(line - 1, after)
    .join('\n');
  const engines = /postgres/i.test(original) ? 'both' : 'sqlite';
  const isGood = (test: string) => failingTests(engines, [test]).length === 0;
  const passesUnchanged = (test: string) => {
    if (!isGoodUnchanged.has(test)) {
      writeFileSync(path, original);
      isGoodUnchanged.set(test, isGood(test));
      writeFileSync(path, changed);
    }
    return isGoodUnchanged.get(test);
  };
  const late: string[] = [];
  const find = (scope: Scope): string | undefined => {
    const options = [...leftOut, ...scope.without, ...late].map((test) => `--exclude=${test}`);
    const failing = failingTests(engines, [...scope.tests, '--bail=1', ...options]);
    const noticing = failing.find((test) => !isGood(test) && passesUnchanged(test));
    if (noticing || failing.length === 0) return noticing;
    // These failed for want of time, and nothing after them has run.
    late.push(...failing);
    return find(scope);
  };
  writeFileSync(path, changed);
  try {
    if (!areTypesGood()) return 'the types';
    for (const scope of scopesOf(file)) {
      const noticing = find(scope);
      if (noticing) return noticing;
    }
    return null;
  } catch (error) {
    if (error instanceof NoEnd) return error.message;
    throw error;
  } finally {
    writeFileSync(path, original);
  }
}

type Scope = { tests: string[]; without: string[] };

/** The tests of the same folder, of the same feature, of the whole API, all others, and at last those that take long. */
function scopesOf(file: string): Scope[] {
  const folder = dirname(file);
  const feature = file.split('/').slice(0, 3).join('/');
  const long = longFiles.map((name) => `**/${name}`);
  const near = [
    { tests: [`${folder}/`], without: long },
    ...(folder === feature ? [] : [{ tests: [`${feature}/`], without: [...long, `${folder}/**`] }]),
    { tests: ofApi, without: [] },
  ];
  if (values.near) return near;
  return [
    ...near,
    { tests: [], without: [...long, ...ofApi, `${feature}/**`, `${folder}/**`] },
    { tests: longFiles, without: [] },
  ];
}

function areTypesGood(): boolean {
  const state = join(copy, 'server.tsbuildinfo');
  return run('tsc', ['-p', 'tsconfig.server.json', '--incremental', '--tsBuildInfoFile', state]) === 0;
}

/** The files whose tests fail. */
function failingTests(engines: 'both' | 'sqlite', options: string[]): string[] {
  const report = join(copy, 'report.json');
  rmSync(report, { force: true });
  process.env.TEST_ENGINES = engines;
  run('vitest', ['run', '--passWithNoTests', '--reporter=json', `--outputFile=${report}`, ...options]);
  if (!existsSync(report)) return [];
  const { testResults } = JSON.parse(readFileSync(report, 'utf8')) as {
    testResults: { name: string; status: string }[];
  };
  return testResults.filter(({ status }) => status === 'failed').map(({ name }) => relative(copy, name));
}

function run(command: string, args: string[]): number | null {
  // Each run measures anew how slow the machine is.
  const env = { ...process.env, TEST_SLOWNESS: '' };
  const options = { cwd: copy, env, stdio: 'ignore', timeout: patientNow(12 * 60_000) } as const;
  const { status, signal } = spawnSync(join(root, 'node_modules/.bin', command), args, options);
  if (signal) throw new NoEnd(`${command} ${args.join(' ')}, which did not end`);
  return status;
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
