import { expect, test } from 'vitest';
import { anArticle } from '#tests/support/builders.ts';
import { blackPng } from '#tests/support/png.ts';
import { siteWithSubscribers } from '#tests/support/site-with-subscribers.ts';
import { smtpServer } from '#tests/support/smtp.ts';

const drawing = `data:image/png;base64,${blackPng(4, 4).toString('base64')}`;
const content = [
  '<p>See <a href="/articles/2">another</a>, <a href="https://elsewhere.example/page?a=1&amp;b=2">elsewhere</a>',
  '<a href="mailto:office@society.example">us</a></p>',
  `<p><img src="/uploads/bats.jpg" alt="Two bats"><img src="${drawing}"><img src="https://elsewhere.example/fox.png"></p>`,
].join('');

/** Two subscribers' copies of one newsletter, as they arrived. */
async function twoCopies() {
  const mailFrom = { name: 'Society', address: 'news@society.example' };
  await using site = await siteWithSubscribers('sqlite', 2, {
    mailFrom,
    mailReplyTo: 'Committee <office@society.example>',
  });
  await using server = await smtpServer();
  const change = anArticle({ isPublished: true, content, imageUrl: '/uploads/cover.jpg' });
  await site.app.json('PUT', `/articles/admin/${site.articleId}`, change, await site.app.signIn());
  await site.send();
  await site.deliveryWorker(server.url).sendDue();
  const [first, second] = server.mails;
  if (!first || !second) throw new Error('Not two mails');
  return { first, second };
}

const all = (html: string, pattern: RegExp) => [...html.matchAll(pattern)].map(([, value = '']) => value);

test('replies go to the committee, not to the administrator who sent the newsletter', async () => {
  const { first } = await twoCopies();
  expect(first.parsed.replyTo).toEqual([{ name: 'Committee', address: 'office@society.example' }]);
  expect(first.parsed.from?.address).toBe('news@society.example');
});

test('every picture of a mail has an alt text and an absolute address, and every link is absolute', async () => {
  const { first } = await twoCopies();
  const pictures = all(first.html, /(<img\b[^>]*>)/g);
  expect(pictures.length).toBeGreaterThanOrEqual(3);
  for (const picture of pictures) expect(picture).toMatch(/ alt="/);
  expect(first.html).toContain('alt="Two bats"');
  const sources = all(first.html, /\bsrc="([^"]*)"/g);
  for (const source of sources) expect(source).toMatch(/^https:\/\/society\.example\//);
  expect(sources).toEqual(expect.arrayContaining(['https://society.example/uploads/bats.jpg']));
  for (const link of all(first.html, /\bhref="([^"]*)"/g)) expect(link).toMatch(/^(https:\/\/|mailto:)/);
  expect(first.html).toContain('href="https://society.example/articles/2"');
  expect(first.html).not.toContain('data:');
});

test('two subscribers get the same mail except for their own links', async () => {
  const { first, second } = await twoCopies();
  const anonymous = ({ html, text }: typeof first) =>
    [html, text].map((part) =>
      part.replaceAll(/https:\/\/society\.example\/(subscription|unsubscribe)\?[^"\s]*/g, 'own'),
    );
  expect(first.html).not.toBe(second.html);
  expect(anonymous(first)).toEqual(anonymous(second));
  // Links lead where they say, not through a counter; no picture exists only to be fetched.
  expect(first.html).toContain('href="https://elsewhere.example/page?a=1&amp;b=2"');
  expect(first.html).not.toMatch(/<img[^>]*\b(width|height)="[01]"|url\(|<link|<script/);
});
