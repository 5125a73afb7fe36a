/**
 * `npm run screenshots`: every screen with the demo content, at the width of a phone and of a desk, in light and in dark,
 * into docs/screens as `home-375.webp` and `home-375-dark.webp`; `npm run screenshots public` leaves the administrators'
 * screens as they are.
 */
import { mkdirSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { type BrowserContext, chromium, type Page } from '@playwright/test';
import sharp from 'sharp';
import { mainItems, moreItems } from '#app/admin/shell/menu.ts';
import { browserFlags, findChromium } from '../tests/support/browser.ts';
import { administrator, publicPages, startSite } from '../tests/support/site.ts';
import { buildIfNeeded } from './build.ts';

const folder = resolve(import.meta.dirname, '../docs/screens');
const widths = [375, 1280];
const themes = ['light', 'dark'] as const;
const adminScreens = [
  ...[...mainItems, ...moreItems].map(([path]) => path.replace('/admin/', '')),
  // Reached from the newsletter.
  ...['subscribers', 'outbox'],
];
const withAdmin = process.argv[2] !== 'public';

mkdirSync(folder, { recursive: true });
const { executablePath, env } = await findChromium();
await buildIfNeeded();
const site = await startSite({ SEED_DEMO: 'true', LOG_LEVEL: 'warn' });
const guests = withAdmin ? await addGuests() : null;
const browser = await chromium.launch({ executablePath, args: browserFlags, env: { ...process.env, ...env } as never });
try {
  for (const width of widths)
    for (const colorScheme of themes) {
      const viewport = { width, height: 800 };
      const context = await browser.newContext({ viewport, colorScheme, reducedMotion: 'reduce' });
      const ending = `${width}${colorScheme === 'dark' ? '-dark' : ''}`;
      await shootPublic(context, ending);
      if (withAdmin) await shootAdmin(context, ending);
      await context.close();
    }
} finally {
  await browser.close();
  await site.stop();
}

async function shootPublic(context: BrowserContext, ending: string): Promise<void> {
  const page = await context.newPage();
  for (const [name, path] of await publicPages(site))
    await shoot(page, `${site.url}${path}`, `${name.replaceAll(' ', '-')}-${ending}`);
}

async function shootAdmin(context: BrowserContext, ending: string): Promise<void> {
  const page = await context.newPage();
  await shoot(page, `${site.url}/admin/login`, `admin-login-${ending}`);
  await page.getByLabel('Username or Email').fill(administrator.username);
  await page.getByLabel('Password').fill(administrator.password);
  await page.getByRole('button', { name: 'Sign In' }).click();
  await page.waitForURL(`${site.url}/admin/dashboard`);
  for (const screen of adminScreens) await shoot(page, `${site.url}/admin/${screen}`, `admin-${screen}-${ending}`);
  await shoot(page, `${site.url}${guests}`, `admin-guests-${ending}`);
  await shoot(page, `${site.url}${guests}/check-in`, `admin-check-in-${ending}`);
}

/** Answers the path of the guests of the demo's next event, who are plainly made up. */
async function addGuests(): Promise<string> {
  const call = async (path: string, { token = '', ...body }: { token?: string; [name: string]: unknown }) => {
    const headers = { 'content-type': 'application/json', authorization: `Bearer ${token}` };
    const sent = { method: 'POST', headers, body: JSON.stringify(body) };
    const answer = await fetch(`${site.url}/api/v1${path}`, sent);
    if (!answer.ok) throw new Error(`POST ${path} was answered ${answer.status}`);
    return (await answer.json()) as { id: number; token: string };
  };
  const { token } = await call('/admin/login', {
    usernameOrEmail: administrator.username,
    password: administrator.password,
  });
  const [event] = (await (await fetch(`${site.url}/api/v1/events`)).json()) as { id: number }[];
  const path = `/events/admin/${event?.id}/registrations`;
  for (const [at, name] of ['First Guest', 'Second Guest', 'Third Guest'].entries()) {
    const added = await call(path, { token, name, email: `guest${at + 1}@example.org`, places: 1 });
    if (at === 0) await call(`${path}/${added.id}/present`, { token, isPresent: true });
  }
  return `/admin/events/${event?.id}/guests`;
}

async function shoot(page: Page, url: string, name: string): Promise<void> {
  await page.goto(url, { waitUntil: 'networkidle' });
  await page.locator('h1').first().waitFor();
  const headings = await page.locator('h1').count();
  if (headings !== 1) throw new Error(`${url} shows ${headings} pages at once: look at the bundles of the entries.`);
  const isDialog = (await page.locator('dialog:modal').count()) > 0;
  await seeAll(page);
  // The page behind a dialog has a screenshot of its own.
  const png = await page.screenshot({ fullPage: !isDialog });
  const file = join(folder, `${name}.webp`);
  await sharp(png).webp({ quality: 70, effort: 6 }).toFile(file);
  console.log(file);
}

/** Loads the lazy pictures further down as well. */
async function seeAll(page: Page): Promise<void> {
  await page.evaluate(`Promise.all([...document.images].map((image) => {
    image.loading = 'eager';
    return image.decode().catch(() => {});
  }))`);
}
