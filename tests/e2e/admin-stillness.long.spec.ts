/** Nothing on an administrator's screen moves when an answer comes late. */
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { aPage, aYear } from '../support/builders.ts';
import { emptied } from '../support/emptied.ts';
import { addGuests } from '../support/guests-of-site.ts';
import type { Site } from '../support/site.ts';
import { editorOf, handedOver, inDatabase, post, tokenOf } from '../support/states.ts';
import { replaceSubscribers } from '../support/subscribers-of-site.ts';
import { expect, signIn, test } from './fixtures.ts';

test.describe.configure({ mode: 'default' });

let site: Site;
const ids = { article: 0, committee: 0, event: 0, member: 0, note: 0, page: 0, subscriber: 0 };
let mail = '';
let invitation = '';

test.beforeAll(async ({ ownSite }) => {
  site = emptied(ownSite);
  const editor = await editorOf(site);
  for (let number = 1; number <= 5; number += 1) {
    ids.article = await editor.addArticle({ title: `Article ${number}`, imageUrl: '/defaults/avatar.webp' });
    ids.event = await editor.addEvent({
      title: `Event ${number}`,
      eventDate: '2099-12-01T18:30:00',
      hasSignup: true,
      imageUrl: '/defaults/event.webp',
    });
    ids.member = await editor.addMember({ name: `Member ${number}`, imageUrl: '/defaults/avatar.webp' });
  }
  replaceSubscribers(site, 'still', 3);
  ids.subscriber = Number(inDatabase(site, 'SELECT max(id) AS id FROM subscribers')[0]?.id);
  const token = await tokenOf(site);
  const picture = { imageUrl: '/defaults/avatar.webp' };
  ids.page = (await post<{ id: number }>(site, '/pages/admin', { ...aPage(), ...picture }, token)).id;
  ids.committee = (await post<{ id: number }>(site, '/committees/admin', { ...aYear(), ...picture }, token)).id;
  ids.note = (await post<{ id: number }>(site, '/newsletter/admin/issues', { kind: 'note' }, token)).id;
  // A newsletter that can be undone stands above every screen.
  await post(site, `/newsletter/admin/send/${ids.article}`, { holdSeconds: 600 }, token);
  addGuests(site, ids.event, [{ name: 'Ada Lovelace' }, { name: 'Grace Hopper' }]);
  await post(site, '/newsletter/subscribe', { email: 'kept@example.org' });
  const outbox = async () =>
    (await readdir(join(site.dataDir, 'outbox')).catch(() => [])).find((name) => name.endsWith('.eml'));
  await expect.poll(async () => (mail = (await outbox()) ?? '')).not.toBe('');
  const invited = { email: 'ben@society.example' };
  const { link } = await post<{ link: string }>(site, '/admin/administrators/invitations', invited, token);
  invitation = `invitation${new URL(link).hash}`;
});

const screens = () => [
  'dashboard',
  'articles',
  `articles?edit=${ids.article}`,
  'committee',
  `committee?edit=${ids.member}`,
  'committee?order=1',
  'events',
  `events?edit=${ids.event}`,
  `events/${ids.event}/share`,
  `events/${ids.event}/guests`,
  `events/${ids.event}/guests/check-in`,
  `events/${ids.event}/guests/message`,
  `events/${ids.event}/guests/print`,
  'pages',
  `pages?edit=${ids.page}`,
  'committees',
  `committees?edit=${ids.committee}`,
  'committee/close',
  'newsletter',
  `newsletter/${ids.note}`,
  'subscribers',
  `subscribers/${ids.subscriber}`,
  'outbox',
  `outbox/${encodeURIComponent(mail)}`,
  'administrators',
  'backups',
  'activity',
  'account',
  'bin',
  'data',
  'settings',
  ...['society', 'look', 'home', 'pictures', 'mail', 'privacy'].map((section) => `settings/${section}`),
  'year',
  'import',
  'export',
  'doctor',
  'hand-over',
];

/** For those who are not signed in. */
const doors = () => ['login', invitation, 'forgotten'];

for (const [name, viewport] of [
  ['a phone', { width: 375, height: 667 }],
  ['a desk', { width: 1280, height: 800 }],
] as const)
  test.describe(name, () => {
    test.use({ viewport });

    for (const late of ['notices/admin', '*'])
      test(`no screen moves when ${late === '*' ? 'every answer' : 'the notices'} come late`, async ({ page }) => {
        await signIn(page, site);
        expect(await moving(page, late, screens())).toEqual([]);
      });

    test('no screen moves before signing in when every answer comes late', async ({ page }) => {
      expect(await moving(page, '*', doors())).toEqual([]);
    });
  });

/** The screens that shift by more than 0.02 while the answers to `late` take 600 ms. */
async function moving(page: Page, late: string, paths: readonly string[]): Promise<string[]> {
  await measureShift(page);
  await page.route(`**/api/v1/${late === '*' ? '**' : late}`, async (route) => {
    await page.waitForTimeout(600).catch(() => {});
    await route.continue().catch(() => {});
  });
  const moved: string[] = [];
  for (const path of paths) {
    await page.goto(`${site.url}/admin/${path}`);
    // Those before signing in restore no scroll, by which a screen says that it is taken over.
    if (!doors().includes(path)) await handedOver(page);
    await page.waitForLoadState('networkidle');
    await page.waitForTimeout(100);
    const shift = await page.evaluate<number>('shift');
    if (shift > 0.02) moved.push(`${path} ${shift.toFixed(3)}`);
  }
  return moved;
}

/** Also what moves after a press counts. */
function measureShift(page: Page): Promise<unknown> {
  return page.addInitScript(`
    window.shift = 0;
    new PerformanceObserver((list) => {
      for (const { value } of list.getEntries()) shift += value;
    }).observe({ type: 'layout-shift', buffered: true });
  `);
}
