import { readFileSync } from 'node:fs';
import { emptied } from '../support/emptied.ts';
import type { Site } from '../support/site.ts';
import { expectNoise, tokenOf } from '../support/states.ts';
import { expectAccessible } from './accessible.ts';
import { expect, signIn, test } from './fixtures.ts';

let site: Site;

test.beforeEach(async ({ ownSite }) => {
  site = emptied(ownSite);
});

async function addSubscriber(email: string): Promise<void> {
  const headers = { 'content-type': 'application/json', authorization: `Bearer ${await tokenOf(site)}` };
  const path = `${site.url}/api/v1/newsletter/admin/subscribers`;
  expect((await fetch(path, { method: 'POST', headers, body: JSON.stringify({ email }) })).ok).toBe(true);
}

test('a person’s data is downloaded, and erased after a question', async ({ page, silent }) => {
  await addSubscriber('ada@example.org');
  await signIn(page, site);
  await page.goto(`${site.url}/admin/data`);
  const field = page.getByLabel('Email address');
  await expectAccessible(page, 375, 1280);
  await field.fill('ada');
  await page.getByRole('button', { name: 'Download what is kept' }).click();
  await expect(page.getByText('Please enter a valid email address.')).toBeVisible();
  await field.fill('ada@example.org');
  const begun = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Download what is kept' }).click();
  const download = await begun;
  expect(download.suggestedFilename()).toBe('ada@example.org.json');
  expect(JSON.parse(readFileSync(await download.path(), 'utf8'))).toMatchObject({ subscriber: { state: 'pending' } });

  await page.getByRole('button', { name: 'Erase this person' }).click();
  const question = page.getByRole('alertdialog', { name: 'Erase everything about ada@example.org?' });
  await question.getByRole('button', { name: 'Erase' }).click();
  await expect(page.getByRole('region', { name: 'Notifications' })).toContainText('Erased.');
  await expect(page.getByText(/^Older backups/)).toBeVisible();
  await expectAccessible(page, 375, 1280);
  await field.fill('nobody@example.org');
  await page.getByRole('button', { name: 'Download what is kept' }).click();
  await expect(page.getByText('Nothing is kept about this address.')).toBeVisible();
  expectNoise(silent, /status of 404/);
});
