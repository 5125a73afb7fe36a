/** What the how-tos tell people to type, set and open is there, and the programs that it is for understand it. */
import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync, globSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { settingNames } from '#platform/config/config.ts';
import { declaredNames } from './support/declared-names.ts';
import { blockWith, codeBlocks } from './support/how-to.ts';
import { findProgram, isLacking } from './support/programs.ts';

const root = resolve(import.meta.dirname, '..');
const read = (file: string) => readFileSync(join(root, file), 'utf8');
const { scripts, version, dependencies } = JSON.parse(read('package.json')) as {
  scripts: Record<string, string>;
  version: string;
  dependencies: Record<string, string>;
};
const files = execFileSync('git', ['ls-files'], { cwd: root, encoding: 'utf8' }).trim().split('\n');
const sources = files
  .filter((file) => /^(src|scripts|db|tests)\/.*\.(ts|tsx|cjs|sql)$|^package\.json$|^compose\.yaml$/.test(file))
  .filter((file) => file !== 'tests/how-to.test.ts');
const unit = 'docs/how-to/one-health.service';
const pages = [
  'README.md',
  'SECURITY.md',
  'docs/architecture.md',
  'docs/security.md',
  'docs/packages.md',
  'docs/speed.md',
  'docs/benchmarks.md',
  ...globSync('docs/{how-to,decisions}/*.md', { cwd: root }).sort(),
];

/** What the compose files ask for, what a command line sets for itself, and what the C library and git read. */
const ofOthers = [
  'MALLOC_ARENA_MAX',
  'ORIG_HEAD',
  'SITE_DOMAIN',
  'POSTGRES_PASSWORD',
  'X_FORWARDED_FOR',
  'ATTACK_SEED',
  'FIREFOX_EVERYWHERE',
  'ATTACK_CALLS',
  'DOOR_SEEDS',
  'PLACES_SEEDS',
];

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'how-to-'));
});
afterAll(() => rmSync(folder, { recursive: true }));

function run(program: string, args: string[], input?: string): { status: number | null; told: string } {
  const { status, stdout, stderr } = spawnSync(program, args, { encoding: 'utf8', ...(input ? { input } : {}) });
  return { status, told: stdout + stderr };
}

