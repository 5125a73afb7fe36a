import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';

const root = resolve(import.meta.dirname, '..');
const wanted = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as {
  scripts: Record<string, string>;
  engines: { node: string };
};
const needs = 'Node 20.19 or a later 20, or Node 22.12 or later';

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'old node-'));
  for (const file of ['package.json', 'scripts/check-node.cjs']) cpSync(join(root, file), join(folder, file));
});
afterAll(() => rmSync(folder, { recursive: true }));
beforeEach(() => rmSync(join(folder, 'node_modules'), { recursive: true, force: true }));

/** As npm leaves it; an old Node leaves out what is made for one machine. */
function install(...packages: string[]): void {
  for (const name of packages) {
    mkdirSync(join(folder, 'node_modules', name), { recursive: true });
    writeFileSync(join(folder, 'node_modules', name, 'package.json'), '{}');
  }
}

function check(npmsNode: string, event: string): { status: number | null; told: string } {
  const env = { npm_config_user_agent: `npm/10.8.2 node/v${npmsNode} linux x64`, npm_lifecycle_event: event };
  const { status, stderr } = spawnSync(process.execPath, ['-r', './scripts/check-node.cjs', '-e', ''], {
    cwd: folder,
    env,
    encoding: 'utf8',
  });
  return { status, told: stderr.trim() };
}

test.each(['12.22.12', '18.20.8', '20.11.0', '21.7.3', '22.11.0'])(
  'npm ci on Node %s ends with a sentence',
  (version) => {
    install('vite', '@rolldown/pluginutils');
    const refusal = `This site needs ${needs}, but this is Node ${version}: install a newer one and run "npm ci".`;
    for (const event of ['preinstall', 'start', 'test'])
      expect(check(version, event)).toEqual({ status: 1, told: refusal });
  },
);

test.each(['20.19.0', '20.20.2', '22.12.0', '24.0.0', '26.1.0'])('npm ci on Node %s ends well', (version) => {
  install('vite', '@rolldown/binding-linux-x64-gnu');
  for (const event of ['preinstall', 'start']) expect(check(version, event)).toEqual({ status: 0, told: '' });
});

test('packages installed by an old Node are reported to a new one, and complete packages work with any', () => {
  expect(check('24.0.0', 'start').told).toBe('The packages of this site are not installed: run "npm ci".');
  install('vite');
  expect(check('24.0.0', 'start').told).toBe(`An older Node has left packages out: with ${needs}, run "npm ci" again.`);
  install('@rolldown/binding-darwin-arm64');
  expect(check('18.20.8', 'start').status).toBe(0);
});

test('the required Node is the one that the strictest package requires', () => {
  const { packages } = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')) as {
    packages: Record<string, { engines?: { node?: string } }>;
  };
  expect(wanted.engines.node).toBe(packages['node_modules/rolldown']?.engines?.node);
});

test('every npm script checks its Node first', () => {
  const own = [
    'start',
    'dev',
    'build',
    'worker',
    'admin',
    'backup',
    'restore',
    'check',
    'test',
    'test:e2e',
    'test:long',
    'bench',
  ];
  for (const name of own)
    expect(wanted.scripts[name]).toMatch(/^(exec |\w+=true )?node -r \.\/scripts\/check-node\.cjs /);
  expect(wanted.scripts.preinstall).toBe('node scripts/check-node.cjs');
});

test('an old Node can read the script that checks it', () => {
  const code = readFileSync(join(root, 'scripts/check-node.cjs'), 'utf8').replace(/^\s*\/[/*].*$/gm, '');
  expect(code).not.toMatch(/=>|`|\?\.|\?\?|\b(const|let|class|async|await)\b|catch \{/);
});
