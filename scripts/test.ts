/**
 * `npm test`: check, then the unit and API tests on both engines, then visits while one person attacks, then the journeys
 * in a browser; what is named `.long.` it leaves to `npm run test:all`; `node scripts/test.ts e2e` runs only the journeys.
 * Ends with one line: how many passed, failed and were skipped.
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative, resolve } from 'node:path';
import { findChromium } from '../tests/support/browser.ts';
import { compileCache } from '../tests/support/compile-cache.ts';
import { measureSlowness } from '../tests/support/machine-slowness.ts';
import { installMissing, programsOfTests } from '../tests/support/programs.ts';
import { removeFolder, scratchFolder } from '../tests/support/scratch-folder.ts';
import { buildIfNeeded } from './build.ts';
import { check } from './check.ts';

type Count = { passed: number; failed: number; skipped: number; flaky?: number };
type VitestReport = Record<'numPassedTests' | 'numFailedTests' | 'numPendingTests' | 'numTodoTests', number> & {
  testResults: { name: string; status: string }[];
};

const root = resolve(import.meta.dirname, '..');
const scratch = scratchFolder();
if (scratch) process.env.TMPDIR = scratch;
process.env.NODE_COMPILE_CACHE ??= compileCache;
// In the scratch folder each run would translate every journey again.
process.env.PWTEST_CACHE_DIR ??= join(compileCache, 'journeys');
const reports = mkdtempSync(join(tmpdir(), 'site-reports-'));
const [only, ...rest] = process.argv.slice(2);
if (!only) process.env.TEST_SAMPLE = 'true';
const counts: Count[] = [];
/** Runs in a process group of its own, to be ended with all that it starts. */
const hasGroups = process.platform !== 'win32';
let running: ChildProcess | undefined;

for (const [signal, code] of [['SIGHUP', 129] as const, ['SIGINT', 130] as const, ['SIGTERM', 143] as const])
  process.once(signal, () => {
    if (running) end(running);
    tidy();
    process.exit(code);
  });

try {
  if (only !== 'e2e') {
    heading('Check');
    counts.push({ passed: 0, failed: (await check()) ? 0 : 1, skipped: 0 });
    heading('Unit and API tests');
    installMissing(programsOfTests);
    // Builds once, before several parts need it at the same time; the journeys report its failure.
    await buildIfNeeded().catch(() => {});
    counts.push(await vitestTests('unit'));
    heading('While one person attacks');
    const attack = ['--config', 'tests/attack/vitest.config.ts', 'tests/attack/availability.test.ts'];
    counts.push(await vitestTests('attack', attack));
  }
  heading('Journeys in a browser');
  counts.push(await journeys(only === 'e2e' ? rest : []));
} finally {
  tidy();
}

const sum = (key: keyof Count) => counts.reduce((total, count) => total + (count[key] ?? 0), 0);
const skipped = sum('skipped');
const flaky = sum('flaky');
process.exitCode = sum('failed') > 0 ? 1 : 0;
const others = [skipped && `${skipped} skipped`, flaky && `${flaky} passed only at the second attempt`];
console.log(`\n${[`${sum('passed')} passed`, `${sum('failed')} failed`, ...others.filter(Boolean)].join(', ')}`);

/** Failures in a few files are retried once, alone: a busy machine may have been too slow. */
async function vitestTests(name: string, options: string[] = []): Promise<Count> {
  const first = await vitestRun(name, options);
  const files = first.failedFiles;
  if (!files.length || files.length > 3) return first;
  console.log(`\nOnce more, alone: ${files.map((file) => relative(root, file)).join(', ')}`);
  const second = await vitestRun(`${name}-again`, [
    ...options.filter((option) => !option.endsWith('.test.ts')),
    ...files,
  ]);
  if (second.failed) return first;
  return { ...first, passed: first.passed + first.failed, failed: 0, flaky: first.failed };
}

