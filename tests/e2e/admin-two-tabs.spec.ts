/** One person with two tabs of one browser: what one tab types, the other one offers as it was stored last. */
import type { Page } from '@playwright/test';
import type { Site } from '../support/site.ts';
import { editorOf } from '../support/states.ts';
import { contentOf, openArticles, pressInForm } from '../support/writing.ts';
import { expect, signIn, test } from './fixtures.ts';

test.slow();

/** The tab that types, and the one that is offered its first words. */
async function twoTabs(page: Page, site: Site, { isDeaf }: { isDeaf: boolean }) {
  const id = await (await editorOf(site)).addArticle({ title: 'In two tabs', isPublished: false });
  await signIn(page, site);
  await openArticles(page, site, id);
  await contentOf(page).fill('First words');
  await expect(page.getByText(/^Draft saved \d/)).toBeVisible();
  const other = await page.context().newPage();
  if (isDeaf)
    await other.addInitScript(() => {
      window.addEventListener('storage', (event) => event.stopImmediatePropagation(), true);
    });
  await openArticles(other, site, id);
  const offer = other.getByText('First words');
  await expect(offer).toBeVisible();
  await contentOf(page).press('ControlOrMeta+End');
  await page.keyboard.type(' and the newest');
  return { other, offer };
}

for (const isDeaf of [false, true])
  test(`Restore brings the newest words of a tab that was closed${isDeaf ? ', whatever the offer says' : ''}`, {
    tag: isDeaf ? '@long' : [],
  }, async ({ page, site }) => {
    const { other, offer } = await twoTabs(page, site, { isDeaf });
    if (isDeaf) await expect.poll(() => other.evaluate(() => Object.values(localStorage).join(''))).toContain('newest');
    else await expect(offer).toHaveText('First words and the newest');
    await page.close();
    await expect(offer).toHaveText(isDeaf ? 'First words' : 'First words and the newest');
    await other.getByRole('button', { name: 'Restore' }).click();
    await expect(contentOf(other)).toHaveText('First words and the newest');
    await expect(other.getByRole('button', { name: 'Restore' })).toHaveCount(0);
  });

test('an offer goes when the other tab has saved it', async ({ page, site }) => {
  const { offer } = await twoTabs(page, site, { isDeaf: false });
  await pressInForm(page, 'Update');
  await expect(page.getByText('Article saved successfully.')).toBeVisible();
  await expect(offer).toHaveCount(0);
});

test('an offer that went does not come back when another one is discarded', { tag: '@long' }, async ({
  page,
  site,
}) => {
  const id = await (await editorOf(site)).addArticle({ title: 'In three tabs', isPublished: false });
  await signIn(page, site);
  const [first, second] = [page, await page.context().newPage()];
  for (const tab of [first, second]) {
    await openArticles(tab, site, id);
    await contentOf(tab).fill(tab === first ? 'First words' : 'Second words');
    // The site has one draft of a form: nothing replaces it unasked.
    await expect(tab.getByText(tab === first ? /^Draft saved \d/ : /^Draft saved in this browser \d/)).toBeVisible();
  }
  const other = await page.context().newPage();
  await openArticles(other, site, id);
  const offer = (words: string) => other.getByRole('main').getByText(words);
  for (const words of ['First words', 'Second words']) await expect(offer(words)).toBeVisible();

  await pressInForm(first, 'Update');
  await expect(first.getByText('Article saved successfully.')).toBeVisible();
  await expect(offer('First words')).toHaveCount(0);
  await other.getByRole('button', { name: 'Discard', exact: true }).click();
  await expect(other.getByText('The unsaved changes are discarded.')).toBeVisible();
  await expect(other.getByRole('button', { name: 'Restore' })).toHaveCount(0);
  await other.getByRole('button', { name: 'Undo', exact: true }).click();
  await expect(offer('Second words')).toBeVisible();
  await expect(offer('First words')).toHaveCount(0);
});
