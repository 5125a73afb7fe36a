import type { Page } from '@playwright/test';
import { emptied } from '../support/emptied.ts';
import { publicPages, type Site } from '../support/site.ts';
import { editorOf, hold, open, setSetting } from '../support/states.ts';
import { expect, test } from './fixtures.ts';

for (const reducedMotion of ['no-preference', 'reduce'] as const)
  test(`from list to article and back the page ${reducedMotion === 'reduce' ? 'changes at once under reduced motion' : 'fades'}`, async ({
    page,
    demoSite,
  }) => {
    await page.emulateMedia({ reducedMotion });
    await page.addInitScript(countTransitions);
    await open(page, `${demoSite.url}/articles`);
    await page
      .getByRole('link', { name: /^Read More/ })
      .first()
      .click();
    await expect(page.getByRole('link', { name: 'Back to All Articles' })).toBeVisible();
    await expect.poll(() => page.evaluate<number>('transitions.length')).toBe(1);
    await page.getByRole('link', { name: 'Back to All Articles' }).click();
    await expect(page.getByRole('heading', { level: 1, name: 'Our Articles' })).toBeVisible();
    await expect.poll(() => page.evaluate<number>('transitions.length')).toBe(2);
    for (const moving of await page.evaluate<number[]>('transitions'))
      if (reducedMotion === 'reduce') expect(moving).toBe(0);
      else expect(moving).toBeGreaterThan(0);
  });

test.describe('under reduced motion', () => {
  let site: Site;

  test.beforeAll(async ({ ownSite }) => {
    site = emptied(ownSite);
    const editor = await editorOf(site);
    for (const name of ['Ada', 'Ben', 'Cem']) await editor.addMember({ name });
    for (let number = 1; number <= 4; number += 1) await editor.addArticle({ title: `Number ${number}` });
  });

  test.beforeEach(({ page }) => page.emulateMedia({ reducedMotion: 'reduce' }));

  test('nothing moves on any screen', async ({ page, demoSite }) => {
    for (const [name, path] of await publicPages(demoSite))
      await test.step(name, async () => {
        await open(page, demoSite.url + path);
        expect(await moving(page)).toEqual([]);
        await page.mouse.wheel(0, 2000);
        expect(await moving(page)).toEqual([]);
      });
  });

  test('a dialog, scrolling to the committee, and the spotlight do not move', async ({ page }) => {
    await open(page, site.url);
    await page.getByRole('link', { name: 'Explore Our Community' }).click();
    const top = await page.evaluate<number>('scrollY');
    expect(top).toBeGreaterThan(100);
    expect(await page.evaluate<number>('new Promise((done) => requestAnimationFrame(() => done(scrollY)))')).toBe(top);
    await page.getByRole('link', { name: 'Ada' }).click();
    await expect(page.getByRole('dialog')).toBeVisible();
    expect(await moving(page)).toEqual([]);
    setSetting(site, 'homeVariant', 'spotlight');
    await open(page, site.url);
    await page.getByRole('button', { name: 'Next member' }).click();
    expect(await moving(page)).toEqual([]);
    setSetting(site, 'homeVariant', 'grid');
  });
});

for (const reducedMotion of ['no-preference', 'reduce'] as const)
  test(`a spinner is invisible for the first 200 ms (${reducedMotion})`, async ({ page, demoSite }) => {
    await page.emulateMedia({ reducedMotion });
    await open(page, `${demoSite.url}/articles`);
    const slow = await hold(page, '/articles?*search=*');
    await page.getByRole('searchbox').fill('no title has these words');
    const spinner = page.getByRole('status').filter({ hasText: 'Loading…' });
    await expect(spinner).toBeAttached();
    expect(await opacityAt(page, 0)).toBe('0');
    expect(await opacityAt(page, 199)).toBe('0');
    expect(await opacityAt(page, 400)).toBe('1');
    slow.release();
    await expect(page.getByText('No matching articles found')).toBeVisible();
    await expect(spinner).toHaveCount(0);
  });

/** How many parts of the page each view transition moves. */
const countTransitions = `
  window.transitions = [];
  const start = document.startViewTransition.bind(document);
  document.startViewTransition = (update) => {
    const transition = start(update);
    const count = () => document.getAnimations().filter(({ effect }) => effect.pseudoElement?.startsWith('::view-transition')).length;
    transition.ready.then(() => transitions.push(count()), () => transitions.push(-1));
    return transition;
  };`;

/** What lasts longer than a blink, as 'name on element'. */
function moving(page: Page): Promise<string[]> {
  return page.evaluate<string[]>(`document.getAnimations()
    .filter(({ effect, playState }) => playState !== 'finished' && effect.getComputedTiming().activeDuration > 1)
    .map((one) => (one.animationName ?? one.transitionProperty) + ' on ' + one.effect.target.outerHTML.slice(0, 80))`);
}

/** Of the spinner, so many milliseconds after it came. */
function opacityAt(page: Page, time: number): Promise<string> {
  return page.evaluate<string>(`(() => {
    const spinner = [...document.querySelectorAll('main [role=status]')].find((one) => one.textContent === 'Loading…');
    const [appearing] = spinner.getAnimations();
    appearing.pause();
    appearing.currentTime = ${time};
    return getComputedStyle(spinner).opacity;
  })()`);
}
