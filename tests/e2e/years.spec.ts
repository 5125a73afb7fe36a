import { emptied } from '../support/emptied.ts';

import type { Site } from '../support/site.ts';
import { hold, inDatabase } from '../support/states.ts';
import { pictureFile } from '../support/writing.ts';
import { expectAccessible } from './accessible.ts';
import { expect, signIn, test } from './fixtures.ts';

test.describe.configure({ mode: 'default' });

let site: Site;

test.beforeAll(({ ownSite }) => {
  site = emptied(ownSite);
});

for (const width of [1280, 375])
  test(`a year is closed, read without scripts, and undone at ${width} px`, {
    tag: width === 375 ? [] : '@long',
  }, async ({ page, browser }) => {
    await page.setViewportSize({ width, height: 800 });
    await signIn(page, site);
    await page.goto(`${site.url}/admin/committee/close`);
    await expect(page.locator('nav[aria-label="Administrator"] [aria-current="page"]')).toHaveText('Close the year');
    const authorization = `Bearer ${await page.evaluate(() => localStorage.getItem('adminToken'))}`;
    const ids: number[] = [];
    for (const [name, position] of [
      ['Ada Lovelace', 'President'],
      ['Ben Okri', 'Treasurer'],
    ]) {
      const data = { name, position, bio: 'Looks after all of us.' };
      const made = await page.request.post(`${site.url}/api/v1/members/admin`, { headers: { authorization }, data });
      ids.push(((await made.json()) as { id: number }).id);
    }

    const years = `${site.url}/api/v1/committees/admin`;
    const early = { label: 'Early', from: '2000-01-01', to: '2000-12-31', posts: [] };
    const { id: earlyId } = (await (
      await page.request.post(years, { headers: { authorization }, data: early })
    ).json()) as {
      id: number;
    };
    await page.reload();
    const inThirtyDays = new Date(Date.now() + 30 * 86_400_000).toLocaleDateString('en-US', {
      dateStyle: 'long',
      timeZone: 'Europe/London',
    });
    await expect(page.getByText(`You can undo all of it until ${inThirtyDays}.`)).toBeVisible();
    await expect(page.getByText('We propose the year, from August 1,')).toBeVisible();
    const suggested = await page.getByLabel('Year to close').inputValue();
    const firstDay = page.getByLabel('First day', { exact: true });
    const [begins, today] = [
      await firstDay.inputValue(),
      await page.getByLabel('Last day', { exact: true }).inputValue(),
    ];
    await firstDay.fill('2019/09/01');
    await page.getByLabel('Last day', { exact: true }).fill('2020/06/30');
    await expect(page.getByLabel('Year to close')).toHaveValue('2019-20');
    await page.getByLabel('Last day', { exact: true }).fill(today);
    await firstDay.fill(begins);
    await expect(page.getByLabel('Year to close')).toHaveValue(suggested);
    const label = `2025-${width}`;
    await page.getByLabel('Year to close').fill('');
    await page.getByRole('button', { name: 'Close the year' }).click();
    await expect(page.getByRole('alert').filter({ hasText: 'Please enter a name for the year' })).toBeVisible();
    await page.getByLabel('Year to close').fill(label.replace('-', '/'));
    await expect(page.getByLabel('First day', { exact: true })).toHaveAttribute('placeholder', 'YYYY/MM/DD');
    await page.getByLabel('First day', { exact: true }).fill('31 Dec 2000');
    await page.getByRole('button', { name: 'Dec 31, 2000?' }).click();
    await expect(page.getByLabel('First day', { exact: true })).toHaveValue('2000/12/31');
    await page.getByRole('checkbox', { name: 'Leaves: Ada Lovelace' }).check();
    await page.getByRole('textbox', { name: 'Next position of Ben Okri' }).fill('President');
    await page.getByRole('button', { name: 'Add someone new' }).click();
    await page.getByRole('textbox', { name: 'Name' }).fill('Cleo Mbeki');
    await page.getByRole('textbox', { name: 'Position', exact: true }).fill('Treasurer');
    await page.getByLabel('Invite new administrators').fill(`next-${width}@society.example`);

    // What is typed is a draft.
    await page.reload();
    await expect(page.getByRole('textbox', { name: 'Name' })).toHaveValue('Cleo Mbeki');
    await expect(page.getByText('Joining: Cleo Mbeki (Treasurer).')).toBeVisible();
    await expectAccessible(page, width);

    await page.getByRole('button', { name: 'Close the year' }).click();
    const asked = page.getByRole('alertdialog', { name: `Close the year` });
    for (const words of [label, 'December 31, 2000', 'Leaving: Ada Lovelace.', `undo all of it until ${inThirtyDays}.`])
      await expect(asked).toContainText(words);
    await asked.getByRole('button', { name: 'Back' }).click();
    await expect(page.getByText(`The year ${label} is closed.`)).toHaveCount(0);
    await page.getByRole('button', { name: 'Close the year' }).click();
    const closing = await hold(page, '/committees/admin/close');
    await asked.getByRole('button', { name: 'Close the year' }).click();
    await page.getByRole('button', { name: 'Closing...' }).dispatchEvent('click');
    await expect(asked).toHaveCount(0);
    closing.release();
    await expect(page.getByText(`The year ${label} is closed.`)).toBeVisible();
    await expect(page.getByRole('group', { name: `Link for next-${width}@society.example` })).toBeVisible();
    await expectAccessible(page, width);
    expect(await page.evaluate(() => JSON.stringify(localStorage))).not.toContain('Cleo');

    const later = await page.context().newPage();
    await page.getByRole('link', { name: 'See the page' }).click();
    await expect(page.getByRole('heading', { level: 1 })).toContainText(label);
    await page.goBack();
    await later.goto(`${site.url}/admin/committee/close`);
    await expect(later.getByRole('button', { name: 'Close another year' })).toBeVisible();
    await expect(later.getByLabel('Year to close')).toHaveCount(0);
    await later.getByRole('link', { name: 'Print a page for the next person' }).click();
    await expect(later.getByRole('heading', { name: 'Hand over', level: 1 })).toBeVisible();
    await expect(later.getByText(site.url, { exact: true })).toBeVisible();
    await expectAccessible(later, width);
    await later.goBack();
    // An account may still have to end when it is too late to undo.
    await later.clock.setFixedTime(Date.now() + 31 * 86_400_000);
    await later.reload();
    await expect(later.getByText(`The year ${label} was closed on`)).toBeVisible();
    await expect(later.getByText('It can be undone until')).toHaveCount(0);
    await expect(later.getByRole('button', { name: 'Undo' })).toHaveCount(0);
    await later.close();

    const plain = await browser.newPage({ javaScriptEnabled: false, viewport: { width, height: 800 } });
    await plain.goto(`${site.url}/about`);
    await plain.getByRole('link', { name: 'Past committees' }).click();
    await expect(plain.getByRole('heading', { level: 1, name: 'Committee' })).toBeVisible();
    await expect(plain.getByRole('main').getByText('Cleo Mbeki')).toBeVisible();
    await plain.getByRole('link', { name: label }).click();
    await expect(plain).toHaveURL(`${site.url}/committee/${label}`);
    await expect(plain.getByRole('heading', { level: 1, name: `Committee ${label}` })).toBeVisible();
    await expect(plain.getByRole('article').first()).toHaveText(/Ada Lovelace\s*President/);
    const shown = plain.locator('header >> nth=0, footer, nav, form, button').filter({ visible: true });
    await plain.emulateMedia({ media: 'print' });
    await expect(shown).toHaveCount(0);
    await plain.emulateMedia({ media: 'screen' });

    const visitor = await browser.newPage({ viewport: { width, height: 800 } });
    for (const path of ['/committee', `/committee/${label}`]) {
      await visitor.goto(site.url + path);
      await expectAccessible(visitor, width);
    }
    await visitor.close();

    await page.getByRole('button', { name: 'Undo', exact: true }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Undo' }).click();
    await expect(page.getByText('Undone. The committee is as it was.')).toBeVisible();
    await expect(page.getByLabel('Year to close')).toHaveValue(suggested);
    expect((await plain.goto(`${site.url}/committee/${label}`))?.status()).toBe(404);
    await plain.goto(`${site.url}/committee`);
    await expect(plain.getByRole('main').getByRole('article')).toHaveText([
      /Ada Lovelace\s*President/,
      /Ben Okri\s*Treasurer/,
    ]);
    await plain.close();
    await page.request.delete(`${years}/${earlyId}`, { headers: { authorization } });
    for (const id of ids)
      await page.request.delete(`${site.url}/api/v1/members/admin/${id}`, { headers: { authorization } });
  });

test('the picture of a person stays theirs, though people are moved while it is uploaded', async ({ page }) => {
  await signIn(page, site);
  await page.goto(`${site.url}/admin/committees`);
  await page.getByRole('textbox', { name: 'Year', exact: true }).fill('2098-99');
  await page.getByLabel('First day', { exact: true }).fill('2098/09/01');
  await page.getByLabel('Last day', { exact: true }).fill('2099/08/31');
  const person = (at: number) => page.getByRole('region', { name: `Person ${at}` });
  await person(1).getByRole('textbox', { name: 'Name' }).fill('Ada Lovelace');
  await person(1).getByRole('textbox', { name: 'Position' }).fill('President');
  await page.getByRole('button', { name: 'Add a person' }).click();
  await person(2).getByRole('textbox', { name: 'Name' }).fill('Ben Okri');
  await person(2).getByRole('textbox', { name: 'Position' }).fill('Treasurer');
  await person(2).getByText('More options').click();
  const arrives = Promise.withResolvers<void>();
  await page.route('**/api/v1/uploads/committees', async (route) => {
    await arrives.promise;
    await route.continue();
  });
  const buffer = pictureFile('').bytes;
  const uploading = page.waitForRequest('**/api/v1/uploads/committees');
  await person(2).locator('input[type=file]').setInputFiles({ name: 'ben.png', mimeType: 'image/png', buffer });
  await uploading;
  await expect(person(2).getByRole('button', { name: 'Move up' })).toBeDisabled();
  arrives.resolve();
  await expect(person(2).getByRole('button', { name: 'Replace image' })).toBeVisible();
  await person(2).getByRole('button', { name: 'Move up' }).click();
  await page.getByRole('button', { name: 'Preview' }).click();
  const preview = page.getByRole('dialog', { name: 'Committee 2098-99' });
  await expect(preview).toContainText('Sep 1, 2098 – Aug 31, 2099');
  await expect(preview.getByRole('listitem')).toHaveText([/Ben Okri\s*Treasurer/, /Ada Lovelace\s*President/]);
  await expect(preview.locator('img').first()).toHaveAttribute('src', /^\/uploads\/committees\//);
  await preview.getByRole('button', { name: 'Close', exact: true }).click();
  await page.getByRole('button', { name: 'Add Year' }).click();
  await expect(page.getByText('Year saved successfully.')).toBeVisible();
  const [year] = inDatabase(site, "SELECT posts FROM committees WHERE label = '2098-99'");
  const posts = JSON.parse(String(year?.posts)) as { name: string; imageUrl: string | null }[];
  expect(posts.map(({ name, imageUrl }) => [name, imageUrl !== null])).toEqual([
    ['Ben Okri', true],
    ['Ada Lovelace', false],
  ]);
});
