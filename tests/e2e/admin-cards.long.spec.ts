import { emptied } from '../support/emptied.ts';
import type { Site } from '../support/site.ts';
import { editorOf } from '../support/states.ts';
import { expect, signIn, test } from './fixtures.ts';

let site: Site;

test.beforeAll(async ({ ownSite }) => {
  site = emptied(ownSite);
  const editor = await editorOf(site);
  for (const letter of ['W', 'Wolfeschlegelsteinhausenbergerdorff ', 'i']) {
    const fill = (length: number) => `A${letter.repeat(length)}`.slice(0, length);
    await editor.addArticle({ title: fill(200), description: fill(250), isPublished: false, isFeatured: true });
    await editor.addMember({ name: fill(50), position: fill(50), bio: fill(250), isActive: false });
    await editor.addEvent({ title: fill(100), location: fill(100), eventDate: '2029-12-24T22:30:00' });
  }
  await editor.addArticle({ title: 'A', description: 'B' });
  await editor.addMember({ name: 'A', position: 'B', bio: '' });
  await editor.addEvent({ title: 'A', location: 'B' });
});

test('cards are 400 px high, whatever they contain, and no control is ever cut off', async ({ page }) => {
  await signIn(page, site);
  for (const tab of ['articles', 'committee', 'events']) {
    await page.goto(`${site.url}/admin/dashboard?tab=${tab}`);
    await expect(page.getByRole('article')).toHaveCount(4);
    for (const width of [320, 375, 768, 1280])
      for (const text of [100, 200])
        await test.step(`${tab} at ${width} px, text ${text} %`, async () => {
          await page.setViewportSize({ width, height: 800 });
          await page.evaluate(`document.documentElement.style.fontSize = '${text}%'`);
          const cards = await page.evaluate<{ height: number; cut: string[] }[]>(`
            [...document.querySelectorAll('article')].map((card) => {
              const box = card.getBoundingClientRect();
              const cut = [...card.querySelectorAll('button')].filter((button) => {
                const own = button.getBoundingClientRect();
                // A title of one line takes presses on the whole card.
                const least = button.matches('.covers') ? 20 : 24;
                return own.bottom > box.bottom || own.right > box.right || own.left < box.left || own.height < least;
              });
              return { height: box.height, cut: cut.map((button) => button.outerHTML.slice(0, 80)) };
            })`);
          for (const { height, cut } of cards) {
            expect(cut).toEqual([]);
            if (text === 100) expect(height).toBe(400);
          }
        });
  }
});
