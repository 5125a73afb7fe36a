import type { CDPSession, Page } from '@playwright/test';
import { emptied } from '../support/emptied.ts';
import type { Site } from '../support/site.ts';
import { callsOf, type Editor, editorOf, empty, inDatabase } from '../support/states.ts';
import { expectAccessible } from './accessible.ts';
import { expect, signIn, test } from './fixtures.ts';

// One site for the file: its tests change what it holds, so they run one after the other.
test.describe.configure({ mode: 'default' });

const people = ['Ada', 'Ben', 'Cem', 'Dora', 'Eli', 'Fay', 'Gus', 'Hana', 'Ivo', 'Jo', 'Kim', 'Lea'];
/** As far from the first order as can be. */
const wanted = [...people].reverse();

let site: Site;
let editor: Editor;

test.beforeAll(async ({ ownSite }) => {
  site = emptied(ownSite);
  editor = await editorOf(site);
});

test.beforeEach(async ({ page }) => {
  empty(site, 'members');
  for (const name of people) await editor.addMember({ name, position: `Helper ${name}` });
  await signIn(page, site);
});

for (const [name, viewport, hasTouch] of [
  ['by a finger on a phone', { width: 375, height: 667 }, true],
  ['by a mouse on a desk', { width: 1280, height: 800 }, false],
] as const)
  test.describe(name, () => {
    test.use({ viewport, hasTouch });

    test(`twelve people are put in order with 15 presses at most, ${name}`, async ({ page, browserName }) => {
      test.skip(hasTouch && browserName !== 'chromium', 'a finger that drags needs the protocol of Chromium');
      const calls = callsOf(page);
      await page.goto(`${site.url}/admin/committee`);
      await page.getByRole('button', { name: 'Put in order' }).click();
      let presses = 1;
      await expect(rows(page)).toHaveText(people.map((one) => new RegExp(`^${one}`)));
      await expectAccessible(page, viewport.width);
      const finger = hasTouch ? await page.context().newCDPSession(page) : null;
      for (const [to, one] of wanted.entries()) {
        const from = (await names(page)).indexOf(one);
        if (from === to) continue;
        await drag(page, finger, from, to);
        await expect(rows(page).nth(to)).toContainText(one);
        presses += 1;
      }
      await expect.poll(() => names(page)).toEqual(wanted);
      await page.getByRole('button', { name: 'Save order' }).click();
      presses += 1;
      await expect(page.getByText('The committee is in its new order.')).toBeVisible();
      expect(presses).toBeLessThanOrEqual(15);
      expect(calls.filter((call) => !call.startsWith('GET'))).toEqual(['POST /members/admin/order']);
      const saved = inDatabase(site, 'SELECT name FROM members ORDER BY sort_order');
      expect(saved.map((row) => row.name)).toEqual(wanted);
    });
  });

test('by keyboard each move is announced and keeps the focus; Cancel changes nothing', async ({ page }) => {
  await page.goto(`${site.url}/admin/committee`);
  await page.getByRole('button', { name: 'Put in order' }).click();
  await page.getByRole('button', { name: 'Move Lea, 12 of 12' }).focus();
  await page.keyboard.press('Home');
  await expect(page.getByRole('status').filter({ hasText: 'Lea' })).toContainText('is now 1 of 12.');
  await expect(page.getByRole('button', { name: 'Move Lea, 1 of 12' })).toBeFocused();
  await page.keyboard.press('ArrowDown');
  await expect(page.getByRole('button', { name: 'Move Lea, 2 of 12' })).toBeFocused();
  await page.getByRole('button', { name: 'Move Lea down' }).press('Enter');
  await expect(page.getByRole('button', { name: 'Move Lea down' })).toBeFocused();
  expect((await names(page)).slice(0, 4)).toEqual(['Ada', 'Ben', 'Lea', 'Cem']);
  await page.getByRole('button', { name: 'Cancel' }).click();
  expect(inDatabase(site, 'SELECT name FROM members WHERE sort_order IS NOT NULL')).toEqual([]);
});

function rows(page: Page) {
  return page.getByRole('region', { name: 'The order on the site' }).getByRole('listitem');
}

/** From top to bottom, as they are seen. */
async function names(page: Page): Promise<string[]> {
  return (await rows(page).locator('bdi:first-child').allTextContents()).map((text) => text.trim());
}

/** One press: down on the handle, along, and up over the other row. The page scrolls along at its edges. */
async function drag(page: Page, finger: CDPSession | null, from: number, to: number): Promise<void> {
  const handle = rows(page).nth(from).getByRole('button').first();
  await handle.scrollIntoViewIfNeeded();
  const at = await centre(handle);
  await press(page, finger, 'touchStart', at);
  const target = rows(page).nth(to);
  // Towards the target, until it is on the screen and under the pointer.
  let scrolled = -1;
  await expect
    .poll(async () => {
      const { y } = await centre(target);
      const { height } = page.viewportSize() ?? { height: 0 };
      const reached = Math.min(Math.max(y + (to < from ? -8 : 8), 70), height - 20);
      await press(page, finger, 'touchMove', { x: at.x, y: reached });
      const before = scrolled;
      scrolled = await page.evaluate<number>('scrollY');
      const shown = await rows(page)
        .nth(from)
        .evaluate((row) => row.style.order);
      return shown === String(to) && scrolled === before;
    })
    .toBe(true);
  await press(page, finger, 'touchEnd', at);
}

async function centre(thing: ReturnType<typeof rows>): Promise<{ x: number; y: number }> {
  const box = await thing.boundingBox();
  if (!box) throw new Error('It is not on the page');
  return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
}

type Kind = 'touchStart' | 'touchMove' | 'touchEnd';

async function press(page: Page, finger: CDPSession | null, type: Kind, { x, y }: { x: number; y: number }) {
  if (finger) {
    await finger.send('Input.dispatchTouchEvent', { type, touchPoints: type === 'touchEnd' ? [] : [{ x, y }] });
    return;
  }
  if (type === 'touchMove') return page.mouse.move(x, y);
  if (type === 'touchEnd') return page.mouse.up();
  await page.mouse.move(x, y);
  return page.mouse.down();
}