async function vitestRun(name: string, options: string[]): Promise<Count & { failedFiles: string[] }> {
  const file = join(reports, `${name}.json`);
  const reporters = ['--reporter=dot', '--reporter=json', `--outputFile.json=${file}`];
  const command = ['node_modules/vitest/vitest.mjs', 'run', ...options, ...reporters];
  const isGood = await run(command, { report: file, minutes: 20 });
  let failedFiles: string[] = [];
  const count = counted(isGood, () => {
    const report = JSON.parse(readFileSync(file, 'utf8')) as VitestReport;
    failedFiles = report.testResults.filter(({ status }) => status === 'failed').map((result) => result.name);
    return {
      passed: report.numPassedTests,
      failed: report.numFailedTests,
      skipped: report.numPendingTests + report.numTodoTests,
    };
  });
  return { ...count, failedFiles };
}

async function journeys(options: string[]): Promise<Count> {
  const file = join(reports, 'journeys.json');
  let browser: Awaited<ReturnType<typeof findChromium>>;
  try {
    browser = await findChromium();
    await buildIfNeeded();
  } catch (error) {
    console.error(error instanceof Error ? error.message : error);
    return { passed: 0, failed: 1, skipped: 0 };
  }
  const env = { ...browser.env, CHROMIUM_PATH: browser.executablePath, PLAYWRIGHT_JSON_OUTPUT_FILE: file };
  // Whatever else is wanted, the count comes from the report.
  const isReporter = (option: string) => option.startsWith('--reporter=');
  const reporter = options.find(isReporter) ?? '--reporter=dot';
  const others = options.filter((option) => !isReporter(option));
  const command = ['node_modules/@playwright/test/cli.js', 'test', `${reporter},json`, ...others];
  const isGood = await run(command, { env, report: file, minutes: process.env.ACCESS_EVERYWHERE ? 60 : 40 });
  return counted(isGood, () => {
    const { stats } = JSON.parse(readFileSync(file, 'utf8')) as { stats: Record<string, number> };
    const passed = (stats.expected ?? 0) + (stats.flaky ?? 0);
    return { passed, failed: stats.unexpected ?? 0, skipped: stats.skipped ?? 0, flaky: stats.flaky ?? 0 };
  });
}

/** A run that fails without a failing test, or without a report, counts as one failure. */
function counted(isGood: boolean, read: () => Count): Count {
  try {
    const count = read();
    return { ...count, failed: isGood ? count.failed : Math.max(1, count.failed) };
  } catch {
    return { passed: 0, failed: 1, skipped: 0 };
  }
}

type Part = { report: string; minutes: number; env?: Record<string, string> };

/**
 * Whether the command succeeded. It has its minutes, and one more after it has written its report: a process that a test left
 * behind counts as a failure and is ended with all that the command started.
 */
async function run(args: string[], { report, minutes, env = {} }: Part): Promise<boolean> {
  // The load may have changed since the last part.
  const slowness = Number(process.env.TEST_SLOWNESS) || measureSlowness();
  const limits = { TEST_SLOWNESS: String(slowness) };
  const options = { cwd: root, env: { ...process.env, ...env, ...limits }, detached: hasGroups } as const;
  const child = spawn(process.execPath, args, { ...options, stdio: ['ignore', 'inherit', 'inherit'] });
  running = child;
  const started = Date.now();
  const watch = setInterval(() => {
    const reported = statSync(report, { throwIfNoEntry: false })?.mtimeMs;
    const isLate = Date.now() - started > slowness * minutes * 60_000;
    if (!isLate && !(reported && Date.now() - reported > slowness * 60_000)) return;
    const reason = isLate ? 'it takes too long' : 'the report is written, but it does not end';
    console.error(`\nStopped: ${reason}.`);
    end(child);
  }, 1_000);
  const code = await new Promise((done) => child.once('close', done));
  clearInterval(watch);
  end(child);
  running = undefined;
  return code === 0;
}

/** Ends the process group. */
function end(child: ChildProcess): void {
  try {
    if (child.pid) process.kill(hasGroups ? -child.pid : child.pid, 'SIGKILL');
  } catch {
    // The process has already ended.
  }
}

function tidy(): void {
  for (const folder of scratch ? [reports, scratch] : [reports]) removeFolder(folder);
}

function heading(text: string): void {
  console.log(`\n── ${text} ${'─'.repeat(Math.max(0, 60 - text.length))}`);
}
