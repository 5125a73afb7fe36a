import { spawnSync } from 'node:child_process';
import {
  existsSync,
  globSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, dirname, join, relative, resolve } from 'node:path';
import { expect, test } from 'vitest';

const root = resolve(import.meta.dirname, '..');
const sources = globSync('src/**/*.{ts,tsx}', { cwd: root }).sort();

/** Each of these breaks one rule of the house; the linter must say so, in that file and by that rule. */
const trespasses: [file: string, code: string, rule: string][] = [
  ['src/shared/a.ts', "import { x } from '#platform/x.ts';\nx();", 'no-restricted-imports'],
  ['src/shared/b.ts', "import { readFileSync } from 'node:fs';\nreadFileSync('');", 'no-restricted-imports'],
  ['src/shared/c.ts', "import { z } from 'zod';\nz.any();", 'no-restricted-imports'],
  ['src/ui/a.tsx', "import { x } from '#platform/x.ts';\nx();", 'no-restricted-imports'],
  ['src/ui/b.tsx', "import { x } from '#features/members/member.ts';\nx();", 'no-restricted-imports'],
  ['src/ui/c.tsx', "import { z } from 'zod';\nz.any();", 'no-restricted-imports'],
  ['src/platform/db/a.ts', "import { x } from '#features/members/member.ts';\nx();", 'no-restricted-imports'],
  ['src/platform/b.ts', "import { x } from '#app/main.ts';\nx();", 'no-restricted-imports'],
  ['src/platform/c.ts', "import { x } from '#ui/forms/button.tsx';\nx();", 'no-restricted-imports'],
  [
    'src/features/books/books.server.ts',
    "import { x } from '#features/events/event.ts';\nx();",
    'no-restricted-imports',
  ],
  ['src/features/books/books.api.ts', "import { x } from '#app/server.ts';\nx();", 'no-restricted-imports'],
  ['src/features/books/books.jobs.ts', "await import('#features/events/events.server.ts');", 'no-restricted-imports'],
  [
    'src/features/books/lending.server.ts',
    "import { x } from '../events/event.ts';\nx();",
    'no-relative-parent-imports',
  ],
  ['src/features/books/book.ts', "import { x } from './books.server.ts';\nx();", 'no-restricted-imports'],
  ['src/features/books/shelf.ts', "import { x } from '#platform/clock.ts';\nx();", 'no-restricted-imports'],
  ['src/features/books/books.client.ts', "import { x } from './books.api.ts';\nx();", 'no-restricted-imports'],
  ['src/features/books/book-card.tsx', "import { Book } from './book.schema.ts';\nBook();", 'no-restricted-imports'],
  ['src/features/books/pages/a.route.tsx', "import { x } from '../books.server.ts';\nx();", 'no-restricted-imports'],
  ['src/features/books/pages/b.tsx', "import { x } from '../../events/event.ts';\nx();", 'no-restricted-imports'],
  ['src/features/books/pages/c.tsx', "import { x } from '#platform/log.ts';\nx();", 'no-restricted-imports'],
  [
    'src/features/books/pages/d.ts',
    "import { readFileSync } from 'node:fs';\nreadFileSync('');",
    'no-restricted-imports',
  ],
  ['src/features/books/admin/a.tsx', "await import('../books.jobs.ts');", 'no-restricted-imports'],
  [
    'src/features/newsletter/a.server.ts',
    "import { x } from '#features/events/event.ts';\nx();",
    'no-restricted-imports',
  ],
  [
    'src/features/newsletter/content/a.server.ts',
    "import { x } from '#features/newsletter/subscribers/subscribers.server.ts';\nx();",
    'no-restricted-imports',
  ],
  [
    'src/features/newsletter/subscribers/a.server.ts',
    "import { x } from '#features/newsletter/delivery/queue/enqueue-deliveries.server.ts';\nx();",
    'no-restricted-imports',
  ],
  [
    'src/features/newsletter/subscribers/admin/a.tsx',
    "import { x } from '#features/newsletter/issues/admin/issue-card.tsx';\nx();",
    'no-restricted-imports',
  ],
  [
    'src/features/newsletter/bounces/a.jobs.ts',
    "import { x } from '#features/newsletter/delivery/queue/enqueue-deliveries.server.ts';\nx();",
    'no-restricted-imports',
  ],
  [
    'src/features/newsletter/delivery/kept/a.server.ts',
    "import { x } from '#features/newsletter/issues/issues.server.ts';\nx();",
    'no-restricted-imports',
  ],
  [
    'src/features/newsletter/delivery/b.server.ts',
    "import { x } from '../issues/issues.server.ts';\nx();",
    'no-relative-parent-imports',
  ],
  ['src/app/routes.ts', "import { x } from '#features/books/books.server.ts';\nx();", 'no-restricted-imports'],
  ['src/app/public/a.tsx', "import { x } from '#platform/log.ts';\nx();", 'no-restricted-imports'],
  ['src/app/admin/a.ts', "import { Book } from '#features/books/book.schema.ts';\nBook();", 'no-restricted-imports'],
  ['src/features/books/index.ts', "export * from './nothing.ts';", 'no-barrel-file'],
  ['src/platform/ring-a.ts', "import { b } from './ring-b.ts';\nexport const a = () => b();", 'no-cycle'],
  ['src/platform/ring-b.ts', "import { a } from './ring-a.ts';\nexport const b = () => a();", 'no-cycle'],
  ['src/platform/camelCase.ts', 'export const a = 1;', 'filename-case'],
  ['src/platform/default.ts', 'export default 1;', 'no-default-export'],
  ['src/platform/floating.ts', 'const work = async () => 1;\nwork();', 'no-floating-promises'],
  ['src/platform/any.ts', 'export const a = (b: any) => b;', 'no-explicit-any'],
];

