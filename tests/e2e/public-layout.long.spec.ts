import { aPage } from '../support/builders.ts';
import { emptied } from '../support/emptied.ts';
import { open, post, setSetting, tokenOf } from '../support/states.ts';
import { expect, test } from './fixtures.ts';

const phone = { width: 375, height: 667 };

test('below the medium breakpoint the menu waits behind a button, and closes by it, Escape and a link', async ({
  page,
  demoSite,
}) => {
  await page.setViewportSize(phone);
  await open(page, demoSite.url);
  const toggle = page.getByRole('button', { name: /^(Open|Close) menu$/ });
  const menu = page.getByRole('navigation', { name: 'Main' });
  const icon = () => toggle.locator('path').getAttribute('d');
  await expect(toggle).toHaveAccessibleName('Open menu');
  await expect(toggle).toHaveAttribute('aria-expanded', 'false');
  await expect(menu).toBeHidden();
  const closed = await icon();

  await toggle.click();
  await expect(toggle).toHaveAccessibleName('Close menu');
  await expect(toggle).toHaveAttribute('aria-expanded', 'true');
  expect(await icon()).not.toBe(closed);
  await expect(menu.getByRole('link')).toHaveText(['Home', 'About', 'Articles', 'Events', 'Join Society']);
  await toggle.click();
  await expect(menu).toBeHidden();
  expect(await icon()).toBe(closed);

  await toggle.press('Enter');
  await page.keyboard.press('Tab');
  await expect(menu.getByRole('link', { name: 'Home' })).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(menu).toBeHidden();
  await expect(toggle).toBeFocused();
  await expect(toggle).toHaveAttribute('aria-expanded', 'false');

  for (const [name, path] of [
    ['Events', '/events'],
    ['Home', '/'],
  ] as const) {
    await toggle.click();
    await menu.getByRole('link', { name, exact: true }).click();
    await expect(menu).toBeHidden();
    await expect(page).toHaveURL(demoSite.url + path);
    // The address changes before the page, which would take a menu opened in between along.
    await expect(page.locator('#menu a', { hasText: name })).toHaveAttribute('aria-current', 'page');
  }
});

test('from the medium breakpoint on all links stand in the bar, which stays on top', async ({ page, demoSite }) => {
  await page.setViewportSize({ width: 767, height: 700 });
  await open(page, demoSite.url);
  const toggle = page.getByRole('button', { name: /^(Open|Close) menu$/ });
  await expect(toggle).toBeVisible();
  await page.setViewportSize({ width: 768, height: 700 });
  await expect(toggle).toBeHidden();
  const menu = page.getByRole('navigation', { name: 'Main' });
  await expect(menu.getByRole('link')).toHaveText(['Home', 'About', 'Articles', 'Events', 'Join Society']);
  await expect(page.getByRole('banner').getByRole('link', { name: 'One Health', exact: true })).toHaveAttribute(
    'href',
    '/',
  );
  await page.getByRole('contentinfo').scrollIntoViewIfNeeded();
  expect((await page.getByRole('banner').boundingBox())?.y).toBe(0);
});

test('the footer names the society, who designed the site, and 2024', async ({ page, demoSite }) => {
  await open(page, demoSite.url);
  const footer = page.getByRole('contentinfo');
  await expect(footer.getByText('One Health Student Society', { exact: true })).toBeVisible();
  await expect(footer.getByText(/Designed by/)).toBeVisible();
  await expect(footer.getByText(/^© 2024/)).toBeVisible();
});

test('the first stop of the keyboard is a link past the bar', async ({ page, demoSite }) => {
  await open(page, `${demoSite.url}/articles`);
  await page.keyboard.press('Tab');
  const skip = page.getByRole('link', { name: 'Skip to content' });
  await expect(skip).toBeFocused();
  await expect(skip).toBeInViewport({ ratio: 1 });
  await page.keyboard.press('Enter');
  await expect(page.locator('main')).toBeFocused();
  await page.keyboard.press('Tab');
  await expect(page.getByRole('searchbox', { name: 'Search Articles' })).toBeFocused();
});

test('a link to the newsletter leads the keyboard to its form, from another page and on home', async ({
  page,
  demoSite,
}) => {
  await open(page, `${demoSite.url}/events`);
  const link = page.getByRole('contentinfo').getByRole('link', { name: 'Newsletter', exact: true });
  for (const path of ['/events', '/']) {
    await expect(page).toHaveURL(demoSite.url + path);
    await link.press('Enter');
    await expect(page).toHaveURL(`${demoSite.url}/#newsletter`);
    await expect(page.locator('#newsletter')).toBeFocused();
    await page.keyboard.press('Tab');
    await expect(page.getByRole('textbox', { name: 'Email address' })).toBeFocused();
    await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Home' }).click();
  }
});

test('the keyboard walks along the top bar as one reads it', async ({ page, demoSite }) => {
  await open(page, demoSite.url);
  const bar = page.getByRole('banner');
  await bar.getByRole('link', { name: 'One Health' }).focus();
  for (const name of ['Home', 'About', 'Articles', 'Events', 'Join Society']) {
    await page.keyboard.press('Tab');
    await expect(bar.getByRole('link', { name })).toBeFocused();
  }
  await page.keyboard.press('Tab');
  await expect(bar.getByRole('button', { name: 'Switch between light and dark' })).toBeFocused();
});

