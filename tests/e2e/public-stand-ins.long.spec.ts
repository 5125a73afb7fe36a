import { emptied } from '../support/emptied.ts';
import type { Site } from '../support/site.ts';
import { editorOf, open, setSetting } from '../support/states.ts';
import { expect, signIn, test } from './fixtures.ts';

// One site for the file: the second journey sees what the first has added.
test.describe.configure({ mode: 'default' });

let site: Site;

test.beforeAll(({ ownSite }) => {
  site = emptied(ownSite);
});

test('people without a picture get initials in different colours; a picture from the settings replaces them', async ({
  page,
}) => {
  const editor = await editorOf(site);
  await editor.addMember({ name: 'Nguyễn Thị Minh Khai' });
  await editor.addMember({ name: 'Ada Byron', position: 'Writer' });
  await editor.addEvent({ title: 'Gala', eventDate: '2099-05-06T20:00:00' });
  await editor.addArticle({});
  await open(page, site.url);
  const standIns = page.locator('main [data-tone][aria-hidden]');
  const drawn = () => standIns.evaluateAll((all) => all.map(({ dataset: { tone, text } }) => [tone, text]));
  expect(await drawn()).toEqual([
    ['1', 'NK'],
    ['3', 'AB'],
    ['1', undefined],
    ['1', undefined],
  ]);
  for (const one of await standIns.all()) await expect(one).toHaveAttribute('aria-hidden', 'true');

  await signIn(page, site);
  const inList = async (tab: string) => {
    await page.goto(`${site.url}/admin/dashboard?tab=${tab}`);
    await expect(page.getByRole('article').first()).toBeVisible();
    return drawn();
  };
  expect(await inList('committee')).toEqual([
    ['3', 'AB'],
    ['1', 'NK'],
  ]);
  expect(await inList('events')).toEqual([['1', undefined]]);
  expect(await inList('articles')).toEqual([['1', undefined]]);

  setSetting(site, 'defaultAvatarImage', '/og.png');
  await open(page, site.url);
  await expect(standIns).toHaveCount(2);
  await expect(page.locator('main img[src="/og.png"]')).toHaveCount(2);
});

test('six events one after the other have six different pictures', async ({ page }) => {
  const editor = await editorOf(site);
  for (let day = 1; day <= 7; day++)
    await editor.addEvent({ title: `Walk ${day}`, eventDate: `2098-05-0${day}T20:00:00` });
  await open(page, `${site.url}/events?filter=upcoming`);
  const looks = await page.locator('main li [data-tone]').evaluateAll((all) =>
    all.map((one) => {
      const [ground, circles] = [getComputedStyle(one), getComputedStyle(one, '::after')];
      return ground.backgroundColor + circles.backgroundImage;
    }),
  );
  expect(looks.length).toBeGreaterThanOrEqual(6);
  expect(new Set(looks.slice(0, 6)).size).toBe(6);
});

test('a portrait is cropped around its upper third', async ({ page }) => {
  await open(page, `${site.url}/about`);
  await expect(page.locator('main article img').first()).toHaveCSS('object-position', '50% 20%');
});
