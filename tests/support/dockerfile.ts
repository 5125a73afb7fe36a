/** Carries out the steps of the Dockerfile without Docker: each stage is a folder, packages are links to those installed. */
import { spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, readFileSync, statSync, symlinkSync } from 'node:fs';
import { basename, join, matchesGlob, relative, resolve } from 'node:path';

const checkout = resolve(import.meta.dirname, '../..');

/** What the last stage says of the process; `root` stands for / and `home` is the working folder within. */
export type Image = {
  root: string;
  home: string;
  env: Record<string, string>;
  user: string;
  command: string[];
  check: string[];
};

type Stage = { root: string; workdir: string; image: Omit<Image, 'root' | 'home'> };

/** @throws Error for a step that this does not know, or that fails */
export function buildImage(folder: string): Image {
  const stages = new Map<string, Stage>();
  let stage: Stage | undefined;
  for (const { word, rest } of instructions()) {
    if (word === 'FROM') {
      const [from = '', , name = 'last'] = rest.split(' ');
      stage = newStage(join(folder, name), stages.get(from));
      stages.set(name, stage);
    } else if (stage) carryOut(stage, word, rest, stages);
  }
  const last = stages.get('last');
  if (!last) throw new Error('The last stage of the Dockerfile has a name');
  return { ...last.image, root: last.root, home: join(last.root, last.workdir) };
}

/** Whether Docker would be given the file at all. */
export function isInContext(path: string): boolean {
  const patterns = readFileSync(join(checkout, '.dockerignore'), 'utf8')
    .split('\n')
    .filter((line) => line && !line.startsWith('#'));
  let isIgnored = false;
  for (const pattern of patterns) {
    const isException = pattern.startsWith('!');
    const glob = isException ? pattern.slice(1) : pattern;
    // Docker's star takes names that begin with a dot as well.
    if (glob === '*' || matchesGlob(path, glob) || matchesGlob(path, `${glob}/**`)) isIgnored = !isException;
  }
  return !isIgnored;
}

function instructions(): { word: string; rest: string }[] {
  return readFileSync(join(checkout, 'Dockerfile'), 'utf8')
    .split('\n')
    .filter((line) => line && !line.startsWith('#'))
    .map((line) => {
      const [word = ''] = line.split(' ');
      return { word, rest: line.slice(word.length + 1) };
    });
}

function newStage(root: string, base: Stage | undefined): Stage {
  mkdirSync(root, { recursive: true });
  if (base) cpSync(base.root, root, { recursive: true, verbatimSymlinks: true });
  return { root, workdir: base?.workdir ?? '/', image: { env: {}, user: 'root', command: [], check: [] } };
}

function carryOut(stage: Stage, word: string, rest: string, stages: Map<string, Stage>): void {
  const { image } = stage;
  const [name = '', value = ''] = rest.split('=');
  if (word === 'WORKDIR') {
    stage.workdir = rest;
    mkdirSync(join(stage.root, rest), { recursive: true });
  } else if (word === 'ENV') image.env[name] = value;
  else if (word === 'USER') image.user = rest;
  else if (word === 'CMD') image.command = JSON.parse(rest) as string[];
  else if (word === 'HEALTHCHECK') image.check = JSON.parse(rest.slice(rest.indexOf('['))) as string[];
  else if (word === 'COPY') copy(stage, rest.split(' '), stages);
  else if (word === 'RUN') run(stage, rest);
  else if (!['VOLUME', 'EXPOSE'].includes(word)) throw new Error(`Unknown instruction ${word}`);
}

function copy(stage: Stage, words: string[], stages: Map<string, Stage>): void {
  const home = join(stage.root, stage.workdir);
  const from = words[0]?.startsWith('--from=') ? stages.get(words[0].slice('--from='.length)) : undefined;
  const [target = '', ...sources] = words.slice(from ? 1 : 0).reverse();
  for (const source of sources) {
    const goal = target.endsWith('/') ? join(home, target, basename(source)) : join(home, target);
    const origin = from ? join(from.root, source) : join(checkout, source);
    if (!existsSync(origin)) throw new Error(`COPY ${source}: there is no such file`);
    const isWanted = (file: string) => file === origin || isInContext(relative(checkout, file)) || isFolder(file);
    if (!from && !isInContext(source) && !isFolder(origin))
      throw new Error(`COPY ${source}: .dockerignore keeps it out`);
    cpSync(origin, goal, { recursive: true, verbatimSymlinks: true, ...(from ? {} : { filter: isWanted }) });
  }
}

function isFolder(path: string): boolean {
  return statSync(path).isDirectory();
}

function run(stage: Stage, command: string): void {
  const home = join(stage.root, stage.workdir);
  if (command === 'npm ci --omit=dev --ignore-scripts') return linkPackages(home);
  const [, made] = /^mkdir (.+) && chown node:node \1$/.exec(command) ?? [];
  if (made !== undefined) {
    for (const path of made.split(' ')) mkdirSync(join(stage.root, path));
    return;
  }
  if (command !== 'node scripts/build.ts') throw new Error(`This test does not know how to RUN ${command}`);
  // The same result without the work, when the checkout has been built from the same sources.
  const dist = join(checkout, 'dist');
  if (existsSync(join(dist, 'build.json'))) cpSync(dist, join(home, 'dist'), { recursive: true });
  const script = "import('./scripts/build.ts').then(({ buildIfNeeded }) => buildIfNeeded())";
  const { status, stderr } = spawnSync(process.execPath, ['-e', script], { cwd: home, encoding: 'utf8' });
  if (status !== 0) throw new Error(`RUN ${command} failed: ${stderr}`);
}

/** What `--omit=dev` leaves, by the lock file. */
function linkPackages(home: string): void {
  const lock = JSON.parse(readFileSync(join(home, 'package-lock.json'), 'utf8')) as {
    packages: Record<string, { dev?: boolean; devOptional?: boolean }>;
  };
  for (const [path, { dev, devOptional }] of Object.entries(lock.packages)) {
    const name = /^node_modules\/((?:@[^/]+\/)?[^/]+)$/.exec(path)?.[1];
    const installed = join(checkout, 'node_modules', name ?? '');
    if (!name || dev || devOptional || !existsSync(installed)) continue;
    mkdirSync(join(home, 'node_modules', name, '..'), { recursive: true });
    symlinkSync(installed, join(home, 'node_modules', name));
  }
}