/** And these are allowed, so that the fences stand where they should and not closer. */
const rightsOfWay: [file: string, code: string][] = [
  ['src/features/films/films.server.ts', "import { x } from '#features/uploads/uploads.server.ts';\nx();"],
  ['src/features/films/films.api.ts', "import { x } from '#platform/http/api.ts';\nx();"],
  ['src/features/films/film-card.tsx', "import type { Film } from './film.schema.ts';\nexport type Reel = Film;"],
  ['src/features/films/pages/film.route.tsx', "import { x } from '../films.client.ts';\nx();"],
  ['src/features/films/film-list.tsx', "import { useState } from 'react';\nexport const useReel = () => useState(0);"],
  ['src/features/films/film.ts', "import { countOf } from '#shared/text.ts';\ncountOf(1, '');"],
  ['src/features/films/admin/films.tsx', "import { x } from '#features/uploads/field/picture-field.tsx';\nx();"],
  ['src/features/newsletter/b.server.ts', "import { x } from '#features/articles/articles.server.ts';\nx();"],
  [
    'src/features/newsletter/delivery/c.server.ts',
    "import { x } from '#features/newsletter/bounces/bounces.server.ts';\nimport { y } from '#features/newsletter/newsletter.ts';\nx(y);",
  ],
  [
    'src/features/newsletter/issues/a.server.ts',
    "import { x } from '#features/newsletter/delivery/queue/enqueue-deliveries.server.ts';\nx();",
  ],
  [
    'src/features/newsletter/subscribers/admin/b.tsx',
    "import { x } from '#features/newsletter/admin/newsletter-nav.tsx';\nx();",
  ],
  ['src/app/server.ts', "import { x } from '#features/films/films.api.ts';\nx();"],
  ['src/app/public/b.tsx', "import { x } from '#features/films/film-card.tsx';\nx();"],
];

