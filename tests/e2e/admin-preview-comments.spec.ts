/** What whoever has a preview link says of a draft, and the links themselves, one by one. */
import { editorOf } from '../support/states.ts';
import { openArticles } from '../support/writing.ts';
import { expectAccessible } from './accessible.ts';
import { expect, signIn, test } from './fixtures.ts';

for (const width of [1280, 375])
  test(`a reader of a draft comments, an administrator reads it, and a link alone is withdrawn, at ${width}`, async ({
    page,
    browser,
    site,
  }) => {
    await page.setViewportSize({ width, height: 700 });
    const title = `Draft to comment ${width}`;
    const id = await (await editorOf(site)).addArticle({ title, isPublished: false });
    await signIn(page, site);
    await openArticles(page, site, id);
    await page.getByRole('button', { name: 'Preview link' }).click();
    const link = await page.getByRole('textbox', { name: 'Preview link' }).inputValue();
    const made = page.getByRole('list', { name: 'Preview links that are good still' });
    await expect(made).toContainText('Made by editor');

    const reader = await browser.newPage({ viewport: { width, height: 700 } });
    await reader.goto(link);
    const form = reader.getByRole('form', { name: 'A comment for the editors' });
    await form.getByRole('button', { name: 'Send comment' }).click();
    await expect(form.getByText('Please enter your name')).toBeVisible();
    await form.getByLabel('Your name').fill('Ada');
    await form.getByLabel('Comment').fill('The river is another one.\n<b>Really.</b>');
    await expectAccessible(reader, width);
    await form.getByRole('button', { name: 'Send comment' }).press('Enter');
    await expect(reader.getByText('Thank you. The editors can read your comment now, nobody else can.')).toBeVisible();
    await expect(form.getByLabel('Comment')).toHaveValue('');
    await form.getByLabel('Comment').fill('And the bridge too.');
    await form.getByRole('button', { name: 'Send comment' }).press('Enter');
    await expect(form.getByLabel('Comment')).toHaveValue('');
    await reader.reload();
    await expect(reader.getByText('The river is another one.')).toHaveCount(0);

    await page.goto(`${site.url}/admin/dashboard`);
    const news = page.getByText(`2 new comments on ${title}`);
    await expect(news).toBeVisible();
    await page.getByRole('link', { name: title }).first().click();
    const comments = page.getByRole('region', { name: 'Comments on the draft' });
    await expect(comments).toContainText('The river is another one.');
    await expect(comments).toContainText('<b>Really.</b>');
    await expect(comments).toContainText('New');
    // On a phone they lie far below the form, where nobody has seen them.
    if (width < 400) {
      await expect(comments).not.toBeInViewport();
      await page.goto(`${site.url}/admin/dashboard`);
      await expect(news).toBeVisible();
      await openArticles(page, site, id);
    }
    const seen = page.waitForResponse((response) => response.url().includes('/comments/seen'));
    await comments.getByRole('button').last().scrollIntoViewIfNeeded();
    await seen;
    await expectAccessible(page, width);
    await page.goto(`${site.url}/admin/dashboard`);
    await expect(page.getByRole('heading', { name: 'Dashboard' })).toBeVisible();
    await expect(page.getByText(/new comments? on/)).toHaveCount(0);

    await openArticles(page, site, id);
    await made.getByRole('button', { name: /^Withdraw/ }).click();
    await expect(page.getByText('The link is withdrawn: nobody can read the draft with it any more.')).toBeVisible();
    await expect(made).toHaveCount(0);
    expect((await reader.request.get(link)).status()).toBe(404);
    // Firefox gives keys and focus to the tab in front alone.
    await page.bringToFront();
    await expect(page.getByRole('button', { name: 'Preview link' })).toBeFocused();
    const bin = comments.getByRole('button', { name: 'Delete the comment of Ada' });
    const question = page.getByRole('alertdialog');
    await bin.first().press('Enter');
    await expect(question).toContainText('Delete the comment of Ada?');
    await expectAccessible(page, width);
    await question.getByRole('button', { name: 'Cancel' }).press('Enter');
    await expect(bin.first()).toBeFocused();
    for (const [left, name] of [
      [1, 'Comments on the draft'],
      [0, 'Manage Articles'],
    ] as const) {
      await bin.first().press('Enter');
      await question.getByRole('button', { name: 'Delete' }).press('Enter');
      await expect(bin).toHaveCount(left);
      await expect(page.getByRole('heading', { name })).toBeFocused();
    }
    await page.goto(`${site.url}/admin/activity`);
    await expect(page.getByText('deleted a comment on the article').first()).toBeVisible();
    await reader.close();
  });
