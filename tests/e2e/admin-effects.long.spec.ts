/** What an answer says of its effect and of the people it reaches, and which button is the wanted one. */
import type { Locator, Page } from '@playwright/test';
import { addGuests } from '../support/guests-of-site.ts';
import type { Site } from '../support/site.ts';
import { editorOf, empty, inDatabase } from '../support/states.ts';
import { replaceSubscribers } from '../support/subscribers-of-site.ts';
import { contentOf, fillArticle, openMore, pressInForm } from '../support/writing.ts';
import { expect, signIn, test } from './fixtures.ts';

test.describe.configure({ mode: 'default' });

const field = (page: Page, label: string): Locator => page.getByLabel(label, { exact: true });
const colour = (button: Locator) => button.evaluate((element) => getComputedStyle(element).backgroundColor);
const notices = (page: Page) => page.getByRole('region', { name: 'Notifications' });

async function expectAnswer(page: Page, sentence: string, effect: string): Promise<void> {
  const answer = notices(page).locator('div').filter({ hasText: sentence }).first();
  await expect(answer).toContainText(effect);
  await answer.getByRole('button', { name: 'Dismiss' }).first().click();
}

async function openWalk(page: Page, site: Site): Promise<void> {
  empty(site, 'events');
  const id = await (await editorOf(site)).addEvent({
    title: 'Bat walk',
    eventDate: '2099-12-01T18:30:00',
    location: 'Marsh',
    hasSignup: true,
    capacity: 4,
  });
  addGuests(site, id, [{ name: 'Ada Lovelace' }, { name: 'Grace Hopper' }, { name: 'Mary Jackson' }]);
  await signIn(page, site);
  await page.goto(`${site.url}/admin/events?edit=${id}`);
}

for (const width of [1280, 375])
  test(`each change of an event says how many are told, with one wanted button, at ${width} px`, async ({
    page,
    site,
  }) => {
    await page.setViewportSize({ width, height: 800 });
    await openWalk(page, site);
    const asked = page.getByRole('alertdialog');
    await field(page, 'Location').fill('Meadow');
    await page.mouse.wheel(0, 400);
    await pressInForm(page, 'Update');
    const wanted = await colour(asked.getByRole('button', { name: 'Save and tell them' }));
    expect(await colour(asked.getByRole('button', { name: 'Save without telling' }))).not.toBe(wanted);
    expect(await colour(asked.getByRole('button', { name: 'Back' }))).not.toBe(wanted);
    await asked.getByRole('button', { name: 'Save and tell them' }).click();
    const saved = page.getByRole('group', { name: 'Saved: Bat walk' });
    await expect(saved).toBeFocused();
    await expect(saved).toBeInViewport();
    await expect(saved).toContainText('Saved: Bat walk');
    await expect(saved.getByRole('link', { name: 'View on the site' })).toHaveAttribute('href', /^\/events\/\d+$/);
    await saved.getByRole('link', { name: 'Edit' }).click();
    await expect(field(page, 'Location')).toHaveValue('Meadow');
    await expect(saved).toBeHidden();
    await page.getByRole('link', { name: /^All events/ }).click();
    await expect(page.getByRole('button', { name: 'Edit Bat walk' })).toBeInViewport();
    await expectAnswer(page, 'Event saved successfully.', '3 guests are being told.');

    await page.getByRole('button', { name: 'Edit Bat walk' }).click();
    await field(page, 'Location').fill('Hill');
    await pressInForm(page, 'Update');
    await asked.getByRole('button', { name: 'Save without telling' }).click();
    await expectAnswer(page, 'Event saved successfully.', 'No one was told.');

    await page.getByRole('button', { name: 'Edit Bat walk' }).click();
    await field(page, 'People can sign up here').uncheck();
    await pressInForm(page, 'Update');
    await expectAnswer(
      page,
      'Event saved successfully.',
      'Sign-up is off: visitors no longer see it. Guests with a place keep it.',
    );

    await page.getByRole('button', { name: 'Edit Bat walk' }).click();
    await pressInForm(page, 'Cancel event…');
    const cancel = page.getByRole('dialog').getByRole('button', { name: 'Cancel event' });
    expect(await colour(cancel)).not.toBe(wanted);
    await cancel.click();
    await expectAnswer(page, 'The event is cancelled.', '3 guests are being told.');
    await pressInForm(page, 'Reinstate event');
    await asked.getByRole('button', { name: 'Reinstate and tell them' }).click();
    await expectAnswer(page, 'The event is reinstated.', '3 guests are being told.');
    await pressInForm(page, 'Cancel event…');
    await page.getByRole('dialog').getByLabel('Tell the 3 people who signed up').uncheck();
    await cancel.click();
    await expectAnswer(page, 'The event is cancelled.', 'No one was told.');
    await pressInForm(page, 'Reinstate event');
    await asked.getByRole('button', { name: 'Reinstate without telling' }).click();
    await expectAnswer(page, 'The event is reinstated.', 'No one was told.');
    await page.getByRole('button', { name: 'History' }).click();
    await page.getByRole('list', { name: 'Versions, newest first' }).getByRole('button').last().click();
    await page.getByRole('button', { name: /^Restore how it was/ }).click();
    await expect(asked).toContainText('an email goes to the 3 people who signed up.');
    await asked.getByRole('button', { name: 'Restore' }).click();
    await expectAnswer(page, 'The version is restored.', '3 guests are being told.');

    await page.getByRole('button', { name: 'Delete Bat walk' }).click();
    await asked.getByRole('button', { name: 'Delete' }).click();
    await expect(notices(page)).toContainText('3 guests are being told. Undo tells them again.');
    await notices(page).getByRole('button', { name: 'Undo' }).click();
    await expectAnswer(page, 'It is back.', '3 guests are being told.');
    const told = inDatabase(site, 'SELECT count(*) AS n FROM mails WHERE registration_id IS NOT NULL');
    expect(told).toEqual([{ n: 18 }]);
  });

