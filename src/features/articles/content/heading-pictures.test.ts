import { expect, test } from 'vitest';
import { anArticle } from '#tests/support/builders.ts';
import { testApp } from '#tests/support/test-app.ts';
import { withPicturesOutOfHeadings } from './heading-pictures.ts';
import { renderMissingBodies } from './missing-bodies.jobs.ts';
import { sanitiseHtml } from './sanitise.server.ts';

const image = '<img src="/a.png" alt="A bat" />';

test.each([
  [`<p>a</p><h2>${image}Title</h2>`, `<p>a</p><p>${image}</p><h2>Title</h2>`],
  [`<h2>Title ${image}</h2>`, `<h2>Title </h2><p>${image}</p>`],
  [`<h3>${image}</h3>`, `<p>${image}</p>`],
  [
    `<h2><a href="/x">${image}</a> <strong>T</strong></h2>`,
    `<p><a href="/x">${image}</a></p><h2> <strong>T</strong></h2>`,
  ],
  [
    `<blockquote><h2>T<em>x${image}</em></h2></blockquote>`,
    `<blockquote><h2>T<em>x</em></h2><p>${image}</p></blockquote>`,
  ],
  [`<p>${image}</p><h2>Title</h2>`, `<p>${image}</p><h2>Title</h2>`],
])('%s becomes %s', (html, apart) => {
  expect(withPicturesOutOfHeadings(html)).toBe(apart);
  expect(withPicturesOutOfHeadings(apart)).toBe(apart);
});

test('a save moves a picture out of a heading', () => {
  expect(sanitiseHtml('<h2><img src="/a.png">Title</h2>')).toBe('<p><img src="/a.png" /></p><h2>Title</h2>');
});

test('a picture stored inside a heading before is moved out when it is rendered', async () => {
  await using app = await testApp();
  await app.json('POST', '/articles/admin', anArticle(), await app.signIn());
  await app.db
    .updateTable('articles')
    .set({ content: `<h2>${image}Title</h2>`, rendered: null })
    .execute();
  await renderMissingBodies(app.context);
  const { content } = await app.db.selectFrom('articles').select('content').executeTakeFirstOrThrow();
  expect(content).toBe(`<p>${image}</p><h2>Title</h2>`);
});
