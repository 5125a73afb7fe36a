/** Scanners and mail programs open the links of a mail before its recipient does: nothing may come of that. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { buildIfNeeded } from '../scripts/build.ts';
import {
  confirmationLink,
  confirmed,
  type Post,
  startPost,
  stateOf,
  stopPost,
  unsubscribeLink,
} from './support/post.ts';
import { linkIn, type ReceivedMail } from './support/smtp.ts';
import { editorOf, inDatabase } from './support/states.ts';
import { addSubscribers, sendArticle } from './support/subscribers-of-site.ts';

let post: Post;

beforeAll(async () => {
  await buildIfNeeded();
  post = await startPost();
});

afterAll(() => stopPost(post));

/** Of the HTML, the text and the headers. */
function linksOf({ html, text, headers }: ReceivedMail): string[] {
  const inHtml = [...html.matchAll(/(?:href|src)="(https?:[^"]+)"/g)].map(([, link = '']) =>
    link.replaceAll('&amp;', '&'),
  );
  const plain = [text, ...headers.values()].flatMap((part) => part.match(/https?:\/\/[^\s<>]+/g) ?? []);
  return [...new Set([...inHtml, ...plain])];
}

/** All that the newsletter knows of people. */
function everything(): unknown {
  const tables = ['subscribers', 'confirmations', 'mails', 'bounces', 'audit', 'throttles'];
  return tables.map((table) => inDatabase(post.site, `SELECT * FROM ${table} ORDER BY 1`));
}

test('opening every link of every kind of mail ten times changes nothing, and each still works afterwards', async () => {
  const { site, mailbox } = post;
  const pending = await confirmationLink(post, 'pending@example.org');
  const leaving = await unsubscribeLink(post, 'leaving@example.org');
  await confirmed(post, 'gone@example.org');
  await fetch(`${site.url}/api/v1/newsletter/unsubscribe?email=gone@example.org`, { method: 'DELETE' });
  const [, notice] = await mailbox.waitForMails(2, 'gone@example.org');
  addSubscribers(site, 1);
  await sendArticle(site, await (await editorOf(site)).addArticle());
  const [newsletter] = await mailbox.waitForMails(1, 'r1@example.org');
  // The subscriber who is leaving is sent it too.
  await mailbox.waitForMails(3, 'leaving@example.org');
  if (!notice || !newsletter) throw new Error('A mail is missing');
  await expect
    .poll(() => inDatabase(site, "SELECT id FROM mails WHERE issue_id IS NOT NULL AND state = 'sent'").length)
    .toBe(2);

  const kinds = new Set(mailbox.mails.map(({ subject }) => subject.split(' ').slice(0, 4).join(' ')));
  expect([...kinds].sort()).toHaveLength(4);
  const links = [...new Set(mailbox.mails.flatMap(linksOf))];
  for (const part of [
    '/verify?token=',
    '/unsubscribe?email=',
    '&undo=1',
    '/api/v1/newsletter/unsubscribe?',
    '/articles/',
  ])
    expect(
      links.some((link) => link.includes(part)),
      part,
    ).toBe(true);
  const before = everything();
  for (const link of links)
    for (let times = 0; times < 10; times++)
      for (const method of ['HEAD', 'GET']) {
        const response = await fetch(link, { method });
        await response.arrayBuffer();
        expect(response.status, `${method} ${link}`).toBe(200);
      }
  expect(everything()).toEqual(before);

  const api = `${site.url}/api/v1/newsletter`;
  expect((await fetch(`${api}/verify${new URL(pending).search}`)).status).toBe(200);
  expect(stateOf(post, 'pending@example.org')).toBe('confirmed');
  const { email, token } = Object.fromEntries(linkIn(notice, '/unsubscribe').searchParams);
  const headers = { 'content-type': 'application/json' };
  await fetch(`${api}/resubscribe`, { method: 'POST', headers, body: JSON.stringify({ email, token }) });
  expect(stateOf(post, 'gone@example.org')).toBe('confirmed');
  expect((await fetch(`${api}/unsubscribe${leaving.search}`, { method: 'POST' })).status).toBe(200);
  expect(stateOf(post, 'leaving@example.org')).toBe('unsubscribed');
});
