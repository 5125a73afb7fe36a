/** The addresses of the site's icons show the society's logo, once it has one. */
import { Hono } from 'hono';
import { getSettings } from '#features/settings/settings.server.ts';
import type { AppContext } from '#platform/context.ts';
import { runImageTask } from '#platform/images/run-image-task.ts';
import { paletteOf } from '#shared/look/palette.ts';
import { readPicture } from './share-cards.ts';

/** Pixels. Without a ground, only where the logo is seen on any. */
const icons = {
  '/favicon.ico': { size: 32, hasGround: false },
  '/favicon-32.png': { size: 32, hasGround: false },
  '/favicon.svg': { size: 192, hasGround: false },
  '/mark.svg': { size: 192, hasGround: false },
  '/apple-touch-icon.png': { size: 180, hasGround: true },
  '/icon-192.png': { size: 192, hasGround: true },
  '/icon-512.png': { size: 512, hasGround: true },
};

export function iconRoutes(context: Pick<AppContext, 'db' | 'config' | 'store'>): Hono {
  const app = new Hono();
  /** Those of one logo. */
  let drawn = { logo: '', bytes: new Map<string, Uint8Array<ArrayBuffer>>() };

  async function draw(logo: string, size: number, ground: string | null) {
    if (drawn.logo !== logo) drawn = { logo, bytes: new Map() };
    const key = `${size} ${ground}`;
    const known = drawn.bytes.get(key);
    if (known) return known;
    const picture = await readPicture(context, logo);
    const result = picture && (await runImageTask({ name: 'icon', bytes: picture, size, ground }));
    if (!result || !('composed' in result)) return null;
    const bytes = new Uint8Array(result.composed);
    drawn.bytes.set(key, bytes);
    return bytes;
  }

  for (const [path, { size, hasGround }] of Object.entries(icons))
    app.get(path, async (c, next) => {
      const { logo, logoPlate, accentColor } = await getSettings(context.db, context.config);
      if (!logo) return next();
      const onDark = logoPlate === 'light';
      const ground = onDark ? paletteOf(accentColor).forest[0] : '#ffffff';
      const bytes = await draw(logo, size, hasGround || logoPlate !== 'none' ? ground : null);
      if (!bytes) return next();
      const headers = { 'cache-control': 'public, max-age=300', 'cross-origin-resource-policy': 'cross-origin' };
      if (!path.endsWith('.svg')) return c.body(bytes, 200, { ...headers, 'content-type': 'image/png' });
      const data = `data:image/png;base64,${Buffer.from(bytes).toString('base64')}`;
      const svg = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 64 64"><image href="${data}" width="64" height="64"/></svg>`;
      return c.body(svg, 200, { ...headers, 'content-type': 'image/svg+xml' });
    });
  return app;
}