for (const width of [1280, 375])
  test(`what was saved stands above the cleared form and has the focus, of every kind, at ${width} px`, async ({
    page,
    site,
  }) => {
    await page.setViewportSize({ width, height: 800 });
    await signIn(page, site);
    const begin = async (screen: string) => {
      await page.goto(`${site.url}/admin/${screen}`);
      if (width === 375) await page.getByRole('button', { name: /^New / }).click();
    };
    const expectSaved = async (title: string) => {
      const saved = page.getByRole('group', { name: `Saved: ${title}` });
      await expect(saved).toBeFocused();
      await expect(saved).toBeInViewport();
      await expect(saved.getByRole('link', { name: 'Edit' })).toHaveAttribute('href', /\?edit=\d+$/);
    };
    const article = `Bats at ${width}`;
    await begin('articles');
    await fillArticle(page, article);
    await page.mouse.wheel(0, 400);
    await pressInForm(page, 'Save draft');
    await expectSaved(article);
    await expect(field(page, 'Title')).toHaveValue('');

    await begin('committee');
    await field(page, 'Name').fill(`Mary at ${width}`);
    await field(page, 'Position').fill('Chair');
    await pressInForm(page, 'Add Member');
    await expectSaved(`Mary at ${width}`);
    await expect(field(page, 'Name')).toHaveValue('');

    await begin('pages');
    await field(page, 'Title').fill(`Rules at ${width}`);
    await contentOf(page).fill('Be kind.');
    await pressInForm(page, 'Save draft');
    await expectSaved(`Rules at ${width}`);
    await expect(field(page, 'Title')).toHaveValue('');
  });

