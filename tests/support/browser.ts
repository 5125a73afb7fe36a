/** Finds a Chromium for the journeys on whatever machine this is, and fetches one where there is none. */
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, renameSync, writeFileSync } from 'node:fs';
import { delimiter, join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { installMissing } from './programs.ts';

export type Browser = {
  executablePath: string;
  /** To be added to the environment of the process that starts the browser. */
  env: Record<string, string>;
};

// The address bar would draw two hidden pages of its own beside every page of a test, which takes a second each time.
// Only the last such list counts, so it begins with what Playwright turns off for its own sake.
const unwantedFeatures = [
  'AvoidUnnecessaryBeforeUnloadCheckSync',
  'DestroyProfileOnBrowserClose',
  'HttpsUpgrades',
  'HttpsFirstBalancedModeAutoEnable',
  'LensOverlay',
  'MediaRouter',
  'PaintHolding',
  'ThirdPartyStoragePartitioning',
  'AvoidCorsURLLoaderRestartOnRedirect',
  'OptimizationHints',
  'NetworkTimeServiceQuerying',
  'AimEnabled',
  'PreconnectToSearch',
  'WebUIOmniboxPopup',
  'WebUIOmniboxAimPopup',
  'WebUIOmniboxFullPopup',
];

export const browserFlags = [
  `--disable-features=${unwantedFeatures.join(',')}`,
  // No process in advance for a page that never comes.
  '--renderer-process-limit=1',
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

const cache = resolve(import.meta.dirname, '../../.cache/chromium');
const sparticuz = '@sparticuz/chromium@153.0.0';
const unpacked = join(cache, '153.0.0');

const places = [
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
  'C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe',
  'C:\\Program Files (x86)\\Google\\Chrome\\Application\\chrome.exe',
  'C:\\Program Files (x86)\\Microsoft\\Edge\\Application\\msedge.exe',
];

/**
 * CHROMIUM_PATH, else an installed one, else Playwright's own, else one is fetched.
 * @throws Error with one sentence when there is none to be had
 */
export async function findChromium(): Promise<Browser> {
  const given = process.env.CHROMIUM_PATH;
  if (given) {
    if (existsSync(given)) return { executablePath: given, env: {} };
    throw new Error(`CHROMIUM_PATH names ${given}, which does not exist.`);
  }
  for (const way of [installed, ofPlaywright]) {
    const executablePath = await way();
    if (executablePath) return { executablePath, env: {} };
  }
  if (existsSync(unpacked)) return ofUnpacked();
  for (const way of [fromApt, fetchedByPlaywright]) {
    const executablePath = await way();
    if (executablePath) return { executablePath, env: {} };
  }
  const isUnpacked = await fetchFromNpm().catch(() => false);
  if (isUnpacked) return ofUnpacked();
  throw new Error('The journeys need a Chromium: install chromium or Google Chrome, or set CHROMIUM_PATH to one.');
}

function installed(): string | null {
  // The first one has no window to draw, and needs a fifth less of the processor.
  const names = ['chromium-headless-shell', 'chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable'];
  const folders = (process.env.PATH ?? '').split(delimiter).filter((folder) => !folder.includes('node_modules'));
  const candidates = [...names.flatMap((name) => folders.map((folder) => join(folder, name))), ...places];
  // Ubuntu's chromium-browser may be a stub that only says "install the snap".
  return (
    candidates.find((path) => existsSync(path) && (path.includes('.app/') || path.endsWith('.exe') || runs(path))) ??
    null
  );
}

function runs(path: string): boolean {
  return spawnSync(path, ['--version'], { timeout: 60_000 }).status === 0;
}

async function ofPlaywright(): Promise<string | null> {
  const { chromium } = await import('@playwright/test');
  const path = chromium.executablePath();
  // It comes without the libraries that it needs of a Linux.
  return path && existsSync(path) && runs(path) ? path : null;
}

function fromApt(): string | null {
  for (const name of ['chromium-headless-shell', 'chromium'] as const) {
    installMissing([name]);
    const found = installed();
    if (found) return found;
  }
  return null;
}

function fetchedByPlaywright(): Promise<string | null> {
  console.warn('Asking Playwright to fetch its Chromium, for the journeys.');
  const cli = resolve(import.meta.dirname, '../../node_modules/@playwright/test/cli.js');
  spawnSync(process.execPath, [cli, 'install', 'chromium'], { stdio: 'ignore', timeout: 180_000 });
  return ofPlaywright();
}

type Sparticuz = { default: { executablePath(): Promise<string> }; inflate(archive: string): Promise<string> };

/** A Chromium that comes inside an npm package, with the libraries it needs: works where only the registry is reached. */
async function fetchFromNpm(): Promise<boolean> {
  if (process.platform !== 'linux' || process.arch !== 'x64') return false;
  console.warn(`Fetching ${sparticuz} from the npm registry, for the journeys.`);
  mkdirSync(cache, { recursive: true });
  const options = ['--no-save', '--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error'];
  spawnSync('npm', ['install', ...options, '--prefix', cache, sparticuz], { cwd: cache, timeout: 180_000 });
  await unpack(join(cache, 'node_modules/@sparticuz/chromium'));
  return true;
}

function ofUnpacked(): Browser {
  const env = { LD_LIBRARY_PATH: join(unpacked, 'al2023/lib'), FONTCONFIG_FILE: join(unpacked, 'fonts.conf') };
  return { executablePath: join(unpacked, 'chromium'), env };
}

/** All of it or nothing. The package unpacks to TMPDIR, and its list of fonts names a folder that is not there. */
async function unpack(packed: string): Promise<void> {
  const chromium = (await import(pathToFileURL(join(packed, 'build/index.js')).href)) as Sparticuz;
  const building = `${unpacked}.building-${process.pid}`;
  const { TMPDIR: usual } = process.env;
  mkdirSync(building);
  process.env.TMPDIR = building;
  try {
    await chromium.inflate(join(packed, 'bin/al2023.tar.br'));
    await chromium.default.executablePath();
  } finally {
    if (usual === undefined) delete process.env.TMPDIR;
    else process.env.TMPDIR = usual;
  }
  const folder = unpacked.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
  const lines = [`<dir>${folder}/fonts</dir>`, `<cachedir>${folder}/fonts-cache</cachedir>`];
  writeFileSync(join(building, 'fonts.conf'), `<?xml version="1.0"?>\n<fontconfig>${lines.join('')}</fontconfig>\n`);
  renameSync(building, unpacked);
}
