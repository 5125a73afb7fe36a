/** Serves files as they are; reads them and their compressed forms once at start. Hashed names are immutable. */
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { extname, join, relative, sep } from 'node:path';
import type { MiddlewareHandler } from 'hono';
import { chooseEncoding } from './accept-encoding.ts';

type StaticFile = {
  body: Buffer<ArrayBuffer>;
  encoded: Partial<Record<'br' | 'gzip', Buffer<ArrayBuffer>>>;
  headers: Record<string, string>;
};

const types: Record<string, string> = {
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.ico': 'image/x-icon',
  '.webp': 'image/webp',
  '.woff2': 'font/woff2',
  '.webmanifest': 'application/manifest+json',
  '.txt': 'text/plain; charset=utf-8',
};
const endings = { br: '.br', gzip: '.gz' };
const encodings = ['br', 'gzip'] as const;

/** Serves GET and HEAD for the files below `folder`, and passes on anything else. A missing folder has no files. */
export function staticFiles(folder: string): MiddlewareHandler {
  const files = readFiles(folder);
  return async (c, next) => {
    const file = c.req.method === 'GET' || c.req.method === 'HEAD' ? files.get(c.req.path) : undefined;
    if (!file) return next();
    if (c.req.header('if-none-match') === file.headers.etag) return c.body(null, 304, file.headers);
    const offered = encodings.filter((encoding) => file.encoded[encoding]);
    const encoding = chooseEncoding(c.req.header('accept-encoding'), offered);
    if (encoding === 'identity') return c.body(file.body, 200, file.headers);
    return c.body(file.encoded[encoding] ?? file.body, 200, { ...file.headers, 'content-encoding': encoding });
  };
}

function readFiles(folder: string): Map<string, StaticFile> {
  const files = new Map<string, StaticFile>();
  for (const path of filesBelow(folder)) {
    const type = types[extname(path)];
    if (!type) continue;
    const url = `/${relative(folder, path).split(sep).join('/')}`;
    files.set(url, readFile(path, url, type));
  }
  return files;
}

function filesBelow(folder: string): string[] {
  try {
    return readdirSync(folder, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile() && !entry.parentPath.includes('.vite'))
      .map((entry) => join(entry.parentPath, entry.name));
  } catch {
    return [];
  }
}

function readFile(path: string, url: string, type: string): StaticFile {
  const body = readFileSync(path);
  const encoded: StaticFile['encoded'] = {};
  for (const encoding of encodings) {
    try {
      encoded[encoding] = readFileSync(path + endings[encoding]);
    } catch {
      // Pictures and fonts have no compressed form.
    }
  }
  const isHashed = url.startsWith('/assets/');
  return {
    body,
    encoded,
    headers: {
      'content-type': type,
      'cache-control': isHashed ? 'public, max-age=31536000, immutable' : 'public, max-age=3600',
      etag: `"${createHash('sha256').update(body).digest('base64url').slice(0, 22)}"`,
      vary: 'accept-encoding',
      'cross-origin-resource-policy': 'cross-origin',
    },
  };
}
