/** A digest and a note to all: put together, looked at, sent and stopped, at both widths. */

import { administrator, type Site, startSite } from '../support/site.ts';
import { settingsFor, smtpServer, type TestSmtpServer } from '../support/smtp.ts';
import { editorOf, expectNoise, inDatabase, tokenOf } from '../support/states.ts';
import { addSubscribers } from '../support/subscribers-of-site.ts';
import { expectAccessible } from './accessible.ts';
import { expect, pressing, signIn, test } from './fixtures.ts';

let site: Site;
let mailbox: TestSmtpServer;

test.describe.configure({ mode: 'serial' });

test.beforeAll(async () => {
  mailbox = await smtpServer();
  site = await startSite({ ...settingsFor(mailbox), LOG_LEVEL: 'error' });
  addSubscribers(site, 3);
  inDatabase(site, "UPDATE subscribers SET wish = 'digest' WHERE email = 'r3@example.org'");
  const editor = await editorOf(site);
  await editor.addArticle({ title: 'Bats and us', isPublished: true });
  await editor.addArticle({ title: 'Rivers carry more', isPublished: true });
});

test.afterAll(async () => {
  await site.stop();
  await mailbox[Symbol.asyncDispose]();
});

for (const width of [1280, 375])
  test(`a digest is put together, sent and undone at ${width}`, async ({ page }) => {
    await page.setViewportSize({ width, height: 900 });
    await signIn(page, site);
    await page.goto(`${site.url}/admin/newsletter`);
    await page.getByRole('button', { name: 'New digest' }).click();
    const list = page.getByRole('list', { name: 'In this digest' });
    await expect(list.getByRole('listitem').first()).toContainText('Rivers carry more');
    await page.getByRole('button', { name: /^Down.*Rivers carry more$/ }).click();
    await expect(list.getByRole('listitem').nth(1)).toContainText('Rivers carry more');
    await list.getByText('Rivers carry more').first().dragTo(list.getByText('Bats and us').first());
    await expect(list.getByRole('listitem').first()).toContainText('Rivers carry more');
    await list.getByText('Bats and us').first().dragTo(list.getByText('Rivers carry more').first());
    await expect(list.getByRole('listitem').first()).toContainText('Bats and us');
    await page.getByLabel('Title').fill(`What we wrote, ${width}`);
    await page.locator('.ql-editor').fill('Hello to all of you');
    await expect(page.getByText('Draft saved.')).toBeVisible();
    const mail = page.frameLocator('iframe');
    await expect(mail.getByRole('heading', { name: `What we wrote, ${width}` })).toBeVisible();
    await expect(mail.getByText('Hello to all of you').last()).toBeVisible();
    await expect(mail.locator('h3')).toHaveText(['Bats and us', 'Rivers carry more']);
    await expectAccessible(page);
    // What was typed is there again.
    await page.reload();
    await expect(page.getByLabel('Title')).toHaveValue(`What we wrote, ${width}`);
    const send = page.getByRole('button', { name: 'Send…' });
    const colour = await send.evaluate((button) => getComputedStyle(button).backgroundColor);
    // One green: a test is not what a newsletter is written for.
    await expect(page.getByRole('button', { name: 'Send a test' })).not.toHaveCSS('background-color', colour);
    await send.click();
    await expect(page.getByRole('alertdialog')).toContainText('You can undo it for 60 s.');
    await page.getByRole('button', { name: 'Send', exact: true }).click();
    await expect(page.getByText(/Sending to 3 subscribers in \d+ s/).first()).toBeVisible();
    await page.getByRole('button', { name: 'Undo' }).click();
    await expect(page.getByText('No email was sent. The newsletter is a draft again.')).toBeVisible();
    await expect(page.getByText('Draft saved.')).toBeVisible();
  });

test('a double click on Remove removes one article only', async ({ page }) => {
  await signIn(page, site);
  await page.goto(`${site.url}/admin/newsletter`);
  await page.getByRole('button', { name: 'New digest' }).click();
  const list = page.getByRole('list', { name: 'In this digest' });
  await page.getByRole('button', { name: /^Remove.*Rivers carry more$/ }).dblclick();
  await expect(list.getByText('Rivers carry more')).toHaveCount(0);
  await expect(list.getByRole('listitem').first()).toContainText('Bats and us');
});

