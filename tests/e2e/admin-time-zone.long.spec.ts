/** Another time zone of the site moves its events: anyone who has signed up is told, in their calendars too. */
import { addGuests } from '../support/guests-of-site.ts';
import { editorOf, empty, inDatabase } from '../support/states.ts';
import { expect, signIn, test } from './fixtures.ts';

test('another time zone is sent to calendars with a higher sequence', async ({ page, site, mailbox }) => {
  inDatabase(site, 'DELETE FROM settings');
  empty(site, 'members', 'articles', 'events');
  const editor = await editorOf(site);
  const id = await editor.addEvent({
    title: 'Bat walk',
    eventDate: '2099-12-01T18:30:00',
    location: 'Marsh',
    hasSignup: true,
  });
  addGuests(site, id, [{ name: 'Ada Tokyo' }, { name: 'Grace Tokyo' }]);
  const feed = async () => (await fetch(`${site.url}/events.ics`)).text();
  expect(await feed()).toMatch(/DTSTART:20991201T183000Z[\s\S]*SEQUENCE:0|SEQUENCE:0[\s\S]*DTSTART:20991201T183000Z/);
  await signIn(page, site);
  await page.goto(`${site.url}/admin/settings`);
  await page.getByLabel('Time zone').selectOption('Asia/Tokyo');
  await expect(page.getByText('guests get an email with the new time')).toBeVisible();
  await expect(page.getByText('Events and what is scheduled keep the date and the time that you typed')).toBeVisible();
  await page.getByRole('button', { name: 'Save settings' }).click();
  await expect(page.getByText('Settings saved.')).toBeVisible();

  for (const to of ['ada.tokyo@example.org', 'grace.tokyo@example.org']) {
    const [mail] = await mailbox.waitForMails(1, to);
    const part = mail?.parsed.attachments.find(({ mimeType }) => mimeType === 'text/calendar');
    const calendar = Buffer.from(part?.content as ArrayBuffer).toString();
    expect(calendar).toContain('METHOD:REQUEST');
    expect(calendar).toContain('DTSTART:20991201T093000Z');
    expect(Number(/SEQUENCE:(\d+)/.exec(calendar)?.[1])).toBeGreaterThan(0);
  }
  expect(await feed()).toContain('DTSTART:20991201T093000Z');
  expect(Number(/SEQUENCE:(\d+)/.exec(await feed())?.[1])).toBeGreaterThan(0);
});
