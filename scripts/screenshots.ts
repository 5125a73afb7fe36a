/**
 * `npm run screenshots`: the ten main screens with the demo content into docs/screens, as `home-1280.webp`, `home-1280-dark.webp`
 * and `home-375.webp`. The pictures of other looks there stay.
 */
import { mkdirSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { chromium, type Page } from '@playwright/test';
import sharp from 'sharp';
import { browserFlags, findChromium } from '../tests/support/browser.ts';
import { administrator, publicPages, type Site, startSite } from '../tests/support/site.ts';
import { post, tokenOf } from '../tests/support/states.ts';
import { addSubscribers } from '../tests/support/subscribers-of-site.ts';
import { contentOf, fillArticle, openArticles } from '../tests/support/writing.ts';
import { buildIfNeeded } from './build.ts';

const folder = resolve(import.meta.dirname, '../docs/screens');
const looks = [
  { width: 1280, colorScheme: 'light' },
  { width: 1280, colorScheme: 'dark' },
  { width: 375, colorScheme: 'light' },
] as const;
type Look = (typeof looks)[number];
const publicScreens = ['home', 'events', 'sign-up', 'article', 'about', 'subscribe'];

mkdirSync(folder, { recursive: true });
const { executablePath, env } = await findChromium();
await buildIfNeeded();
const browser = await chromium.launch({ executablePath, args: browserFlags, env: { ...process.env, ...env } as never });
try {
  for (const look of looks) await shootAll(look);
} finally {
  await browser.close();
}

/** A site of its own for each look: nothing is typed, and nothing is sent yet. */
async function shootAll({ width, colorScheme }: Look): Promise<void> {
  await using site = await startSite({ SEED_DEMO: 'true', LOG_LEVEL: 'warn' });
  const viewport = { width, height: 800 };
  const context = await browser.newContext({ viewport, colorScheme, reducedMotion: 'reduce', hasTouch: width < 400 });
  const page = await context.newPage();
  const fileOf = (name: string) => join(folder, `${name}-${width}${colorScheme === 'dark' ? '-dark' : ''}.webp`);

  const pages = new Map((await publicPages(site)).map(([name, path]) => [name.replaceAll(' ', '-'), path]));
  for (const name of publicScreens) await shoot(page, `${site.url}${pages.get(name)}`, fileOf(name));

  const guests = await addGuests(site);
  await sendNewsletter(site);
  await signIn(page, site);
  await shoot(page, `${site.url}/admin/dashboard`, fileOf('admin-dashboard'));
  await shoot(page, `${site.url}/admin/newsletter`, fileOf('admin-newsletter'));
  await shoot(page, `${site.url}${guests}`, fileOf('admin-guests'));
  await shootWriting(page, site, fileOf('admin-writing'));
  await context.close();
}

/** Returns the path of the guests of the demo's next event, who are plainly made up. */
async function addGuests(site: Site): Promise<string> {
  const token = await tokenOf(site);
  const [event] = (await (await fetch(`${site.url}/api/v1/events`)).json()) as { id: number }[];
  const path = `/events/admin/${event?.id}/registrations`;
  for (const [at, name] of ['First Guest', 'Second Guest', 'Third Guest'].entries()) {
    const guest = { name, email: `guest${at + 1}@example.org`, places: 1 };
    const added = await post<{ id: number }>(site, path, guest, token);
    if (at === 0) await post(site, `${path}/${added.id}/present`, { isPresent: true }, token);
  }
  return `/admin/events/${event?.id}/guests`;
}

async function sendNewsletter(site: Site): Promise<void> {
  addSubscribers(site, 214);
  const [article] = (await (await fetch(`${site.url}/api/v1/articles`)).json()) as { id: number }[];
  await post(site, `/newsletter/admin/send/${article?.id}`, {}, await tokenOf(site));
}

async function signIn(page: Page, site: Site): Promise<void> {
  await page.goto(`${site.url}/admin/login`);
  await page.getByLabel('Username or Email').fill(administrator.username);
  await page.getByLabel('Password').fill(administrator.password);
  await page.getByRole('button', { name: 'Sign In' }).click();
  await page.waitForURL(`${site.url}/admin/dashboard`);
}

async function shootWriting(page: Page, site: Site, file: string): Promise<void> {
  await openArticles(page, site);
  await fillArticle(page, 'Ponds in a dry summer', '');
  await contentOf(page).click();
  await page.getByRole('button', { name: 'H2 heading' }).click();
  await page.mouse.move(0, 0);
  await page.keyboard.type('Why ponds?\nA pond cools the field beside it, feeds the bats above it, and ');
  await page.keyboard.press('ControlOrMeta+b');
  await page.keyboard.type('tells early');
  await page.keyboard.press('ControlOrMeta+b');
  await page.keyboard.type(' of a drought.');
  await page.getByText(/^Draft saved \d/).waitFor();
  await save(page, file, false);
}

async function shoot(page: Page, url: string, file: string): Promise<void> {
  await page.goto(url);
  // An administrator's page may ask again and again while something moves.
  await page.waitForLoadState('networkidle', { timeout: 3000 }).catch(() => undefined);
  await page.locator('h1').first().waitFor();
  const headings = await page.locator('h1').count();
  if (headings !== 1) throw new Error(`${url} shows ${headings} pages at once: look at the bundles of the entries.`);
  await save(page, file, true);
}

async function save(page: Page, file: string, fullPage: boolean): Promise<void> {
  await seeAll(page);
  const png = await page.screenshot({ fullPage });
  await sharp(png).webp({ quality: 70, effort: 6 }).toFile(file);
  console.log(file);
}

/** Loads the lazy pictures further down as well. */
async function seeAll(page: Page): Promise<void> {
  await page.evaluate(`Promise.all([...document.images].map((image) => {
    image.loading = 'eager';
    image.parentElement.style.contentVisibility = 'visible';
    return image.decode().catch(() => {});
  }))`);
}
