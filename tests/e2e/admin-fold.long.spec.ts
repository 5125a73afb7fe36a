import { mainItems, moreGroups, moreItems } from '#app/admin/shell/menu-links.ts';
import { setSetting } from '../support/states.ts';
import { expect, signIn, test } from './fixtures.ts';

const deeper = [
  '/admin/subscribers',
  '/admin/outbox',
  '/admin/events/1/guests',
  '/admin/events/1/guests/check-in',
  '/admin/events/1/guests/message',
];

test('on a phone the first thing to do on each screen is above the fold', async ({ page, demoSite }) => {
  await signIn(page, demoSite);
  await page.setViewportSize({ width: 375, height: 667 });
  const paths = [...mainItems.map(([to]) => to), ...moreItems.map(([to]) => to), ...deeper];
  // The activity is only read.
  for (const path of paths.filter((one) => one !== '/admin/activity'))
    await test.step(path, async () => {
      await page.goto(demoSite.url + path);
      const main = page.getByRole('main');
      await expect(main.getByRole('heading', { level: 1 })).toBeInViewport({ ratio: 1 });
      // Above the head stands what the site has to tell.
      const things = main.locator('header, header ~ *').locator('a, button, input, select, textarea');
      const first = things.and(page.locator(':visible')).filter({ hasNotText: /^(Refresh|Loading)/ });
      await expect(first.first()).toBeInViewport({ ratio: 1 });
    });
  await page.goto(`${demoSite.url}/admin/articles`);
  await expect(page.getByRole('button', { name: 'New Article' })).toBeInViewport({ ratio: 1 });
});

test('on a phone the list comes first, and a new form opens by a press and stays open with words in it', async ({
  page,
  demoSite,
}) => {
  await signIn(page, demoSite);
  for (const [path, label] of [
    ['/admin/articles', 'Title'],
    ['/admin/events', 'Title'],
    ['/admin/committee', 'Name'],
    ['/admin/pages', 'Title'],
  ] as const) {
    const title = page.getByLabel(label, { exact: true });
    await page.setViewportSize({ width: 1280, height: 800 });
    await page.goto(demoSite.url + path);
    await expect(title).toBeVisible();
    await page.setViewportSize({ width: 375, height: 667 });
    await expect(title).toBeHidden();
    await page.getByRole('link', { name: /^All (articles|events|members|pages) \(\d+\)$/ }).click();
    await expect(
      page.getByRole('heading', { name: /^(Articles|Events|Committee Members|Pages) \(\d+\)$/ }),
    ).toBeFocused();
    await page.getByRole('button', { name: /^New / }).click();
    await title.fill('Bats');
    await expect(page.getByText(/^Draft saved \d/)).toBeVisible();
    await page.reload();
    await expect(title).toHaveValue('Bats');
    await page
      .getByRole('article')
      .first()
      .getByRole('button', { name: /^Edit / })
      .click();
    await expect(title).toBeVisible();
    await page.goBack();
    await page.getByRole('button', { name: 'Discard' }).first().click();
  }
});

test('on a phone the link in the menu closes a new form, and keeps what is typed as a card', async ({
  page,
  demoSite,
}) => {
  await signIn(page, demoSite);
  await page.setViewportSize({ width: 375, height: 740 });
  for (const [path, link, label] of [
    ['/admin/articles', 'Manage Articles', 'Title'],
    ['/admin/events', 'Manage Events', 'Title'],
    ['/admin/committee', 'Manage Committee Members', 'Name'],
  ] as const) {
    const field = page.getByLabel(label, { exact: true });
    const followMenu = async () => {
      await page.getByRole('button', { name: 'Open menu' }).click();
      await page.getByRole('link', { name: link, exact: true }).click();
    };
    await page.goto(demoSite.url + path);
    await page.getByRole('button', { name: /^New / }).click();
    await expect(field).toBeVisible();
    await followMenu();
    await expect(field).toBeHidden();
    await page.getByRole('button', { name: /^New / }).click();
    await field.fill('Bats at dusk');
    await expect(page.getByText(/^Draft saved \d/)).toBeVisible();
    await followMenu();
    await expect(field).toBeHidden();
    await expect(page).toHaveURL(demoSite.url + path);
    const begun = page.getByRole('list', { name: 'Unfinished' });
    await expect(begun).toContainText('Bats at dusk');
    await begun.getByRole('button', { name: 'Continue Bats at dusk' }).click();
    await expect(field).toHaveValue('Bats at dusk');
    await page.getByRole('button', { name: 'Discard' }).first().click();
  }
});