test('the linter refuses every trespass and allows every right of way, in a feature it has never seen', () => {
  const house = mkdtempSync(join(tmpdir(), 'one-health-house-'));
  try {
    for (const [file, code] of [...trespasses, ...rightsOfWay]) {
      mkdirSync(join(house, dirname(file)), { recursive: true });
      writeFileSync(join(house, file), `${code}\n`);
    }
    for (const config of ['.oxlintrc.json', 'tsconfig.base.json'])
      writeFileSync(join(house, config), readFileSync(join(root, config)));
    writeFileSync(join(house, 'tsconfig.json'), '{ "extends": "./tsconfig.base.json", "include": ["src"] }');
    symlinkSync(join(root, 'node_modules'), join(house, 'node_modules'));

    const found = lint(house);
    const expected = trespasses.map(([file, , rule]) => `${file}: ${rule}`);
    expect(expected.filter((trespass) => !found.includes(trespass))).toEqual([]);
    const fenced = /(no-restricted-imports|no-relative-parent-imports)$/;
    expect(found.filter((line) => rightsOfWay.some(([file]) => line.startsWith(file)) && fenced.test(line))).toEqual(
      [],
    );
  } finally {
    rmSync(house, { recursive: true, force: true });
  }
});

/** Runs oxlint there; each finding as 'file: rule'. */
function lint(folder: string): string[] {
  const { stdout, stderr } = spawnSync(join(root, 'node_modules/.bin/oxlint'), ['-f', 'json', 'src'], {
    cwd: folder,
    encoding: 'utf8',
  });
  const report = JSON.parse(stdout || `{"error":${JSON.stringify(stderr)}}`) as {
    diagnostics: { filename: string; code?: string }[];
  };
  return report.diagnostics.map(({ filename, code }) => `${filename}: ${code?.match(/\((.+)\)/)?.[1] ?? code}`);
}

test('every file of a feature has a role that its name tells', () => {
  const roles = ['kind', 'server', 'api', 'jobs', 'client', 'schema', 'route', 'test', 'journey', 'module', 'browser'];
  const strangers = globSync('src/features/**/*.*', { cwd: root }).filter((file) => {
    const suffixes = basename(file).split('.').slice(1, -1);
    return suffixes.some((suffix) => !roles.includes(suffix));
  });
  expect(strangers).toEqual([]);
});

test('a test has the stem of what it tests, or is a journey through several files', () => {
  const strays = globSync('src/**/*.test.ts', { cwd: root })
    .filter((file) => !file.endsWith('.journey.test.ts'))
    .filter((file) => globSync(file.replace(/\.test\.ts$/, '{.ts,.tsx,.*.ts,.*.tsx}'), { cwd: root }).every(isTest));
  expect(strays).toEqual([]);
});

function isTest(file: string): boolean {
  return file.includes('.test.');
}

