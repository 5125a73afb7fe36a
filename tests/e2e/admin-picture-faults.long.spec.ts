/** Six faults at three moments: afterwards every picture is on the site, and no one has chosen it again. */
import type { Page } from '@playwright/test';
import { type FaultyWay, faultyWay, type Moment } from '../support/failing-uploads.ts';
import { patient } from '../support/patience.ts';
import {
  broken,
  ended,
  failureNoise,
  paste,
  pictureState,
  savedWithPicture,
  startWriting,
  sweep,
  tooLarge,
} from '../support/picture-faults.ts';
import { expectNoise, inDatabase } from '../support/states.ts';
import { contentOf, openArticles } from '../support/writing.ts';
import { enterCredentials, expect, signIn, test } from './fixtures.ts';

test.slow();

const moments: Moment[] = ['before', 'during', 'after'];

let way: FaultyWay;
test.beforeEach(async ({ page, site }) => {
  way = await faultyWay(site);
  await signIn(page, way);
  await openArticles(page, way);
});
test.afterEach(async ({ silent }) => {
  expectNoise(silent, failureNoise);
  await way.close();
});

test('the connection is lost', async ({ page, context }) => {
  // Before that no picture can be chosen: the next test.
  for (const moment of moments.filter((one) => one !== 'before'))
    await test.step(moment, async () => {
      await startWriting(page, `Offline ${moment}`);
      const reached = way.fail(moment, 'nothing');
      await paste(page);
      await reached;
      await context.setOffline(true);
      way.cut();
      await pictureState(page, 'bat.png · Waiting for the connection');
      await expect(contentOf(page).locator('img')).toHaveAttribute('src', /^blob:/);
      way.open();
      await context.setOffline(false);
      await savedWithPicture(page, way);
    });
});

test('without a connection none can be chosen, which is said', async ({ page, context }) => {
  await startWriting(page, 'Offline');
  await context.setOffline(true);
  await paste(page);
  await expect(page.getByText('There is no connection. Choose the picture again when it is back.')).toBeVisible();
  await context.setOffline(false);
  await paste(page);
  await savedWithPicture(page, way);
});

test('the session has ended', async ({ page, site }) => {
  for (const moment of moments)
    await test.step(moment, async () => {
      await startWriting(page, `Signed out ${moment}`);
      if (moment === 'before') inDatabase(site, 'UPDATE sessions SET revoked_at = ?', new Date().toISOString());
      else void way.fail(moment, ended);
      await paste(page);
      await expect(page).toHaveURL(`${way.url}/admin/login`);
      await expect(page.getByText('Please choose the picture “bat.png” again: it was not uploaded.')).toBeVisible();
      way.open();
      await enterCredentials(page);
      await expect(contentOf(page)).toHaveText('Look:');
      await paste(page);
      await savedWithPicture(page, way);
    });
});

for (const [name, failure, text] of [
  [
    'a server in front refuses it',
    tooLarge,
    /Could not be uploaded: The server in front of the site does not let \d+ KB through/,
  ],
  ['the server fails', broken, 'Could not be uploaded: Something went wrong on our side. Please try again later.'],
] as const)
  test(name, async ({ page }) => {
    for (const moment of moments)
      await test.step(moment, async () => {
        await startWriting(page, `${name} ${moment}`);
        void way.fail(moment, failure);
        await paste(page);
        await pictureState(page, text);
        way.open();
        await page.getByRole('button', { name: 'Try again: bat.png' }).click();
        await savedWithPicture(page, way);
      });
  });

test('the page is loaded again: its words are there, and the picture is chosen again', async ({ page }) => {
  page.on('dialog', (dialog) => void dialog.accept());
  for (const moment of moments)
    await test.step(moment, async () => {
      await startWriting(page, `Reloaded ${moment}`);
      const reached = way.fail(moment, 'nothing');
      await paste(page);
      await reached;
      await page.reload();
      way.open();
      await expect(contentOf(page)).toHaveText('Look:');
      await contentOf(page).press('ControlOrMeta+End');
      await paste(page);
      await savedWithPicture(page, way);
    });
});

test('a picture that the site has removed is named before publishing', async ({ page, site }) => {
  // What the site keeps of a text keeps its pictures as well.
  way.loseCopies();
  await leftDraft(page, 'Lost for good');
  sweep(site, 8);
  await expect(contentOf(page)).toHaveText('Look:');
  await publish(page);
  await expect(page.getByRole('form').getByRole('alert')).toContainText(
    /The picture “[\w.-]+” is no longer on the site: choose it again\./,
  );
  const rows = inDatabase(site, "SELECT is_published FROM articles WHERE title = 'Lost for good'");
  expect(rows).toEqual([{ is_published: 0 }]);
  await expect(contentOf(page)).toContainText('Look:');
});

/** With a picture that is on the site; answers its address. */
async function leftDraft(page: Page, title: string): Promise<string> {
  await startWriting(page, title);
  await paste(page);
  const image = contentOf(page).locator('img');
  await expect(image).toHaveAttribute('src', /^\/uploads\/articles\//, { timeout: patient(30_000) });
  const url = (await image.getAttribute('src')) ?? '';
  await page.reload();
  return url;
}

async function publish(page: Page): Promise<void> {
  await page.getByLabel('Publish without sending').check();
  await page.getByRole('button', { name: 'Publish', exact: true }).click();
}
