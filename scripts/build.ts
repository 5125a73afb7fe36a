/** Builds the bundles of the browser, of server rendering and of the server into dist/, unless dist/ was made from the same sources. */
import { createHash } from 'node:crypto';
import {
  accessSync,
  existsSync,
  constants as fsConstants,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { extname, join, resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import { claimBuild } from './build-claim.ts';

const root = resolve(import.meta.dirname, '..');
const dist = join(root, 'dist');

if (process.argv[1] === import.meta.filename) await buildIfNeeded();

/** This user may not write the build; `message` is a sentence. */
export class NotBuilt extends Error {}

export async function buildIfNeeded(): Promise<void> {
  const wanted = fingerprint();
  if (builtFrom() === wanted) return;
  const locked = [root, dist].find((folder) => existsSync(folder) && !isWritable(folder));
  if (locked) throw new NotBuilt(`The pages are not built: run "npm run build" as the owner of ${locked}.`);
  using claim = claimBuild(join(root, 'dist.building'));
  if (!claim) return sleep(1000).then(buildIfNeeded);
  console.log('Building the pages (only when something has changed)…');
  await build(wanted);
}

async function build(madeFrom: string): Promise<void> {
  // The bundles hold React's production build whatever NODE_ENV says; NODE_ENV is restored afterwards.
  const environment = process.env.NODE_ENV;
  process.env.NODE_ENV = 'production';
  const { build: viteBuild } = await import('vite');
  const target = join(root, `dist.building-${process.pid}`);
  const shared = { root, logLevel: 'warn' as const, configFile: join(root, 'vite.config.ts') };
  try {
    await viteBuild({ ...shared, build: { outDir: join(target, 'client'), emptyOutDir: true } });
    const ssr = 'src/app/public/entry-server.tsx';
    await viteBuild({
      ...shared,
      build: { ssr, outDir: join(target, 'server'), emptyOutDir: true, copyPublicDir: false },
    });
    await viteBuild({
      ...shared,
      configFile: join(root, 'vite.server.config.ts'),
      build: { outDir: join(target, 'server'), emptyOutDir: false, copyPublicDir: false },
    });
    compressBelow(join(target, 'client'));
    writeFileSync(join(target, 'build.json'), JSON.stringify({ madeFrom, preload: fontsToPreload(target) }));
    rmSync(dist, { recursive: true, force: true });
    renameSync(target, dist);
  } finally {
    if (environment === undefined) delete process.env.NODE_ENV;
    else process.env.NODE_ENV = environment;
    rmSync(target, { recursive: true, force: true });
  }
}

/** A hash of all sources of the bundles. */
function fingerprint(): string {
  const hash = createHash('sha256');
  const files = [
    'vite.config.ts',
    'vite.server.config.ts',
    'package-lock.json',
    'scripts/build.ts',
    ...filesBelow('src'),
    ...filesBelow('public'),
  ];
  for (const file of files.filter((name) => !name.includes('.test.') && existsSync(join(root, name))).sort())
    hash.update(`${file}\0`).update(readFileSync(join(root, file)));
  return hash.digest('hex');
}

function isWritable(folder: string): boolean {
  try {
    accessSync(folder, fsConstants.W_OK);
    return true;
  } catch {
    return false;
  }
}

function builtFrom(): string | null {
  try {
    return (JSON.parse(readFileSync(join(dist, 'build.json'), 'utf8')) as { madeFrom: string }).madeFrom;
  } catch {
    return null;
  }
}

function filesBelow(folder: string): string[] {
  return readdirSync(join(root, folder), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(root.length + 1));
}

function compressBelow(folder: string): void {
  for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
    const path = join(entry.parentPath, entry.name);
    if (!entry.isFile() || !['.js', '.css', '.svg'].includes(extname(path))) continue;
    const bytes = readFileSync(path);
    const params = { [constants.BROTLI_PARAM_QUALITY]: 11, [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length };
    writeFileSync(`${path}.br`, brotliCompressSync(bytes, { params }));
    writeFileSync(`${path}.gz`, gzipSync(bytes, { level: 9 }));
  }
}

/** The upright faces, which every first screen shows. */
function fontsToPreload(target: string): string[] {
  return readdirSync(join(target, 'client/assets'))
    .filter((name) => /^(fraunces-600|instrument-sans)-basic.*\.woff2$/.test(name))
    .map((name) => `/assets/${name}`);
}
