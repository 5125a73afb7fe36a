/** Someone forges the form's posts by the hundred while someone else subscribes. */
import { formOf, type Post, startPost, stopPost, subscribed } from '../support/post.ts';
import { open } from '../support/states.ts';
import { expect, test } from './fixtures.ts';

let post: Post;

test.beforeAll(async () => {
  post = await startPost({ SUBSCRIBE_BUDGET_PER_HOUR: '20' });
});

test.afterAll(() => stopPost(post));

async function forge(times: number): Promise<string[]> {
  const headers = { 'content-type': 'application/json' };
  const codes = [];
  for (let n = 0; n < times; n++) {
    const body = JSON.stringify({ email: `forged${n}@example.org`, website: '' });
    const answer = await fetch(`${post.site.url}/api/v1/newsletter/subscribe`, { method: 'POST', headers, body });
    codes.push(answer.ok ? 'taken' : ((await answer.json()) as { code: string }).code);
  }
  return codes;
}

test('during a flood people can still subscribe: their browser does some work, others need not', async ({
  page,
  silent,
}) => {
  const asked: string[] = [];
  page.on('request', (request) => asked.push(request.url()));
  const gate = Promise.withResolvers<void>();
  // Holds the request that carries the work: no driver holds the script of a worker each time.
  await page.route(/\/newsletter\/subscribe$/, async (route) => {
    if ('proof' in route.request().postDataJSON()) await gate.promise;
    await route.continue();
  });
  await open(page, post.site.url);
  const { field, button, outcome } = formOf(page);
  await field.fill('early@example.org');
  await button.click();
  await expect(outcome).toHaveText(subscribed);
  expect(asked.filter((url) => url.includes('proving'))).toEqual([]);

  const codes = await forge(200);
  expect(codes.slice(0, 9)).toEqual(Array(9).fill('taken'));
  expect(new Set(codes.slice(9))).toEqual(new Set(['proof_needed']));
  await field.fill('person@example.org');
  await button.click();
  await expect(outcome).toHaveText('One moment: many people are subscribing, so we check that you are not a robot.');
  await expect(outcome).toHaveRole('status');
  await expect(field).toBeDisabled();
  gate.resolve();
  await expect(outcome).toHaveText(subscribed);
  await expect(field).toHaveValue('');
  await expect(field).toBeFocused();
  await post.mailbox.waitForMails(1, 'person@example.org');
  // The browser's own lines about the answers that asked for a proof.
  expect(silent.filter((line) => !line.includes('status of 429'))).toEqual([]);
  silent.length = 0;
});

test('a browser that cannot do the work is told so', async ({ page, silent }) => {
  await page.addInitScript(() => Object.defineProperty(crypto, 'subtle', { value: undefined }));
  await forge(20);
  await open(page, post.site.url);
  const { field, button, outcome } = formOf(page);
  await field.fill('old@example.org');
  await button.click();
  await expect(outcome).toHaveText('Too many people are subscribing at the moment. Please try again later.');
  await expect(field).toHaveValue('old@example.org');
  silent.length = 0;
});