test('a page and its loader live in pages/, and a role file lives nowhere else than in its feature', () => {
  expect(sources.filter((file) => file.endsWith('.route.tsx') && !/\/pages\/|^src\/app\//.test(file))).toEqual([]);
  expect(
    sources.filter((file) => /\.(server|api|jobs|schema)\.ts$/.test(file) && !/^src\/features\//.test(file)),
  ).toEqual([]);
});

test('the tree has the rooms of docs/architecture.md and no others', () => {
  const folders = (path: string) =>
    readdirSync(join(root, path), { withFileTypes: true })
      .filter((entry) => entry.isDirectory())
      .map((entry) => entry.name)
      .sort();
  expect(folders('src')).toEqual(['app', 'features', 'platform', 'shared', 'ui']);
  const strays = foldersOf('src/features/').filter((folder) => layers.test(basename(folder)));
  expect(strays).toEqual([]);
});

/** A folder is a concept, or what its screens are; never a layer. */
const layers = /^(server|client|api|components?|hooks?|lib|utils?|helpers?|types?|models?|services?|common)$/;
const mostFiles = 15;

test('a folder with more than 15 source files has concept folders', () => {
  const full = foldersOf('src/').filter((folder) => {
    const files = sources.filter((file) => dirname(file) === folder && !file.includes('.test.'));
    return files.length > mostFiles;
  });
  expect(full).toEqual([]);
});

/** Each folder below `path` that holds source files, e.g. 'src/features/newsletter/delivery'. */
function foldersOf(path: string): string[] {
  return [...new Set(sources.filter((file) => file.startsWith(path)).map((file) => dirname(file)))];
}

test('no import climbs two folders or leaves its room by a relative path', () => {
  const climbs = sources.flatMap((file) =>
    relativeImports(file)
      .filter((path) => !path.endsWith('/vite.config.ts'))
      .filter((path) => path.startsWith('../../') || roomOf(join(dirname(file), path)) !== roomOf(file))
      .map((path) => `${file}: ${path}`),
  );
  expect(climbs).toEqual([]);
});

function relativeImports(file: string): string[] {
  const code = readFileSync(join(root, file), 'utf8');
  return [...code.matchAll(/(?:from|import)\s*\(?\s*'(\.[^']+)'/g)].map((match) => match[1] ?? '');
}

/** 'src/features/articles' or 'src/platform'. */
function roomOf(file: string): string {
  const [src, room, feature] = relative(root, resolve(root, file)).split('/');
  return room === 'features' ? `${src}/${room}/${feature}` : `${src}/${room}`;
}

test('what a style sheet of ours names by url() is there', () => {
  const sheets = globSync('src/**/*.css', { cwd: root });
  const named = sheets.flatMap((sheet) => {
    const css = readFileSync(join(root, sheet), 'utf8');
    return [...css.matchAll(/url\(['"]?([^'")]+)/g)].map(([, url = '']) => ({ sheet, url }));
  });
  const isThere = ({ sheet, url }: { sheet: string; url: string }) =>
    /^(data:|\/|@fontsource)/.test(url) || existsSync(join(root, dirname(sheet), url));
  expect(named.length).toBeGreaterThan(0);
  expect(named.filter((entry) => !isThere(entry))).toEqual([]);
});

test('what Node runs is never .tsx, and no module is called index', () => {
  const nativeViews = sources
    .filter((file) => /\.(server|api|jobs|schema)\.ts$/.test(file) || file.startsWith('src/platform/'))
    .filter((file) => /from '[^']+\.tsx'/.test(readFileSync(join(root, file), 'utf8')));
  expect(nativeViews).toEqual([]);
  expect(sources.filter((file) => /^index\./.test(basename(file)))).toEqual([]);
});

test('one module opens the database file', () => {
  // Any other descriptor of the file, once closed, drops the locks of the whole process; so does a second SQLite library.
  const others = [...sources, ...globSync('scripts/*.ts', { cwd: root })].filter(
    (file) =>
      !file.includes('.test.') &&
      file !== 'src/platform/db/database-file.ts' &&
      /^import (?!type)[^;]*from 'node:sqlite'|'site\.db/m.test(readFileSync(join(root, file), 'utf8')),
  );
  expect(others).toEqual([]);
  const { packages } = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')) as { packages: object };
  expect(Object.keys(packages).filter((name) => /sqlite|libsql/.test(name))).toEqual([]);
});

test('both engines have the same migrations, numbered without a gap', () => {
  const names = (engine: string) =>
    existsSync(join(root, 'db/migrations', engine)) ? readdirSync(join(root, 'db/migrations', engine)).sort() : [];
  expect(names('sqlite').length).toBeGreaterThan(0);
  expect(names('postgres')).toEqual(names('sqlite'));
  const numbers = names('sqlite').map((name) => Number(/^(\d{4})_[a-z0-9_]+\.sql$/.exec(name)?.[1]));
  expect(numbers).toEqual(numbers.map((_, index) => index + 1));
});

test('no migration gives a place in a table of SQLite to another column', () => {
  // A process that goes on while another one migrates knows the columns of its kept statements by number and place.
  const folder = join(root, 'db/migrations/sqlite');
  const files = readdirSync(folder).filter((name) =>
    /\b(DROP\s+COLUMN|RENAME\s+(COLUMN\s+)?\w+\s+TO)\b/i.test(readFileSync(join(folder, name), 'utf8')),
  );
  expect(files).toEqual([]);
});
