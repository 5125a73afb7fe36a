/** The code that renders pages: built bundles in production, Vite's live ones in development. */
import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { AdminAssets, EntryServer, PageAssets } from './public/loading/entry-server-contract.ts';

export type Pages = {
  entry(): Promise<EntryServer>;
  assets: PageAssets;
  adminAssets: AdminAssets;
  contentSecurityPolicy: string;
  /** The bytes of the page. Vite adds what hot reload needs. */
  finish(html: string[]): Promise<Buffer<ArrayBuffer>>;
};

type Manifest = Record<string, { file: string; css?: string[]; assets?: string[]; imports?: string[] }>;

/** By the path of their route, the pages that have no styles but their own. Every other page has those of all. */
const ownStyles = {
  '/': 'src/app/public/home/home.route.tsx',
  '/events': 'src/app/public/event-pages.ts',
  '/articles': 'src/features/articles/pages/articles.route.tsx',
  '/articles/:id': 'src/app/public/article/article.route.tsx',
};

/**
 * `picturesUrl` is the bucket's address when the site does not serve pictures itself.
 * @throws Error with a sentence when the site has not been built
 */
export async function loadBuiltPages(dist: string, picturesUrl?: string): Promise<Pages> {
  if (!existsSync(join(dist, 'build.json')))
    throw new Error('The pages have not been built yet: run "npm run build", or "npm start", which does it by itself.');
  const client = join(dist, 'client');
  const manifest = JSON.parse(readFileSync(join(client, '.vite/manifest.json'), 'utf8')) as Manifest;
  const asOne = (...sources: string[]) => {
    for (const source of sources) if (!manifest[source]) throw new Error(`${source} was not built.`);
    const files = [...new Set(sources.flatMap((source) => stylesheets(manifest, source)))];
    return {
      hrefs: files.map((file) => `/${file}`),
      css: `/*${files.join(' ')}*/`,
      bytes: Buffer.concat(files.map((file) => readFileSync(join(client, file)))),
    };
  };
  const first = 'src/app/public/entry-client.tsx';
  const own = Object.entries(ownStyles).map(([path, source]) => [path, asOne(first, source)] as const);
  const others = asOne(first, ...Object.keys(manifest).filter((source) => source.endsWith('.route.tsx')));
  const signIn = asOne('src/app/admin/session/login-screen.tsx');
  const styles = [...own.map(([, style]) => style), others, signIn];
  const entry = (await import(pathToFileURL(join(dist, 'server/entry-server.js')).href)) as EntryServer;
  return {
    entry: () => Promise.resolve(entry),
    assets: {
      styles: Object.fromEntries(own),
      otherStyles: others,
      scripts: [fileOf(manifest, 'src/app/public/loading/after-paint.ts'), ...imports(manifest, first)],
      homeScript: fileOf(manifest, 'src/app/public/home/home.route.tsx'),
      fonts: readPreload(dist),
    },
    adminAssets: {
      styles: { area: asOne('src/app/admin/entry-admin.tsx'), signIn },
      scripts: imports(manifest, 'src/app/admin/entry-admin.tsx'),
      afterUse: fileOf(manifest, 'src/app/public/loading/after-paint.ts'),
    },
    contentSecurityPolicy: policy(styles, picturesUrl),
    finish: withStyles(styles),
  };
}

type Styles = { css: string; bytes: Buffer }[];

/**
 * Replaces the placeholders with the styles: React would spend a fifth of its time on them. They are bytes already, because one
 * letter beyond Latin 1 makes the whole page slow to encode.
 */
function withStyles(styles: Styles): Pages['finish'] {
  return async (html) => {
    const pieces: Buffer[] = [];
    let rest = html.join('');
    for (const { css, bytes } of styles) {
      const at = rest.indexOf(css);
      if (at < 0) continue;
      pieces.push(Buffer.from(rest.slice(0, at)), bytes);
      rest = rest.slice(at + css.length);
    }
    return Buffer.concat([...pieces, Buffer.from(rest)]);
  };
}

function fileOf(manifest: Manifest, source: string): string {
  return `/${manifest[source]?.file}`;
}

function imports(manifest: Manifest, source: string, seen = new Set<string>()): string[] {
  for (const name of manifest[source]?.imports ?? []) {
    const file = `/${manifest[name]?.file}`;
    if (!seen.has(file)) {
      seen.add(file);
      imports(manifest, name, seen);
    }
  }
  return [...seen];
}

/** The style sheets of an entry and everything it imports, each once, dependencies first. */
function stylesheets(manifest: Manifest, source: string, seen = new Set<string>()): string[] {
  const chunk = manifest[source];
  if (!chunk || seen.has(source)) return [];
  seen.add(source);
  const imported = (chunk.imports ?? []).flatMap((name) => stylesheets(manifest, name, seen));
  return [...new Set([...imported, ...(chunk.css ?? [])])];
}

function readPreload(dist: string): string[] {
  const { preload } = JSON.parse(readFileSync(join(dist, 'build.json'), 'utf8')) as { preload: string[] };
  return preload;
}

/**
 * There are no inline scripts, so one policy fits every visitor and pages can be cached. Trusted Types would break them: React
 * makes the scripts of JSON-LD through `innerHTML`.
 */
function policy(styles: Styles, picturesUrl: string | undefined): string {
  const pictures = ["'self'", 'data:', 'blob:', ...(picturesUrl ? [new URL(picturesUrl).origin] : [])];
  const hashes = styles.map(({ bytes }) => `'sha256-${createHash('sha256').update(bytes).digest('base64')}'`);
  return [
    "default-src 'none'",
    "script-src 'self'",
    "connect-src 'self'",
    "font-src 'self'",
    "frame-src 'self'",
    "manifest-src 'self'",
    `style-src 'self' ${hashes.join(' ')}`,
    `img-src ${pictures.join(' ')}`,
    "worker-src 'self'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
    "form-action 'self'",
  ].join('; ');
}
