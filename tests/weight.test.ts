/** Holds a visitor's first page to its weight; how it is measured stands in `bench/weight.ts`. */
import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { buildIfNeeded } from '../scripts/build.ts';
import {
  codeReachableFrom,
  elements,
  type HomeVariant,
  type HomeWeight,
  homeVariants,
  limits,
  scriptsReachableFrom,
  totalOf,
  weighHome,
} from './bench/weight.ts';
import { type Site, startSite } from './support/site.ts';

const editor = 'features/articles/editor/text-editor.tsx';
let site: Site;
const homes = new Map<HomeVariant, HomeWeight>();

beforeAll(async () => {
  await buildIfNeeded();
  site = await startSite({ SEED_DEMO: 'true', LOG_LEVEL: 'error' });
  for (const variant of homeVariants) homes.set(variant, await weighHome(site, variant));
});

afterAll(async () => {
  await site?.stop();
});

test.each(homeVariants)('home as %s starts with at most five scripts of 102.2 kB together', (variant) => {
  const { scriptFiles, scripts } = homeOf(variant);
  expect(scriptFiles.length).toBeGreaterThan(0);
  expect(scriptFiles.length, scriptFiles.join(', ')).toBeLessThanOrEqual(limits.scriptFiles);
  expect(scripts, scriptFiles.join(', ')).toBeLessThanOrEqual(limits.scripts);
});

test.each(homeVariants)('home as %s loads its own styles and no others, within their limits', (variant) => {
  const { html, styles } = homeOf(variant);
  expect(styles).toBeGreaterThan(0);
  expect(html.match(/<style/g)).toHaveLength(1);
  // One that is disabled is not fetched.
  expect(elements(html, 'link').filter(({ rel, disabled }) => rel === 'stylesheet' && disabled === undefined)).toEqual(
    [],
  );
  expect(styles).toBeLessThanOrEqual(limits.styles);
  expect(html.length).toBeLessThanOrEqual(limits.page);
});

test.each(homeVariants)('home as %s preloads at most 24 kB of fonts', (variant) => {
  const { fontFiles, fonts } = homeOf(variant);
  expect(fontFiles.length).toBeGreaterThan(0);
  for (const font of fontFiles) expect(font).toMatch(/\.woff2$/);
  expect(fonts, fontFiles.join(', ')).toBeLessThanOrEqual(limits.fonts);
});

test.each(homeVariants)('home as %s loads nothing from other sites', (variant) => {
  const { html } = homeOf(variant);
  const loads = [
    ...elements(html, 'script').map(({ src }) => src),
    ...elements(html, 'img|source|use|iframe|video|audio|embed|object').flatMap((attributes) => [
      attributes.src,
      attributes.href,
      attributes.data,
      attributes.poster,
      ...(attributes.srcset ?? '').split(',').map((candidate) => candidate.trim().split(' ')[0]),
    ]),
    ...elements(html, 'link')
      .filter(({ rel }) => rel !== 'canonical')
      .map(({ href }) => href),
    ...[...html.matchAll(/url\(["']?([^"')]+)/g)].map((match) => match[1]),
  ].filter((url) => url !== undefined && url !== '' && !url.startsWith('#'));
  expect(loads.length).toBeGreaterThan(10);
  expect(loads.filter((url) => !/^(data:|\/(?!\/))/.test(url ?? '') && !url?.startsWith(`${site.url}/`))).toEqual([]);
});

test('a page names its fonts in its head for early hints', async () => {
  const response = await fetch(site.url);
  const hinted = [...(response.headers.get('link') ?? '').matchAll(/<([^>]+)>; rel=preload; as=font/g)].map(
    ([, file]) => file,
  );
  expect(hinted).toEqual(homeOf('grid').fontFiles);
});

test('the policy forbids scripts, styles and fonts from elsewhere', async () => {
  const policy = (await fetch(site.url)).headers.get('content-security-policy') ?? '';
  expect(policy.split('; ')).toContain("default-src 'none'");
  expect(policy).not.toMatch(/(script|style|font|connect)-src[^;]*(https?:|\*)/);
});

test('administrators and the first page of a visitor share the code that both start with, and no more', () => {
  const [site, area, screens] = (
    [
      ['src/app/public/entry-client.tsx', false],
      ['src/app/admin/entry-admin.tsx', false],
      ['src/app/admin/entry-admin.tsx', true],
    ] as const
  ).map(([entry, lazily]) => [...scriptsReachableFrom(entry, { lazily })]);
  const shared = site?.filter((file) => screens?.includes(file));
  expect(shared?.map((file) => file.replace(/^assets\/|-[\w-]{8}\.js$/g, '')).sort()).toEqual([
    'core',
    'rolldown-runtime',
  ]);
  expect(area).toEqual(expect.arrayContaining(shared ?? []));
  expect(totalOf(area ?? [], '.br')).toBeLessThanOrEqual(limits.area);
});

test.each([
  ['the list of articles', ['features/articles/pages/articles.route.tsx'], limits.list],
  ['the list of newsletters', ['features/newsletter/archive/pages/newsletters.route.tsx'], limits.list],
  ['events and an event', ['app/public/event-pages.ts'], limits.events],
  ['an article', ['app/public/article/article.route.tsx'], limits.article],
])('%s takes its share of scripts and no more', (_page, routes, limit) => {
  const entries = ['app/public/entry-client.tsx', 'app/public/loading/after-paint.ts', ...routes];
  const files = entries.flatMap((entry) => [...scriptsReachableFrom(`src/${entry}`, { lazily: false })]);
  expect(files.length).toBeGreaterThan(entries.length);
  const weight = totalOf([...new Set(files)], '.br');
  expect(weight).toBeGreaterThan(limits.list * 0.9);
  expect(weight).toBeLessThanOrEqual(limit);
});

test('writing an article takes at most 225 kB of scripts, and none for comparing or colouring', () => {
  const entries = ['app/admin/entry-admin.tsx', 'app/admin/articles/manage-articles.tsx', editor];
  const files = entries.flatMap((entry) => [...scriptsReachableFrom(`src/${entry}`, { lazily: false })]);
  expect(files.length).toBeGreaterThan(entries.length);
  expect(totalOf([...new Set(files)], '.br')).toBeLessThanOrEqual(limits.writing);
  const code = files.map((file) => readFileSync(`dist/client/${file}`, 'utf8')).join('');
  for (const mark of [/registerLanguage/, /castInput/]) expect(code).not.toMatch(mark);
});

test('no public page loads the validator, the editor or the highlighter', () => {
  const code = codeReachableFrom('src/app/public/entry-client.tsx');
  expect(code.length).toBeGreaterThan(5);
  const holding = (mark: RegExp) => code.filter(([, text]) => mark.test(text)).map(([file]) => file);
  // The last is in the router's own links and forms (ui/router).
  for (const mark of [/ZodError|invalid_type/, /ql-editor/, /hljs-/, /data-discover/])
    expect(holding(mark)).toEqual([]);
  // The administrators' bundle has two of them, which shows that the marks are still right.
  const admin = codeReachableFrom('src/app/admin/entry-admin.tsx');
  for (const mark of [/ql-editor/, /hljs-/]) expect(admin.some(([, text]) => mark.test(text))).toBe(true);
});

function homeOf(variant: HomeVariant): HomeWeight {
  const home = homes.get(variant);
  if (!home) throw new Error(`Home as ${variant} has not been weighed`);
  return home;
}
