/** A save that is merged with a colleague's: the form goes on with both, and the next save is based on them. */
import { addColleague, editorOf, inDatabase } from '../support/states.ts';
import { caretIn, contentOf, openArticles } from '../support/writing.ts';
import { expect, signIn, test } from './fixtures.ts';

test.slow();

const saved = /^Saved \d+:\d\d [AP]M$/;

for (const isTyping of [false, true])
  test(`after a merge the form goes on with both${isTyping ? ', and with what was typed meanwhile' : ''}`, async ({
    page,
    browser,
    site,
    browserName,
  }) => {
    test.skip(isTyping && browserName === 'firefox', 'Its driver hands no body of a request on');
    const content = '<p>One.</p><p>Between.</p><p>Two.</p>';
    const id = await (await editorOf(site)).addArticle({ title: 'As it was', content, isPublished: false });
    await signIn(page, site);
    await openArticles(page, site, id);
    const dora = await (await browser.newContext()).newPage();
    await signIn(dora, site, addColleague(site, `merging${Number(isTyping)}`));
    await openArticles(dora, site, id);
    await dora.getByLabel('Title', { exact: true }).fill('By Dora');
    await contentOf(dora).getByText('One.').click();
    await dora.keyboard.press('Home');
    await dora.keyboard.type('Zero.\n');
    await dora.getByRole('button', { name: 'Update', exact: true }).click();
    await expect(dora.getByText('Article saved successfully.')).toBeVisible();
    await dora.context().close();

    await contentOf(page).getByText('Two.').click();
    await page.keyboard.press('End');
    await page.keyboard.type(' Three.');
    const answer = Promise.withResolvers<void>();
    if (isTyping)
      await page.route(`**/api/v1/articles/admin/${id}`, async (route) => {
        const response = await route.fetch();
        await answer.promise;
        await route.fulfill({ response });
      });
    await page.keyboard.press('ControlOrMeta+s');
    if (isTyping) await page.keyboard.type(' Four.');
    answer.resolve();
    await expect(page.getByText('changed the title and the content meanwhile; both changes were saved.')).toBeVisible();
    await page.unroute(`**/api/v1/articles/admin/${id}`);
    await expect(page.getByLabel('Title', { exact: true })).toHaveValue('By Dora');
    await expect(contentOf(page)).toContainText('Zero.');
    await expect(contentOf(page)).toBeFocused();
    const mine = isTyping ? 'Two. Three. Four.' : 'Two. Three.';
    expect(await caretIn(page)).toMatchObject({ text: mine, at: mine.length, to: mine.length });
    await expect(page.getByText(isTyping ? /^Kept \d/ : saved)).toBeVisible();

    await page.keyboard.type(' Five.');
    await page.keyboard.press('ControlOrMeta+s');
    const stored = () => inDatabase(site, 'SELECT title, content, version FROM articles WHERE id = ?', id);
    await expect
      .poll(stored)
      .toEqual([
        { title: 'By Dora', content: `<p>Zero.</p><p>One.</p><p>Between.</p><p>${mine} Five.</p>`, version: 4 },
      ]);
    await expect(page.getByRole('dialog')).toHaveCount(0);
    await expect(page.getByText(saved)).toBeVisible();
    for (let steps = 0; steps < 4; steps += 1) await page.keyboard.press('ControlOrMeta+z');
    await expect(contentOf(page)).toHaveText('Zero.One.Between.Two.');
    await page.reload();
    await page.getByRole('button', { name: 'Restore' }).click();
    await page.getByRole('button', { name: 'Update', exact: true }).click();
    await expect(page.getByText('Article saved successfully.')).toBeVisible();
    expect(stored()).toMatchObject([{ content: '<p>Zero.</p><p>One.</p><p>Between.</p><p>Two.</p>', version: 5 }]);
  });

test('after a merge a field of several lines keeps its caret, and the next save asks nothing', async ({
  page,
  browser,
  site,
}) => {
  const id = await (await editorOf(site)).addMember({ name: 'Merged lines', bio: 'One\nTwo\nThree' });
  const path = `${site.url}/admin/committee?edit=${id}`;
  await signIn(page, site);
  await page.goto(path);
  const bio = page.getByLabel('Bio');
  await expect(bio).toHaveValue('One\nTwo\nThree');
  const emil = await (await browser.newContext()).newPage();
  await signIn(emil, site, addColleague(site, 'emil'));
  await emil.goto(path);
  await emil.getByLabel('Bio').fill('Zero\nOne\nTwo\nThree');
  await emil.getByRole('button', { name: 'Update', exact: true }).click();
  await expect(emil.getByText('Member saved successfully.')).toBeVisible();
  await emil.context().close();

  await bio.press('ControlOrMeta+End');
  await page.keyboard.type(' and');
  for (let step = 0; step < 4; step += 1) await page.keyboard.press('ArrowLeft');
  await page.keyboard.press('ControlOrMeta+s');
  await expect(bio).toHaveValue('Zero\nOne\nTwo\nThree and');
  await page.keyboard.type(', four');
  await expect(bio).toHaveValue('Zero\nOne\nTwo\nThree, four and');
  await page.keyboard.press('ControlOrMeta+s');
  await expect
    .poll(() => inDatabase(site, 'SELECT bio, version FROM members WHERE id = ?', id))
    .toEqual([{ bio: 'Zero\nOne\nTwo\nThree, four and', version: 4 }]);
  await expect(page.getByRole('dialog')).toHaveCount(0);
});