test('from 900 px on the bar shows all its links in one row', async ({ page, demoSite, own }) => {
  setSetting(demoSite, 'shortName', 'Vets, Medics and Ecologists 26');
  own.defer(() => setSetting(demoSite, 'shortName', 'One Health'));
  await signIn(page, demoSite);
  for (const width of [900, 1000, 1100, 1215, 1280]) {
    await page.setViewportSize({ width, height: 700 });
    await page.goto(`${demoSite.url}/admin/dashboard`);
    const bar = page.getByRole('banner').first();
    for (const name of [...mainItems.map(([, label]) => label), 'View site ↗', 'Your account'])
      await expect(bar.getByRole('link', { name, exact: true })).toBeInViewport({ ratio: 1 });
    for (const name of ['More', 'Logout'])
      await expect(bar.getByRole('button', { name, exact: true })).toBeInViewport({ ratio: 1 });
    expect((await bar.boundingBox())?.height).toBeLessThan(70);
    // Firefox's scroll bar takes a part of the width.
    const widths = '[document.documentElement.scrollWidth, document.documentElement.clientWidth]';
    const [whole, shown] = await page.evaluate<[number, number]>(widths);
    expect(whole).toBe(shown);
  }
  for (const width of [899, 320]) {
    await page.setViewportSize({ width, height: 700 });
    await expect(page.getByRole('button', { name: 'Open menu' })).toBeInViewport({ ratio: 1 });
  }
});

for (const width of [1280, 375])
  test(`the menu has three groups, and the account stands apart, at ${width} px`, async ({ page, demoSite }) => {
    await signIn(page, demoSite);
    await page.setViewportSize({ width, height: 800 });
    await page.goto(`${demoSite.url}/admin/dashboard`);
    const menu = page.getByRole('navigation', { name: 'Administrator' });
    if (width === 375) await page.getByRole('button', { name: 'Open menu' }).click();
    else await menu.getByRole('button', { name: 'More' }).click();
    for (const [title, items] of moreGroups)
      await expect(menu.getByRole('group', { name: title }).getByRole('link')).toHaveText(
        items.map(([, label]) => label),
      );
    expect(moreGroups.map(([title]) => title)).toEqual(['Content', 'Society', 'System']);
    const account = await menu.getByRole('link', { name: 'Your account' }).boundingBox();
    const system = await menu.getByRole('group', { name: 'System' }).boundingBox();
    if (width === 375) expect(account?.y).toBeGreaterThan((system?.y ?? 0) + (system?.height ?? 0));
    else expect(account?.x).toBeGreaterThan(width * 0.75);
    await expect(menu.getByRole('group').getByRole('link', { name: 'Your account' })).toHaveCount(0);
  });

test('a screen opened by its address begins at its top, wherever the previous one was scrolled to', async ({
  page,
  demoSite,
}) => {
  await signIn(page, demoSite);
  const scrolled = () => page.evaluate<number>('scrollY');
  await page.goto(`${demoSite.url}/admin/articles`);
  await expect(page.getByRole('article').first()).toBeVisible();
  await page.evaluate('scrollTo(0, 300)');
  await expect.poll(scrolled).toBe(300);
  await page.goto(`${demoSite.url}/admin/dashboard`);
  await expect(page.getByRole('article').first()).toBeVisible();
  expect(await scrolled()).toBe(0);
  await page.evaluate('scrollTo(0, 100)');
  await expect.poll(scrolled).toBe(100);
  await page.reload();
  await expect.poll(scrolled).toBe(100);
});