/** As the site's clock in London has it. */
function eightOClock(days: number): RegExp {
  const day = new Date(Date.now() + days * 86_400_000);
  const words = day.toLocaleDateString('en-US', {
    month: 'short',
    day: 'numeric',
    year: 'numeric',
    timeZone: 'Europe/London',
  });
  return new RegExp(`Goes out ${words} at 8:00 AM \\(London\\)`);
}

for (const [kind, preset, presses, width] of [
  ['digest', 'Monday 8:00 AM', 5, 375],
  ['note', 'Tomorrow 8:00 AM', 4, 375],
  ['note', 'Tomorrow 8:00 AM', 4, 1280],
] as const)
  test(`a ${kind} goes out ${preset} with ${presses} presses at most from the dashboard at ${width}`, async ({
    page,
  }) => {
    await page.setViewportSize({ width, height: 667 });
    await signIn(page, site);
    await page.goto(`${site.url}/admin/dashboard`);
    const { button, link, press, count } = pressing(page);
    await link('All newsletters');
    await button(`New ${kind}`);
    await page.getByLabel('Title').fill(`By a preset, a ${kind}`);
    if (kind === 'note') await page.locator('.ql-editor').fill('Good morning.');
    const send = page.getByRole('button', { name: 'Send…' });
    const wanted = await send.evaluate((one) => getComputedStyle(one).backgroundColor);
    await button('Schedule…');
    // Also to the one who wants digests only.
    await expect(page.getByRole('dialog')).toContainText('It goes to 3 subscribers.');
    // On a Monday 'Next Monday'.
    await press(page.getByRole('button', { name: preset }));
    const london = new Date().toLocaleDateString('en-US', { weekday: 'short', timeZone: 'Europe/London' });
    const toMonday = 7 - ['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun'].indexOf(london);
    await expect(page.getByText(eightOClock(kind === 'note' ? 1 : toMonday)).first()).toBeVisible();
    expect(count()).toBeLessThanOrEqual(presses);
    // It goes out by itself: none of its buttons is what one came for.
    for (const name of ['Send…', 'Change the schedule…', 'Unschedule', `Delete scheduled ${kind}`])
      await expect(page.getByRole('button', { name, exact: true })).not.toHaveCSS('background-color', wanted);
    await page.getByRole('button', { name: 'Unschedule', exact: true }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Unschedule' }).click();
    await expect(page.getByText(/Goes out/)).toHaveCount(0);
  });

test('a note is scheduled, unscheduled, and sent to everyone once', async ({ page }) => {
  await page.setViewportSize({ width: 375, height: 900 });
  await signIn(page, site);
  await page.goto(`${site.url}/admin/newsletter`);
  await page.getByRole('button', { name: 'New note' }).click();
  const missing = page.getByText('Please enter a title');
  for (const name of ['Send…', 'Schedule…']) {
    await page.getByRole('button', { name }).click();
    await expect(page.getByLabel('Title')).toBeFocused();
    await expect(page.getByLabel('Title')).toHaveAccessibleDescription('Please enter a title');
  }
  await expect(missing).toHaveCount(1);
  await expect(page.locator('[role=dialog], [role=alertdialog]')).toHaveCount(0);
  await page.getByLabel('Title').fill('We have moved');
  await expect(missing).toHaveCount(0);
  await page.locator('.ql-editor').fill('Find us in room 4.');
  await page.getByRole('button', { name: 'Schedule…' }).click();
  await page.getByLabel('Date').fill('2099/12/01');
  await page.getByLabel('Time').fill('08:00');
  await page.getByRole('button', { name: 'Schedule', exact: true }).click();
  await expect(page.getByText(/Goes out Dec 1, 2099 at 8:00 AM \(London\) to 3 subscribers/)).toBeVisible();
  await expect(page.getByText('Saved.', { exact: true })).toBeVisible();
  await page.goto(`${site.url}/admin/newsletter`);
  const card = page.getByRole('article', { name: 'We have moved' });
  await expect(card).toContainText('Scheduled');
  await expect(card).toContainText('Goes out Dec 1, 2099 at 8:00 AM (London)');
  await page.goto(`${site.url}/admin/dashboard`);
  await expect(page.getByText(/Note · Goes out Dec 1, 2099/)).toBeVisible();
  await page.getByRole('link', { name: 'We have moved' }).click();
  await page.getByRole('button', { name: 'Unschedule', exact: true }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Unschedule' }).click();
  await expect(page.getByText(/Goes out/)).toHaveCount(0);
  await page.getByRole('button', { name: 'Send…' }).click();
  await page.getByRole('button', { name: 'Send', exact: true }).click();
  await page.getByRole('button', { name: 'Send now' }).click();
  await expect.poll(() => mailbox.mails.length, { timeout: 30_000 }).toBe(3);
});

test('words typed into a note as the session ends are offered after signing in again', async ({ page, silent }) => {
  await signIn(page, site);
  await page.goto(`${site.url}/admin/newsletter`);
  await page.getByRole('button', { name: 'New note' }).click();
  await page.getByLabel('Title').fill('We meet on Friday');
  await page.locator('.ql-editor').fill('In room 4.');
  await expect(page.getByText('Draft saved.')).toBeVisible();
  await page.evaluate(async () => {
    const headers = { authorization: `Bearer ${localStorage.getItem('adminToken')}` };
    await fetch('/api/v1/admin/logout', { method: 'POST', headers });
  });
  await page.locator('.ql-editor').fill('In room 4. No: in the great hall.');
  await page.getByLabel('Username or Email').fill(administrator.username);
  await page.getByLabel('Password', { exact: true }).fill(administrator.password);
  await page.getByRole('button', { name: 'Sign In' }).click();
  expectNoise(silent, /status of 401/);
  await expect(page.locator('.ql-editor')).toHaveText('In room 4. No: in the great hall.');
  await expect(page.getByText('Draft saved.')).toBeVisible();
  await page.reload();
  await expect(page.locator('.ql-editor')).toHaveText('In room 4. No: in the great hall.');
  await expect(page.getByText('Not everything is saved yet')).toHaveCount(0);
});

test('a note is written on while someone else sends a newsletter', async ({ page }) => {
  const id = await (await editorOf(site)).addArticle({ title: 'Sent beside it', isPublished: true });
  await signIn(page, site);
  await page.goto(`${site.url}/admin/newsletter`);
  await page.getByRole('button', { name: 'New note' }).click();
  const text = page.locator('.ql-editor');
  await text.click();
  await page.keyboard.type('Before');
  const sent = await fetch(`${site.url}/api/v1/newsletter/admin/send/${id}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${await tokenOf(site)}`, 'content-type': 'application/json' },
    body: JSON.stringify({ holdSeconds: 600 }),
  });
  expect(sent.status).toBe(200);
  await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')));
  await expect(page.getByText(/Sending to 2 subscribers in \d+ s/).first()).toBeVisible();
  await page.keyboard.type(' and after');
  await expect(text).toHaveText('Before and after');
  await expect(page.getByText('Draft saved.')).toBeVisible();
  await expect(page.getByText('Not everything is saved yet')).toHaveCount(0);
});

test('emails that a note left in the outbox are sent by a press that says so', async ({ page }) => {
  const headers = { authorization: `Bearer ${await tokenOf(site)}`, 'content-type': 'application/json' };
  const call = async (method: string, path: string, body: object): Promise<{ id: number; version: string }> => {
    const url = `${site.url}/api/v1/newsletter/admin/issues${path}`;
    return (await fetch(url, { method, headers, body: JSON.stringify(body) })).json();
  };
  const { id, version } = await call('POST', '', { kind: 'note' });
  const words = { title: 'Left behind', note: '<p>Hello.</p>', things: [], isArchived: true, version };
  await call('POST', `/${id}/send`, { version: (await call('PUT', `/${id}/draft`, words)).version });
  const states = () => inDatabase(site, 'SELECT state FROM issues WHERE id = ?', id);
  await expect.poll(states).toEqual([{ state: 'done' }]);
  inDatabase(site, "UPDATE mails SET state = 'kept' WHERE issue_id = ?", id);
  await signIn(page, site);
  await page.goto(`${site.url}/admin/newsletter/${id}?issue=${id}`);
  await page.getByRole('button', { name: 'Send it now' }).click();
  await expect(page.getByText('The emails are being sent.')).toBeVisible();
});
