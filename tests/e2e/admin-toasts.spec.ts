/** A toast covers nothing that an administrator fills in, reads first or presses, and stays on its screen. */
import type { Page } from '@playwright/test';
import { emptied } from '../support/emptied.ts';
import type { Site } from '../support/site.ts';
import { editorOf, handedOver } from '../support/states.ts';
import { expect, signIn, test } from './fixtures.ts';
import { showToast } from './toasts.ts';

let site: Site;
let event = 0;

test.beforeAll(async ({ ownSite }) => {
  site = emptied(ownSite);
  const editor = await editorOf(site);
  for (let number = 1; number <= 8; number += 1) {
    await editor.addArticle({ title: `Article ${number}` });
    event = await editor.addEvent({ title: `Event ${number}`, eventDate: '2099-12-01T18:30:00', hasSignup: true });
  }
});

const screens = () => [
  'dashboard',
  'articles',
  'events',
  `events?edit=${event}`,
  `events/${event}/guests`,
  'subscribers',
  'settings',
  'export',
];

for (const [name, viewport] of [
  ['a phone', { width: 375, height: 667 }],
  ['a desk', { width: 1280, height: 800 }],
] as const)
  test.describe(name, () => {
    test.use({ viewport });

    test('no toast covers a field, a heading or a button', async ({ page }) => {
      await signIn(page, site);
      for (const path of screens()) {
        await page.goto(`${site.url}/admin/${path}`);
        await handedOver(page);
        await page.waitForLoadState('networkidle');
        for (const part of [0, 0.3, 0.6, 1]) {
          await showToast(page, 'success', 'Article published and newsletter sent.', {
            detail: 'To 214 subscribers, starting in 55 s.',
            actions: ['Undo sending', 'Send now'],
          });
          await page.evaluate(`scrollTo(0, ${part} * document.documentElement.scrollHeight)`);
          await expect.poll(() => underToast(page), `${path} at ${part}`).toEqual([]);
        }
      }
    });
  });

test('a toast stays behind with the screen that it belongs to', async ({ page }) => {
  await signIn(page, site);
  await page.goto(`${site.url}/admin/settings`);
  const toast = page.getByRole('region', { name: 'Notifications' }).locator('p');
  await page.getByLabel('Contact line').fill('Write to us.');
  await page.getByRole('button', { name: 'Save settings' }).click();
  await expect(toast).toHaveText(['Settings saved.']);
  await page.getByRole('link', { name: 'Dashboard' }).click();
  await expect(page).toHaveURL(/dashboard$/);
  await expect(toast).toHaveCount(0);
});

test('a toast that arrives under a mouse at rest makes way for a form that comes after it', async ({ page }) => {
  await page.setViewportSize({ width: 1280, height: 800 });
  await signIn(page, site);
  await page.goto(`${site.url}/admin/dashboard`);
  await handedOver(page);
  await page.waitForLoadState('networkidle');
  await page.mouse.move(1150, 770);
  await showToast(page, 'success', 'Article published. No newsletter was sent.');
  await coverWithButton(page);
  await expect.poll(() => underToast(page)).toEqual([]);
});

test('a toast stays under the pointer, so that a press on it counts', async ({ page }) => {
  await signIn(page, site);
  await page.goto(`${site.url}/admin/dashboard`);
  await handedOver(page);
  await page.waitForLoadState('networkidle');
  await showToast(page, 'info', 'The unsaved changes are discarded.');
  const toast = page.getByRole('region', { name: 'Notifications' }).locator('p');
  const close = page.getByRole('button', { name: 'Dismiss' });
  await close.hover();
  await page.mouse.down();
  await coverWithButton(page);
  await page.waitForTimeout(500);
  expect(await underToast(page)).not.toEqual([]);
  await page.mouse.up();
  await expect(toast).toHaveCount(0);
  await showToast(page, 'info', 'It makes room again.');
  await expect.poll(() => underToast(page)).toEqual([]);
});

/** As a form does that has loaded after the toast came. */
async function coverWithButton(page: Page): Promise<void> {
  await page.evaluate(`(() => {
    const { left, top } = document.querySelector('[aria-label=Notifications] > *').getBoundingClientRect();
    const button = document.body.appendChild(document.createElement('button'));
    Object.assign(button.style, { position: 'fixed', left: left + 'px', top: top + 'px', width: '9rem', height: '2rem' });
  })()`);
}

/** The fields, headings and buttons that the toast covers. */
function underToast(page: Page): Promise<string[]> {
  return page.evaluate<string[]>(`(() => {
    const toast = document.querySelector('[aria-label=Notifications] > *');
    const { left, right, top, bottom } = toast.getBoundingClientRect();
    const kept = 'button, h1, h2, h3, h4, input, select, summary, textarea, [contenteditable=true]';
    const found = new Set(left < 0 || right > innerWidth || top < 0 || bottom > innerHeight ? ['out of view'] : []);
    for (let x = left + 2; x < right; x += 6)
      for (let y = top + 2; y < bottom; y += 6) {
        const below = document.elementsFromPoint(x, y).find((one) => !toast.contains(one))?.closest(kept);
        const box = below?.getBoundingClientRect();
        // Around its own box a button may also take presses, such as those on the picture of its card.
        if (box && x > box.left && x < box.right && y > box.top && y < box.bottom)
          found.add(below.localName + ' ' + (below.id || below.textContent.slice(0, 30)));
      }
    return [...found];
  })()`);
}
