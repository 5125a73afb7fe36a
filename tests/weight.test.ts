/** What a visitor's first page weighs. Sizes as they travel: brotli where the server keeps a compressed form. */
import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { brotliCompressSync } from 'node:zlib';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { buildIfNeeded } from '../scripts/build.ts';
import { type Site, startSite } from './support/site.ts';

/** 1 kB is 1,000 bytes. */
const kB = 1000;
const limits = { scriptFiles: 3, scripts: 95 * kB, css: 12 * kB, fonts: 100 * kB };

const client = resolve(import.meta.dirname, '../dist/client');
let site: Site;
let html: string;

beforeAll(async () => {
  await buildIfNeeded();
  site = await startSite({ SEED_DEMO: 'true', LOG_LEVEL: 'error' });
  html = await (await fetch(site.url)).text();
}, 180_000);

afterAll(async () => {
  await site?.stop();
});

test('home starts with at most three scripts of 95 kB together', () => {
  const files = firstScripts();
  expect(files.length).toBeGreaterThan(0);
  expect(files.length, files.join(', ')).toBeLessThanOrEqual(limits.scriptFiles);
  expect(totalOf(files, '.br'), files.join(', ')).toBeLessThanOrEqual(limits.scripts);
});

test('home brings its styles along, in at most 12 kB of what travels', () => {
  const [style = '', ...others] = [...html.matchAll(/<style[^>]*>([\s\S]*?)<\/style>/g)].map((match) => match[1] ?? '');
  expect(style.length).toBeGreaterThan(0);
  expect(others).toEqual([]);
  expect(elements('link').filter(({ rel }) => rel === 'stylesheet')).toEqual([]);
  expect(brotliCompressSync(style).length).toBeLessThanOrEqual(limits.css);
});

test('home fetches at most 100 kB of fonts ahead', () => {
  const fonts = preloads('font');
  expect(fonts.length).toBeGreaterThan(0);
  for (const font of fonts) expect(font).toMatch(/\.woff2$/);
  expect(totalOf(fonts), fonts.join(', ')).toBeLessThanOrEqual(limits.fonts);
});

test('home loads nothing from elsewhere, and its policy forbids scripts, styles and fonts from there', async () => {
  const loads = [
    ...elements('script').map(({ src }) => src),
    ...elements('img|source|use|iframe|video|audio|embed|object').flatMap((attributes) => [
      attributes.src,
      attributes.href,
      attributes.data,
      attributes.poster,
      ...(attributes.srcset ?? '').split(',').map((candidate) => candidate.trim().split(' ')[0]),
    ]),
    ...elements('link')
      .filter(({ rel }) => rel !== 'canonical')
      .map(({ href }) => href),
    ...[...html.matchAll(/url\(["']?([^"')]+)/g)].map((match) => match[1]),
  ].filter((url) => url !== undefined && url !== '' && !url.startsWith('#'));
  expect(loads.length).toBeGreaterThan(10);
  expect(loads.filter((url) => !/^(data:|\/(?!\/))/.test(url ?? '') && !url?.startsWith(`${site.url}/`))).toEqual([]);
  const policy = (await fetch(site.url)).headers.get('content-security-policy') ?? '';
  expect(policy.split('; ')).toContain("default-src 'self'");
  expect(policy).not.toMatch(/(script|style|font|connect)-src[^;]*(https?:|\*)/);
});

test('no public page brings the validator, the editor or the highlighter along', () => {
  const publicScripts = [...reachable('src/app/public/entry-client.tsx', true)];
  expect(publicScripts.length).toBeGreaterThan(5);
  const code = publicScripts.map((file) => [file, readFileSync(join(client, file), 'utf8')] as const);
  const holding = (mark: RegExp) => code.filter(([, text]) => mark.test(text)).map(([file]) => file);
  for (const mark of [/ZodError|invalid_type/, /ql-editor/, /hljs-/]) expect(holding(mark)).toEqual([]);
  // The administrators' bundle has two of them, which shows that the marks are still right.
  const admin = [...reachable('src/app/admin/entry-admin.tsx', true)].map((file) =>
    readFileSync(join(client, file), 'utf8'),
  );
  for (const mark of [/ql-editor/, /hljs-/]) expect(admin.some((text) => mark.test(text))).toBe(true);
});

/** The entry, what it imports at once and what the page asks to be fetched ahead; as addresses. */
function firstScripts(): string[] {
  const entries = elements('script').flatMap(({ src }) => (src ? [src] : []));
  const imported = [...reachable('src/app/public/entry-client.tsx', false)].map((file) => `/${file}`);
  for (const entry of entries) expect(imported).toContain(entry);
  return [...new Set([...entries, ...imported, ...preloads('script')])];
}

/** The addresses that `<link rel="preload">` (or `modulepreload`, for scripts) names. */
function preloads(kind: 'script' | 'font'): string[] {
  return elements('link')
    .filter(({ rel, as }) => (rel === 'preload' && as === kind) || (rel === 'modulepreload' && kind === 'script'))
    .flatMap(({ href }) => (href ? [href] : []));
}

/** The attributes of each start tag whose name matches, names in lower case. */
function elements(names: string): Record<string, string | undefined>[] {
  return [...html.matchAll(new RegExp(`<(?:${names})\\b([^>]*)>`, 'g'))].map(([, attributes = '']) =>
    Object.fromEntries(
      [...attributes.matchAll(/([\w-]+)="([^"]*)"/g)].map(([, name = '', value]) => [name.toLowerCase(), value]),
    ),
  );
}

type Chunk = { file: string; imports?: string[]; dynamicImports?: string[] };

/** The script files that an entry needs; with `lazily` those it may fetch later too. */
function reachable(entry: string, lazily: boolean): Set<string> {
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

function totalOf(addresses: string[], ending = ''): number {
  return addresses.reduce((total, address) => total + readFileSync(join(client, address + ending)).length, 0);
}