test('a message to guests says to how many it is being sent', async ({ page, site }) => {
  await openWalk(page, site);
  const [event] = inDatabase(site, "SELECT id FROM events WHERE title = 'Bat walk'");
  await page.goto(`${site.url}/admin/events/${event?.id}/guests/message`);
  await field(page, 'Subject').fill('Bring boots');
  await field(page, 'Message').fill('The marsh is wet.');
  await page.getByRole('button', { name: 'Send…' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Send' }).click();
  await expect(notices(page)).toContainText('Your message is being sent to 3 guests.');
});

test('a live article offers one way to save; neither unpublishing nor sending its newsletter is the wanted button', async ({
  page,
  site,
}) => {
  const editor = await editorOf(site);
  replaceSubscribers(site, 'live', 1);
  const [article, member] = [await editor.addArticle({ title: 'Live' }), await editor.addMember({ name: 'Shown' })];
  await signIn(page, site);
  const asked = page.getByRole('alertdialog').getByRole('button', { name: 'Unpublish' });
  await page.goto(`${site.url}/admin/articles?edit=${article}`);
  await openMore(page);
  const saving = ['Update', 'Update live article', 'Save and keep writing', 'Save draft'];
  const shown = await page.getByRole('main').getByRole('button').allTextContents();
  expect(shown.filter((name) => saving.includes(name)).sort()).toEqual(['Update', 'Update live article']);
  const wanted = await colour(page.getByRole('button', { name: 'Update live article' }));
  await page.getByRole('button', { name: 'Update', exact: true }).click();
  expect(await colour(asked)).not.toBe(wanted);
  await page.keyboard.press('Escape');
  const send = page.getByRole('region', { name: 'Newsletter' }).getByRole('button', { name: 'Send newsletter' });
  await expect(send).toBeVisible();
  expect(await colour(send)).not.toBe(wanted);
  await page.goto(`${site.url}/admin/committee?edit=${member}`);
  await pressInForm(page, 'Unpublish…');
  expect(await colour(asked)).toBe(wanted);
});

for (const width of [1280, 375])
  test(`an event and a person are shown as visitors would see them, and unpublishing asks, at ${width} px`, async ({
    page,
    site,
  }) => {
    await page.setViewportSize({ width, height: 800 });
    await openWalk(page, site);
    await expect(page.getByRole('form').getByText('Published', { exact: true })).toBeVisible();
    await field(page, 'Location').fill('Meadow');
    await page.getByRole('button', { name: 'Preview' }).click();
    const shown = page.getByRole('dialog', { name: 'Bat walk' });
    await expect(shown).toContainText('Dec 1, 2099 at 6:30 PM');
    await expect(shown).toContainText('Meadow');
    await shown.getByRole('button', { name: 'Close', exact: true }).click();

    const id = await (await editorOf(site)).addMember({ name: `Ada at ${width}`, bio: 'Counts bats.' });
    await page.goto(`${site.url}/admin/committee?edit=${id}`);
    await page.getByRole('button', { name: 'Preview' }).click();
    await expect(page.getByRole('dialog', { name: `Ada at ${width}` })).toContainText('Counts bats.');
    await page.keyboard.press('Escape');
    await pressInForm(page, 'Unpublish…');
    await page.getByRole('alertdialog').getByRole('button', { name: 'Unpublish' }).click();
    await expectAnswer(page, 'Member saved successfully.', 'Visitors no longer see it.');
    await page.goto(`${site.url}/admin/committee?edit=${id}`);
    await field(page, 'Position').fill('Treasurer');
    await page.getByRole('button', { name: 'Update', exact: true }).click();
    await expectAnswer(page, 'Member saved successfully.', 'Visitors do not see it yet.');
  });

test('the first day of a past committee takes its last day along', async ({ page, site }) => {
  await signIn(page, site);
  await page.goto(`${site.url}/admin/committees`);
  await field(page, 'First day').fill('2024/09/01');
  await field(page, 'Last day').fill('2025/08/31');
  await field(page, 'First day').clear();
  await field(page, 'First day').fill('2024/09/08');
  await expect(field(page, 'Last day')).toHaveValue('2025/09/07');
});
