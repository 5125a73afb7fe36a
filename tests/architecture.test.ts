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
import { allowedImports, forbiddenImports } from './support/lint-cases.ts';

const root = resolve(import.meta.dirname, '..');
const sources = globSync('src/**/*.{ts,tsx}', { cwd: root }).sort();

test('the linter refuses what is forbidden and allows the rest, in a feature it has never seen', () => {
  const project = mkdtempSync(join(tmpdir(), 'one-health-lint-'));
  try {
    for (const [file, code] of [...forbiddenImports, ...allowedImports]) {
      mkdirSync(join(project, dirname(file)), { recursive: true });
      writeFileSync(join(project, file), `${code}\n`);
    }
    for (const config of ['.oxlintrc.json', 'tsconfig.base.json'])
      writeFileSync(join(project, config), readFileSync(join(root, config)));
    writeFileSync(join(project, 'tsconfig.json'), '{ "extends": "./tsconfig.base.json", "include": ["src"] }');
    symlinkSync(join(root, 'node_modules'), join(project, 'node_modules'));

    const found = lint(project);
    const expected = forbiddenImports.map(([file, , rule]) => `${file}: ${rule}`);
    expect(expected.filter((line) => !found.includes(line))).toEqual([]);
    const fenced = /(no-restricted-imports|no-relative-parent-imports)$/;
    expect(found.filter((line) => allowedImports.some(([file]) => line.startsWith(file)) && fenced.test(line))).toEqual(
      [],
    );
  } finally {
    rmSync(project, { recursive: true, force: true });
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
  const roles = [
    'kind',
    'server',
    'api',
    'jobs',
    'client',
    'schema',
    'tables',
    'route',
    'test',
    'journey',
    'module',
    'browser',
  ];
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

test('a page and its loader live in pages/, a role file in its feature, and an edge and its schemas in app also', () => {
  expect(sources.filter((file) => file.endsWith('.route.tsx') && !/\/pages\/|^src\/app\//.test(file))).toEqual([]);
  const roleFiles = sources.filter((file) => /\.(server|api|jobs|schema|tables)\.ts$/.test(file));
  expect(roleFiles.filter((file) => !/^src\/(features\/|app\/.*\.(api|schema)\.ts$)/.test(file))).toEqual([]);
});

test('the tree has the folders of docs/architecture.md and no others', () => {
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

test('no import climbs two folders or leaves its area by a relative path', () => {
  const climbs = sources.flatMap((file) =>
    relativeImports(file)
      .filter((path) => !path.endsWith('/vite.config.ts'))
      .filter((path) => path.startsWith('../../') || areaOf(join(dirname(file), path)) !== areaOf(file))
      .map((path) => `${file}: ${path}`),
  );
  expect(climbs).toEqual([]);
});

function relativeImports(file: string): string[] {
  const code = readFileSync(join(root, file), 'utf8');
  return [...code.matchAll(/(?:from|import)\s*\(?\s*'(\.[^']+)'/g)].map((match) => match[1] ?? '');
}

/** 'src/features/articles' or 'src/platform'. */
function areaOf(file: string): string {
  const [src, area, feature] = relative(root, resolve(root, file)).split('/');
  return area === 'features' ? `${src}/${area}/${feature}` : `${src}/${area}`;
}

test('folders side by side import each other one way', () => {
  let circles = sources
    .filter((file) => !isTest(file))
    .flatMap((file) => ownImports(file).map((imported) => [...twoFolders(file, imported), `${file} → ${imported}`]))
    .filter(([from, to]) => from && to);
  expect(circles.length).toBeGreaterThan(100);
  for (let before = Infinity; circles.length < before; ) {
    before = circles.length;
    const [starts, ends] = [0, 1].map((side) => new Set(circles.map((arrow) => arrow[side])));
    circles = circles.filter(([from, to]) => starts?.has(to) && ends?.has(from));
  }
  expect(circles.map(([, , arrow]) => arrow)).toEqual([]);
});

/** The files of src that it imports, as paths from the root. */
function ownImports(file: string): string[] {
  const code = readFileSync(join(root, file), 'utf8');
  const paths = [...code.matchAll(/(?:from|import)\s*\(?\s*'([.#][^']+\.tsx?)'/g)].map(([, path = '']) => path);
  return paths.map((path) => (path.startsWith('#') ? path.replace('#', 'src/') : join(dirname(file), path)));
}

/** The folders of one parent that hold the two files; none if one stands in that parent itself. */
function twoFolders(one: string, other: string): string[] {
  const folders = [one, other].map((file) => dirname(file).split('/'));
  const depth = (folders[0] ?? []).findIndex((folder, index) => folder !== folders[1]?.[index]);
  if (depth < 0 || folders.some(({ length }) => length <= depth)) return ['', ''];
  return folders.map((names) => names.slice(0, depth + 1).join('/'));
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
    .filter((file) => /\.(server|api|jobs|schema|tables)\.ts$/.test(file) || file.startsWith('src/platform/'))
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

test('what differs between the engines is said in platform/db alone', () => {
  const asking = sources.filter(
    (file) => !file.includes('.test.') && readFileSync(join(root, file), 'utf8').includes('isPostgres'),
  );
  expect(asking.filter((file) => !file.startsWith('src/platform/db/'))).toEqual([]);
  expect(asking.length).toBeLessThanOrEqual(8);
});

test('both engines have the same migrations, numbered without a gap', () => {
  const names = (engine: string) =>
    existsSync(join(root, 'db/migrations', engine)) ? readdirSync(join(root, 'db/migrations', engine)).sort() : [];
  expect(names('sqlite').length).toBeGreaterThan(0);
  expect(names('postgres')).toEqual(names('sqlite'));
  const numbers = names('sqlite').map((name) => Number(/^(\d{4})_[a-z0-9_]+\.sql$/.exec(name)?.[1]));
  expect(numbers).toEqual(numbers.map((_, index) => Number(numbers[0]) + index));
});

test('no migration gives a place in a table of SQLite to another column', () => {
  // A process that goes on while another one migrates knows the columns of its kept statements by number and place.
  const folder = join(root, 'db/migrations/sqlite');
  const files = readdirSync(folder).filter((name) =>
    /\b(DROP\s+COLUMN|RENAME\s+(COLUMN\s+)?\w+\s+TO)\b/i.test(readFileSync(join(folder, name), 'utf8')),
  );
  expect(files).toEqual([]);
});