describe.each(pages)('%s', (page) => {
  test('names scripts that package.json has', () => {
    const named = [...read(page).matchAll(/(?:^|`|&& |sudo |one-health )npm (?:run )?([a-z][\w:-]*)/gm)].map(
      ([, name = '']) => name,
    );
    const ofNpm = ['ci', 'install', 'run'];
    expect(named.filter((name) => !ofNpm.includes(name) && !scripts[name])).toEqual([]);
  });

  test('names settings that exist, and .env.example has', () => {
    const inText = [...read(page).matchAll(/`([A-Z][A-Z0-9]*(?:_[A-Z0-9]+)+)(?:=[^`]*)?`/g)];
    const inCommands = codeBlocks(page).flatMap((code) => [...code.matchAll(/^([A-Z][A-Z0-9_]+)=/gm)]);
    const named = [...inText, ...inCommands].map(([, name = '']) => name);
    expect(named.filter((name) => !settingNames.includes(name) && !ofOthers.includes(name))).toEqual([]);
  });

  test('names files that exist', () => {
    const links = [...read(page).matchAll(/\]\((?!https?:)([^)#]*)(?:#[^)]*)?\)/g)].map(([, path = '']) => path);
    const missing = links.filter((path) => path && !existsSync(join(root, dirname(page), path)));
    const inText = [...read(page).matchAll(/(?<![\w./])((?:src|scripts|docs|tests|public|db)\/[\w./{,}*-]*[\w}])/g)];
    const inSource = [...read(page).matchAll(/`((?:app|features|platform|ui|shared)\/[\w./-]*\w)`/g)];
    const files = [...inText.map(([, path = '']) => path), ...inSource.map(([, path = '']) => `src/${path}`)];
    const unknown = files.filter((path) => !/NNNN|partners/.test(path) && globSync(path, { cwd: root }).length === 0);
    expect([...missing, ...unknown]).toEqual([]);
  });

  test('links to headings that are there', () => {
    const links = [...read(page).matchAll(/\]\((?!https?:)([^)#]*)#([^)]+)\)/g)];
    for (const [, path = '', anchor = ''] of links) {
      const headings = read(path ? join(dirname(page), path) : page).match(/^#+ .+$/gm) ?? [];
      const anchors = headings.map((heading) =>
        heading
          .replace(/^#+ /, '')
          .toLowerCase()
          .replace(/[^\w -]/g, '')
          .replaceAll(' ', '-'),
      );
      expect(anchors, page).toContain(anchor);
    }
  });

  test('has commands that a shell understands', () => {
    for (const code of codeBlocks(page)) expect(run('bash', ['-n'], code)).toEqual({ status: 0, told: '' });
  });
});

/** What other programs are told, and addresses. */
const ofOtherPrograms =
  /^(?:sudo|sudoedit|systemctl|docker|dmesg|certbot|age|hugo|header_up|real_ip_header|set_real_ip_from|trusted_proxies|EBADENGINE|v=DKIM1|[\w-]+=|https?:)/;
/** The languages' own, and those of folders, proxies and DNS. */
const wordsOfOthers = ['const', 'await', 'mnt', 'ics', 'proxy_pass', 'lb_try_duration', '_domainkey', 'FILE', 'TEXT'];
const isExample = (word: string) => /partner|NNNN|speaker/i.test(word);
const texts = new Map(sources.map((file) => [file, read(file)]));
const declared = new Set([...texts].flatMap(([file, text]) => declaredNames(file, text)));
for (const name of [...Object.keys(scripts), ...settingNames, ...ofOthers, ...wordsOfOthers]) declared.add(name);

function undeclaredIn(code: string): string[] {
  const words = code.replace(/'[^'\n]*'/g, '').match(/[A-Za-z_$][\w$]*/g) ?? [];
  return words.filter((word) => !declared.has(word) && !isExample(word));
}

/** A path is a file or folder; a name is declared; several words, or a folder of an archive, stand like that in the sources. */
function unknownIn(span: string): string[] {
  if (isExample(span) || ofOtherPrograms.test(span)) return [];
  const isFile = files.some((file) => `/${file}/`.includes(`/${span.replace(/\/$/, '')}/`));
  const isQuoted = /\W/.test(span) && [...texts.values()].some((text) => text.includes(span));
  if (/\.(?:ts|tsx|css|sql|md|yaml|service)$/.test(span)) return isFile ? [] : [span];
  if (isFile || isQuoted) return [];
  return /^[A-Za-z][\w-]*\/[\w./-]*$/.test(span) ? [span] : undeclaredIn(span);
}

describe.each(globSync('docs/how-to/*.md', { cwd: root }).sort())('%s', (page) => {
  test('names only code and files that exist', () => {
    const prose = read(page).replace(/^ *```[\s\S]*?^ *```/gm, '');
    const spans = [...prose.matchAll(/`([^`\n]+)`/g)].map(([, span = '']) => span);
    const blocks = ['ts', 'tsx', 'sql'].flatMap((language) => codeBlocks(page, language));
    expect([...new Set([...spans.flatMap(unknownIn), ...blocks.flatMap(undeclaredIn)])]).toEqual([]);
  });
});

test('a name that nothing declares is found, also where its parts are words of the sources', () => {
  expect(unknownIn('itemForm')).toEqual(['itemForm']);
  expect(unknownIn('src/features/items/merging.server.ts')).toEqual(['src/features/items/merging.server.ts']);
  expect(undeclaredIn("const values = mergeFields(input, 'whatever');")).toEqual(['mergeFields']);
  expect(unknownIn('useItemForm')).toEqual([]);
});

test('README and CONTRIBUTING say which journeys npm test leaves out', () => {
  const countJourneys = (TEST_SAMPLE: string) => {
    const env = { ...process.env, TEST_SAMPLE };
    const listed = execFileSync('node_modules/.bin/playwright', ['test', '--list'], {
      cwd: root,
      encoding: 'utf8',
      env,
    });
    return Number(/^Total: (\d+) tests/m.exec(listed)?.[1]);
  };
  const share = countJourneys('true') / countJourneys('');
  expect(share).toBeGreaterThan(0.2);
  expect(share).toBeLessThan(0.3);
  for (const page of ['README.md', 'CONTRIBUTING.md'])
    expect(read(page)).toContain(
      'the tests but the long ones, and a quarter of the journeys in a browser; `npm run test:all`',
    );
});

test('every setting stands in .env.example, and nothing else does', () => {
  const inFile = [...read('.env.example').matchAll(/^([A-Z0-9_]+)=/gm)].map(([, name = '']) => name);
  const wanted = settingNames.filter((name) => name !== 'NODE_ENV' && !name.endsWith('_FILE'));
  expect(inFile.sort()).toEqual(wanted.sort());
});

test('every production package is named in docs/packages.md, with what it is for', () => {
  const rows = read('docs/packages.md').matchAll(/^\| (`.*`) \| [\d.]+ \| .+ \|$/gm);
  const listed = [...rows].flatMap(([, names = '']) => names.split(', ').map((name) => name.slice(1, -1)));
  expect(listed).toEqual(expect.arrayContaining(Object.keys(dependencies)));
});

test('the newest version of the changelog is that of package.json', () => {
  expect(/^## (\d.*) - \d{4}-\d\d-\d\d$/m.exec(read('CHANGELOG.md'))?.[1]).toBe(version);
});

describe('the unit', () => {
  const line = (name: string) => new RegExp(`^${name}=(.*)$`, 'm').exec(read(unit))?.[1] ?? '';

  test('the service starts the site as npm does, from the folder of the how-to', () => {
    const [command = ''] = (scripts.start ?? '').replace(/^exec /, '').split(' || ');
    expect(line('ExecStart').replace('/srv/one-health/node_modules/.bin/', '')).toBe(
      command.replace('-r ./scripts/check-node.cjs ', ''),
    );
    const deploy = read('docs/how-to/deploy.md');
    expect(deploy).toMatch(new RegExp(`git clone .* ${line('WorkingDirectory')}\n`));
    expect(deploy).toContain(`DATA_DIR=/var/lib/${line('StateDirectory')}\n`);
    expect(deploy).toMatch(new RegExp(`useradd .* ${line('User')}\n`));
  });

  test.skipIf(isLacking('systemd-analyze'))('systemd accepts the service, which leaves the site few rights', () => {
    const copy = join(folder, 'one-health.service');
    writeFileSync(copy, read(unit).replace(/^ExecStart=.*$/m, 'ExecStart=/bin/true'));
    expect(run('systemd-analyze', ['verify', copy])).toEqual({ status: 0, told: '' });
    const { status, told } = run('systemd-analyze', ['security', '--offline=true', '--threshold=30', copy]);
    expect(status, told).toBe(0);
  });
});

test.skipIf(isLacking('caddy'))('Caddy accepts its configuration', () => {
  const [, site = ''] = /<<'END'\n([\s\S]*?)\nEND\n/.exec(blockWith('docs/how-to/deploy.md', '/etc/caddy')) ?? [];
  expect(site).toContain('reverse_proxy');
  const ofCompose = (file: string) =>
    (/^ {4}content: \|\n((?: {6}.*\n|\n)+)/m.exec(read(file))?.[1] ?? '').replaceAll('$$', '$');
  const [small, federation] = [ofCompose('compose.yaml'), ofCompose('compose.federation.yaml')];
  for (const [name, text] of Object.entries({ deploy: site, small, federation })) {
    expect(text).toContain('reverse_proxy');
    const file = join(folder, `Caddyfile-${name}`);
    writeFileSync(
      file,
      text.replace('{$SITE_DOMAIN}', 'onehealth.example.org').replace('{$ADMIN_EMAIL}', 'a@example.org'),
    );
    const { status, told } = run('caddy', ['validate', '--adapter', 'caddyfile', '--config', file]);
    expect(status, told).toBe(0);
  }
});

test.skipIf(isLacking('nginx'))('nginx accepts its configuration, for one process and for several', () => {
  const [, one = ''] = /<<'END'\n([\s\S]*?)\nEND\n/.exec(blockWith('docs/how-to/proxy.md', '/etc/nginx')) ?? [];
  const upstream = blockWith('docs/how-to/several-processes.md', 'upstream', 'nginx');
  const several = upstream + one.replace('proxy_pass http://127.0.0.1:3000', 'proxy_pass http://site');
  expect(several).not.toContain('127.0.0.1');
  const own = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'];
  const places = own.map((name) => `${name}_temp_path ${folder}/${name};`).join('\n');
  for (const servers of [one, several]) {
    const http = `access_log off;\n${places}\n${servers.replaceAll(/listen .*80;/g, 'listen 127.0.0.1:8080;')}`;
    const file = join(folder, 'nginx.conf');
    writeFileSync(
      file,
      `pid ${folder}/pid;\nevents {}\nhttp {\n${http.replace(/(listen 127.0.0.1:8080;\s*)+/, '$1')}\n}\n`,
    );
    const { status, told } = run(findProgram('nginx') ?? '', ['-t', '-e', 'stderr', '-p', folder, '-c', file]);
    expect(status, told).toBe(0);
  }
});
