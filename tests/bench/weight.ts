/**
 * What a visitor's first page weighs, as it travels: brotli where the server keeps or makes a compressed form, fonts as
 * they are. `npm run bench -- weight` builds and prints it for both home pages; `tests/weight.test.ts` holds the limits.
 */
import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { brotliCompressSync } from 'node:zlib';
import { type Site, startSite } from '../support/site.ts';
import { setSetting } from '../support/states.ts';

/** 1 kB is 1,000 bytes. */
const kB = 1000;
export const limits = {
  scriptFiles: 5,
  // 102 kB: the names of other files, which are hashes, compress by up to 0.1 kB better or worse.
  scripts: 102.2 * kB,
  styles: 7.4 * kB,
  fonts: 24 * kB,
  page: 62 * kB,
  list: 102 * kB,
  events: 113 * kB,
  article: 103 * kB,
  area: 119 * kB,
  writing: 225 * kB,
};

const client = resolve(import.meta.dirname, '../../dist/client');

export const homeVariants = ['grid', 'spotlight'] as const;
export type HomeVariant = (typeof homeVariants)[number];

export type HomeWeight = {
  html: string;
  /** The addresses of what the page fetches at once: the entry, what it imports, what the page names for preloading. */
  scriptFiles: string[];
  scripts: number;
  styles: number;
  fontFiles: string[];
  fonts: number;
};

if (process.argv[1] === import.meta.filename) await print();

/** Switches `site` over to the variant and weighs its home page. */
export async function weighHome(site: Site, variant: HomeVariant): Promise<HomeWeight> {
  setSetting(site, 'homeVariant', variant);
  const html = await (await fetch(site.url)).text();
  const named = elements(html, 'script').flatMap(({ src, 'data-then': then }) => [src, ...(then?.split(' ') ?? [])]);
  const entries = named.filter((file) => file !== undefined);
  const scriptFiles = [...new Set([...entries, ...preloads(html, 'script')])];
  const fontFiles = preloads(html, 'font');
  const style = [...html.matchAll(/<style[^>]*>([\s\S]*?)<\/style>/g)].map((match) => match[1]).join('');
  return {
    html,
    scriptFiles,
    scripts: totalOf(scriptFiles, '.br'),
    styles: brotliCompressSync(style).length,
    fontFiles,
    fonts: totalOf(fontFiles),
  };
}

/** The attributes of each start tag whose name matches, names in lower case. */
export function elements(html: string, names: string): Record<string, string | undefined>[] {
  return [...html.matchAll(new RegExp(`<(?:${names})\\b([^>]*)>`, 'g'))].map(([, attributes = '']) =>
    Object.fromEntries(
      [...attributes.matchAll(/([\w-]+)="([^"]*)"/g)].map(([, name = '', value]) => [name.toLowerCase(), value]),
    ),
  );
}

type Chunk = { file: string; imports?: string[]; dynamicImports?: string[] };

/** The script files that an entry needs; with `lazily` those it may fetch later too. */
export function scriptsReachableFrom(entry: string, { lazily }: { lazily: boolean }): Set<string> {
  const manifest = JSON.parse(readFileSync(join(client, '.vite/manifest.json'), 'utf8')) as Record<string, Chunk>;
  const seen = new Set<string>();
  const waiting = [entry];
  for (let name = waiting.pop(); name; name = waiting.pop()) {
    const chunk = manifest[name];
    if (!chunk || seen.has(name)) continue;
    seen.add(name);
    waiting.push(...(chunk.imports ?? []), ...(lazily ? (chunk.dynamicImports ?? []) : []));
  }
  return new Set([...seen].flatMap((name) => manifest[name]?.file ?? []).filter((file) => file.endsWith('.js')));
}

/** The code of those files, each with its name. */
export function codeReachableFrom(entry: string): [file: string, code: string][] {
  return [...scriptsReachableFrom(entry, { lazily: true })].map((file) => [
    file,
    readFileSync(join(client, file), 'utf8'),
  ]);
}

/** The addresses that `<link rel="preload">` (or `modulepreload`, for scripts) names. */
function preloads(html: string, kind: 'script' | 'font'): string[] {
  return elements(html, 'link')
    .filter(({ rel, as }) => (rel === 'preload' && as === kind) || (rel === 'modulepreload' && kind === 'script'))
    .flatMap(({ href }) => (href ? [href] : []));
}

/** The bytes of those files as they travel. */
export function totalOf(addresses: string[], ending = ''): number {
  return addresses.reduce((total, address) => total + readFileSync(join(client, address + ending)).length, 0);
}

async function print(): Promise<void> {
  const site = await startSite({ SEED_DEMO: 'true', LOG_LEVEL: 'error' });
  try {
    for (const variant of homeVariants) {
      const { scriptFiles, scripts, styles, fontFiles, fonts } = await weighHome(site, variant);
      console.log(`home (${variant})`);
      for (const [what, is, limit] of [
        [`scripts in ${scriptFiles.length} files`, scripts, limits.scripts],
        ['styles in the page', styles, limits.styles],
        [`fonts in ${fontFiles.length} files`, fonts, limits.fonts],
      ] as const)
        console.log(`  ${what.padEnd(22)} ${(is / kB).toFixed(2).padStart(6)} kB of ${limit / kB} kB`);
    }
  } finally {
    await site.stop();
  }
}
