/** `npm run screenshots`: every screen with the demo content, at the width of a phone and of a desk, into docs/screens. */
import { mkdirSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { chromium, type Page } from '@playwright/test';
import sharp from 'sharp';
import { browserFlags, findChromium } from '../tests/support/browser.ts';
import { administrator, publicPages, startSite } from '../tests/support/site.ts';
import { buildIfNeeded } from './build.ts';

const folder = resolve(import.meta.dirname, '../docs/screens');
const widths = [375, 1280];
const adminScreens = [
  'dashboard',
  'articles',
  'committee',
  'events',
  'settings',
  'administrators',
  'activity',
  'account',
];

mkdirSync(folder, { recursive: true });
const { executablePath, env } = await findChromium();
await buildIfNeeded();
const site = await startSite({ SEED_DEMO: 'true', LOG_LEVEL: 'warn' });
const browser = await chromium.launch({ executablePath, args: browserFlags, env: { ...process.env, ...env } as never });
try {
  const screens = await publicPages(site);
  for (const width of widths) {
    const context = await browser.newContext({ viewport: { width, height: 800 }, reducedMotion: 'reduce' });
    const page = await context.newPage();
    for (const [name, path] of screens)
      await shoot(page, `${site.url}${path}`, `${name.replaceAll(' ', '-')}-${width}`);
    await shoot(page, `${site.url}/admin/login`, `admin-login-${width}`);
    await page.getByLabel('Username or Email').fill(administrator.username);
    await page.getByLabel('Password').fill(administrator.password);
    await page.getByRole('button', { name: 'Sign In' }).click();
    await page.waitForURL(`${site.url}/admin/dashboard`);
    for (const screen of adminScreens) await shoot(page, `${site.url}/admin/${screen}`, `admin-${screen}-${width}`);
    await context.close();
  }
} finally {
  await browser.close();
  await site.stop();
}

async function shoot(page: Page, url: string, name: string): Promise<void> {
  await page.goto(url, { waitUntil: 'networkidle' });
  await page.locator('h1').first().waitFor();
  const headings = await page.locator('h1').count();
  if (headings !== 1) throw new Error(`${url} shows ${headings} pages at once: look at the bundles of the entries.`);
  // Pictures further down are loaded when they come into sight.
  const height = await page.evaluate<number>('document.documentElement.scrollHeight');
  for (let y = 0; y < height; y += 600) await page.mouse.wheel(0, 600);
  await page.waitForLoadState('networkidle');
  await page.evaluate('scrollTo(0, 0)');
  const png = await page.screenshot({ fullPage: true });
  const file = join(folder, `${name}.webp`);
  await sharp(png).webp({ quality: 60, effort: 6 }).toFile(file);
  console.log(file);
}
