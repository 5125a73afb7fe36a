/**
 * `npm run screenshots`: every screen with the demo content, at the width of a phone and of a desk, in light and in dark,
 * into docs/screens as `home-375.webp` and `home-375-dark.webp`. `npm run screenshots public`, `admin` or `desk` draws only
 * those: what visitors see, the administrators' screens, and these in the midst of work.
 */
import { mkdirSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { type BrowserContext, chromium, type Page } from '@playwright/test';
import sharp from 'sharp';
import { mainItems, moreItems } from '#app/admin/shell/menu.ts';
import { browserFlags, findChromium } from '../tests/support/browser.ts';
import { addReaders } from '../tests/support/readers-of-site.ts';
import { administrator, publicPages, type Site, startSite } from '../tests/support/site.ts';
import { editorOf, inDatabase, post, tokenOf } from '../tests/support/states.ts';
import { contentOf, fillArticle, openArticles } from '../tests/support/writing.ts';
import { buildIfNeeded } from './build.ts';

const folder = resolve(import.meta.dirname, '../docs/screens');
const widths = [375, 1280];
const themes = ['light', 'dark'] as const;
const adminScreens = [
  ...[...mainItems, ...moreItems].map(([path]) => path.replace('/admin/', '')),
  // Reached from the newsletter.
  ...['subscribers', 'outbox'],
];
const only = process.argv[2];

mkdirSync(folder, { recursive: true });
const { executablePath, env } = await findChromium();
await buildIfNeeded();
const browser = await chromium.launch({ executablePath, args: browserFlags, env: { ...process.env, ...env } as never });
try {
  if (only !== 'desk') {
    await using site = await startSite({ SEED_DEMO: 'true', LOG_LEVEL: 'warn' });
    const guests = only === 'public' ? null : await addGuests(site);
    await inEveryLook(async (context, ending) => {
      if (only !== 'admin') await shootPublic(context, site, ending);
      if (guests) await shootAdmin(context, site, guests, ending);
    });
  }
  if (!only || only === 'desk') {
    await using site = await startSite({ SEED_DEMO: 'true', LOG_LEVEL: 'warn' });
    const draft = await addWork(site);
    await inEveryLook((context, ending) => shootDesk(context, site, draft, ending));
  }
} finally {
  await browser.close();
}

async function inEveryLook(draw: (context: BrowserContext, ending: string) => Promise<void>): Promise<void> {
  for (const width of widths)
    for (const colorScheme of themes) {
      const isPhone = width < 400;
      const viewport = { width, height: 800 };
      const context = await browser.newContext({ viewport, colorScheme, reducedMotion: 'reduce', hasTouch: isPhone });
      await draw(context, `${width}${colorScheme === 'dark' ? '-dark' : ''}`);
      await context.close();
    }
}

async function shootPublic(context: BrowserContext, site: Site, ending: string): Promise<void> {
  const page = await context.newPage();
  for (const [name, path] of await publicPages(site))
    await shoot(page, `${site.url}${path}`, `${name.replaceAll(' ', '-')}-${ending}`);
}

async function shootAdmin(context: BrowserContext, site: Site, guests: string, ending: string): Promise<void> {
  const page = await context.newPage();
  await shoot(page, `${site.url}/admin/login`, `admin-login-${ending}`);
  await signIn(page, site);
  for (const screen of adminScreens) await shoot(page, `${site.url}/admin/${screen}`, `admin-${screen}-${ending}`);
  await shoot(page, `${site.url}${guests}`, `admin-guests-${ending}`);
  await shoot(page, `${site.url}${guests}/check-in`, `admin-check-in-${ending}`);
}

async function signIn(page: Page, site: Site): Promise<void> {
  await page.goto(`${site.url}/admin/login`);
  await page.getByLabel('Username or Email').fill(administrator.username);
  await page.getByLabel('Password').fill(administrator.password);
  await page.getByRole('button', { name: 'Sign In' }).click();
  await page.waitForURL(`${site.url}/admin/dashboard`);
}

/** Answers the path of the guests of the demo's next event, who are plainly made up. */
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

/** Readers, and a draft that has something to look at before it is published; answers its id. */
async function addWork(site: Site): Promise<number> {
  await addGuests(site);
  addReaders(site, 214);
  const editor = await editorOf(site);
  const content = [
    '<h1>Hedges</h1><p>A hedge is a home, a larder and a road. Where it was torn out, the birds that ate the ticks are gone.</p>',
    '<h3>What we counted</h3><p>Twelve hedges in May, and again in September. Read more <a href="https://example.org/hedges">here</a>,',
    ' or see <a href="/articles/99999">what we counted a year ago</a>.</p>',
  ].join('');
  const description = 'What stands between two fields, and what it keeps away from us';
  return editor.addArticle({ title: 'Hedges and ticks', description, content, isPublished: false });
}

/** The desk in the midst of work. Each look begins with nothing typed, nothing kept and nothing under way. */
async function shootDesk(context: BrowserContext, site: Site, draft: number, ending: string): Promise<void> {
  for (const table of [
    'scheduled_publications',
    'working_copies',
    'article_changes',
    'deliveries',
    'issues',
    'sessions',
  ])
    inDatabase(site, `DELETE FROM ${table}`);
  const page = await context.newPage();
  page.on('dialog', (dialog) => void dialog.accept());
  await signIn(page, site);
  const [live] = (await (await fetch(`${site.url}/api/v1/articles`)).json()) as { id: number; title: string }[];
  const keep = (name: string) => save(page, `admin-${name}-${ending}`, false);

  await openArticles(page, site);
  await fillArticle(page, 'Ponds in a dry summer', '');
  await contentOf(page).click();
  await page.keyboard.type(
    '## Why ponds?\nA pond cools the field beside it, feeds the bats above it, and **tells early** of a drought.',
  );
  await page.getByText(/^Kept \d/).waitFor();
  await keep('writing');

  await openArticles(page, site, live?.id);
  await contentOf(page).click();
  await page.keyboard.type('A new beginning. ');
  await page.getByRole('button', { name: 'Save and keep writing' }).click();
  const notice = page.getByText('Visitors see the old text');
  await notice.scrollIntoViewIfNeeded();
  await keep('not-yet-live');

  await openArticles(page, site, draft);
  await contentOf(page).click();
  await page.getByRole('button', { name: 'Picture from the library' }).click();
  const library = page.getByRole('dialog', { name: 'Choose from library' });
  await library.getByRole('button').nth(2).waitFor();
  await keep('library');
  await page.keyboard.press('Escape');
  const check = page.locator('details').filter({ hasText: 'Before you publish' });
  await check.getByText('to look at').waitFor();
  if (!(await check.getAttribute('open'))) await check.evaluate((one) => one.setAttribute('open', ''));
  await check.evaluate((one) => one.scrollIntoView({ block: 'center' }));
  await keep('before-publishing');
  await shootPlan(page, site, keep);

  await post(site, `/newsletter/admin/send/${live?.id}`, { holdSeconds: 60 }, await tokenOf(site));
  await page.goto(`${site.url}/admin/dashboard`);
  await page.getByRole('region', { name: 'Newsletter that can be taken back' }).waitFor();
  await page.getByRole('region', { name: 'At a glance' }).waitFor();
  await keep('hold');
}

/** The dialog that plans the draft in the form, its card and its place on the dashboard. */
async function shootPlan(page: Page, site: Site, keep: (name: string) => Promise<void>): Promise<void> {
  await page.getByRole('button', { name: 'Schedule…' }).click();
  const dialog = page.getByRole('dialog', { name: 'When does it go live?' });
  await dialog.getByLabel('Date', { exact: true }).fill('2028/12/01');
  await dialog.getByLabel('Time', { exact: true }).fill('08:00');
  await dialog.getByText('then to 214 readers').waitFor();
  await keep('schedule');
  await page.keyboard.press('Enter');
  const planned = page.getByRole('article').filter({ hasText: 'then to 214 readers' });
  await planned.waitFor();
  await planned.evaluate((one) => one.scrollIntoView({ block: 'center' }));
  await keep('planned');
  await page.goto(`${site.url}/admin/dashboard`);
  await page.getByRole('region', { name: 'Planned' }).getByText('then to 214 readers').waitFor();
  await keep('planned-list');
}

async function shoot(page: Page, url: string, name: string): Promise<void> {
  await page.goto(url);
  // An administrator's page may ask again and again while something moves.
  await page.waitForLoadState('networkidle', { timeout: 3000 }).catch(() => undefined);
  await page.locator('h1').first().waitFor();
  const headings = await page.locator('h1').count();
  if (headings !== 1) throw new Error(`${url} shows ${headings} pages at once: look at the bundles of the entries.`);
  const isDialog = (await page.locator('dialog:modal').count()) > 0;
  // The page behind a dialog has a screenshot of its own.
  await save(page, name, !isDialog);
}

async function save(page: Page, name: string, fullPage: boolean): Promise<void> {
  await seeAll(page);
  const png = await page.screenshot({ fullPage });
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
