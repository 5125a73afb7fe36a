/** What a page's address may hold in place of an id: words of ours lead to no other call, and everything else is "not found". */
import { expect, test } from 'vitest';
import { oddTexts } from './attack/odd-values.ts';
import { operationsOf } from './attack/operations.ts';
import { openHttpHandler } from './support/http-handler.ts';
import { isSample } from './support/sampled-tests.ts';
import { testApp } from './support/test-app.ts';

test('an invalid id is not found, also when the API has a call of that name', async () => {
  await using app = await testApp();
  await using handler = await openHttpHandler(app);
  const { operations } = await operationsOf(app);
  const segments = new Set(operations.flatMap(({ path }) => path.split('/').slice(3)));
  const words = [
    ...segments,
    ...oddTexts.filter((text) => text.trim()),
    '1',
    'admin/1',
    '../events',
    '01',
    '1e3',
    '-1',
    'past?limit=1',
  ];
  const pages = [
    '/events/{}',
    '/articles/{}',
    '/pages/{}',
    '/preview/{}?token=x',
    '/signup?event={}',
    '/events/{}.ics',
    '/cards/{}',
  ];
  const answers: string[] = [];
  // All pages read their id in one way: in `npm test` each of our words is tried on one of them.
  const isTried = (word: string, at: number) =>
    !isSample || !segments.has(word) || words.indexOf(word) % pages.length === at;
  for (const [at, page] of pages.entries())
    for (const word of words.filter((one) => isTried(one, at))) {
      const path = page.replace('{}', () => encodeURIComponent(word.toWellFormed()));
      const { status } = await handler.get(path);
      if (status !== 404) answers.push(`${path.slice(0, 80)} → ${status}`);
    }
  expect(answers).toEqual([]);
});