test('after each navigation the title, the focus, the current link and the scroll position are those of the new page', async ({
  page,
  demoSite,
}) => {
  await open(page, demoSite.url);
  const menu = page.getByRole('navigation', { name: 'Main' });
  for (const [name, title, heading] of [
    ['About', /^About/, 'About'],
    ['Articles', /^Our Articles/, 'Our Articles'],
    ['Events', /^Our Events/, 'Our Events'],
    ['Home', /^One Health Student Society$/, 'The One Health Student Society'],
  ] as const)
    await test.step(name, async () => {
      await page.evaluate('scrollTo(0, 400)');
      await menu.getByRole('link', { name, exact: true }).click();
      await expect(page).toHaveTitle(title);
      await expect(page.getByRole('heading', { level: 1, name: heading })).toBeFocused();
      await expect(menu.locator('[aria-current=page]')).toHaveText(name);
      await expect.poll(() => page.evaluate('scrollY')).toBe(0);
    });
  await menu.getByRole('link', { name: 'Articles', exact: true }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Our Articles' })).toBeFocused();
  const card = page.getByRole('article').first();
  const title = (await card.getByRole('heading').textContent()) ?? '';
  await card.getByRole('link').click();
  await expect(page.getByRole('heading', { level: 1, name: title })).toBeFocused();
  await expect.poll(() => page.title()).toContain(title);
  await expect(menu.locator('[aria-current=page]')).toHaveText('Articles');
});

test('the about page has its words, the committee, and each member by address', async ({ page, demoSite }) => {
  const member = (
    (await (await page.request.get(`${demoSite.url}/api/v1/members`)).json()) as { id: number; name: string }[]
  )[0];
  await open(page, `${demoSite.url}/about`);
  await expect(page.getByText(/^One Health is the idea/)).toBeVisible();
  await page.getByRole('link', { name: member?.name ?? '' }).click();
  await expect(page).toHaveURL(`${demoSite.url}/about?member=${member?.id}`);
  const dialog = page.getByRole('dialog', { name: member?.name ?? '' });
  await expect(dialog).toBeVisible();
  await page.goBack();
  await expect(dialog).toBeHidden();
  await expect(page).toHaveURL(`${demoSite.url}/about`);
  await expect(page.getByRole('link', { name: member?.name ?? '' })).toBeFocused();
  await open(page, `${demoSite.url}/about?member=${member?.id}`);
  await dialog.getByRole('button', { name: 'Close', exact: true }).click();
  await expect(dialog).toBeHidden();
  await expect(page).toHaveURL(`${demoSite.url}/about`);
  await expect(page.getByRole('link', { name: member?.name ?? '' })).toBeFocused();
  await open(page, `${demoSite.url}/about?member=999999`);
  await expect(page.getByRole('dialog')).toHaveCount(0);
});

test('a heading that has the focus has no ring, by pointer and by keyboard', async ({ page, demoSite }) => {
  for (const way of ['pointer', 'keyboard'] as const)
    await test.step(way, async () => {
      const follow = (name: string | RegExp) => {
        const link = page.getByRole('link', { name, exact: true }).first();
        return way === 'pointer' ? link.click() : link.press('Enter');
      };
      const expectPlain = async (name: string | RegExp) => {
        const heading = page.getByRole('heading', { name }).first();
        await expect(heading).toBeFocused();
        await expect(heading).toHaveCSS('outline-style', 'none');
      };
      await open(page, demoSite.url);
      await follow('Explore Our Community');
      await expectPlain('Meet Our Team');
      await follow('Events');
      await expectPlain('Our Events');
      await follow(/^View Details/);
      const title = page.getByRole('dialog').getByRole('heading', { level: 2 });
      await expect(title).toBeFocused();
      await expect(title).toHaveCSS('outline-style', 'none');
      await page.keyboard.press('Escape');
      await follow('Articles');
      await expectPlain('Our Articles');
    });
});

test('names as long as the settings allow, without a space, do not overflow', async ({ page, ownSite }) => {
  const site = emptied(ownSite);
  setSetting(site, 'shortName', 'W'.repeat(30));
  setSetting(site, 'societyName', 'W'.repeat(100));
  for (const width of [320, 375, 768, 1280]) {
    await page.setViewportSize({ width, height: 667 });
    await open(page, site.url);
    // A scroll bar may take some of the width.
    const beyond = 'document.documentElement.scrollWidth - document.documentElement.clientWidth';
    expect(await page.evaluate(beyond), `at ${width} px`).toBe(0);
    const logo = await page.getByRole('link', { name: 'WWW' }).boundingBox();
    const last = page.getByRole(width < 768 ? 'button' : 'link', { name: width < 768 ? 'Open menu' : 'Join Society' });
    const beside = await last.boundingBox();
    expect(beside && logo && beside.x >= logo.x + logo.width && beside.y < logo.y + logo.height).toBe(true);
  }
});

test.describe('on touch', () => {
  test.use({ viewport: phone, hasTouch: true, isMobile: true });

  test('every link of the footer is large enough for a finger', async ({ page, ownSite }) => {
    const site = emptied(ownSite);
    setSetting(site, 'socialLinks', [{ label: 'IG', url: 'https://social.example/us' }]);
    await post(site, '/pages/admin', aPage({ title: 'Us', place: 'footer' }), await tokenOf(site));
    await open(page, site.url);
    const links = page.getByRole('contentinfo').getByRole('link');
    await expect(links).toHaveText(['Newsletter', 'Calendar', 'RSS feed', 'IG', 'Us']);
    for (const link of await links.all()) {
      const box = await link.boundingBox();
      expect(Math.min(box?.width ?? 0, box?.height ?? 0), await link.innerText()).toBeGreaterThanOrEqual(44);
    }
  });
});
