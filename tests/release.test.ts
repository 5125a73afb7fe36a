/** What a release is made of; `tests/recovery/release.test.ts` makes one and runs it. */
import { globSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { expect, test } from 'vitest';
import { readChangelog, upgradeKindOf } from '../scripts/release/changelog.ts';
import { forTheBuild, packagesToRun } from '../scripts/release/packages.ts';

const root = resolve(import.meta.dirname, '..');
const { version, dependencies } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as {
  version: string;
  dependencies: Record<string, string>;
};

test('every version in the changelog says how to upgrade to it, and the newest is that of package.json', () => {
  const released = readChangelog(root).filter((entry) => entry.version !== 'Unreleased');
  expect(released[0]?.version).toBe(version);
  for (const entry of released)
    expect(entry).toEqual({
      version: expect.stringMatching(/^\d+\.\d+\.\d+$/),
      date: expect.stringMatching(/^\d{4}-\d\d-\d\d$/),
      upgrade: expect.stringMatching(/^(rolling|needs a stop)$/),
    });
});

test('a version that the changelog does not know, or says nothing about, is not released', () => {
  const folder = mkdtempSync(join(tmpdir(), 'changelog-'));
  try {
    writeFileSync(
      join(folder, 'CHANGELOG.md'),
      '# Changelog\n\n## Unreleased\n\nUpgrade: rolling\n\n## 1.0.0 - 2027-01-01\n',
    );
    expect(() => upgradeKindOf(folder, '2.0.0')).toThrow('CHANGELOG.md has no heading "## 2.0.0 - "');
    expect(() => upgradeKindOf(folder, 'Unreleased')).toThrow('has no heading');
    expect(() => upgradeKindOf(folder, '1.0.0')).toThrow('does not say below 1.0.0 "Upgrade: rolling"');
  } finally {
    rmSync(folder, { recursive: true });
  }
});

test('every package that the server imports is in a release', () => {
  const files = globSync(['src/**/*.ts', 'scripts/{start,site,worker,admin,move-to-postgres}.ts'], { cwd: root });
  const onServer = files.filter((file) =>
    /\.(server|api|jobs|schema|kind)\.ts$|^src\/(platform|app\/(worker|feeds|cards))\//.test(file),
  );
  const imported = onServer
    .filter((file) => !file.includes('.test.'))
    .flatMap((file) => [
      ...readFileSync(join(root, file), 'utf8').matchAll(/(?:^import (?!type ).*? from |import\()'([^.#':]+)'/gm),
    ])
    .map(([, name = '']) =>
      name
        .split('/')
        .slice(0, name.startsWith('@') ? 2 : 1)
        .join('/'),
    );
  expect(imported).toContain('sharp');
  const packages = packagesToRun(root);
  for (const name of new Set(imported)) expect(packages).toContain(`node_modules/${name}`);
  for (const name of forTheBuild) expect(Object.keys(dependencies)).toContain(name);
});

test('every production package is named in docs/packages.md, with what it is for and whether a release has it', () => {
  const rows = readFileSync(join(root, 'docs/packages.md'), 'utf8').matchAll(
    /^\| (`.*`) \| (server|pages) \| [\d.]+ \| .+ \|$/gm,
  );
  const listed = [...rows].flatMap(([, names = '', where]) =>
    names.split(', ').map((name) => [name.slice(1, -1), where]),
  );
  const wanted = Object.keys(dependencies).map((name) => [name, forTheBuild.includes(name) ? 'pages' : 'server']);
  expect(Object.fromEntries(listed)).toMatchObject(Object.fromEntries(wanted));
});
