/** How the mail of a digest or a note is composed. */
import { expect, test } from 'vitest';
import type { Article } from '#features/articles/article.schema.ts';
import type { SocietyEvent } from '#features/events/event.schema.ts';
import { anArticle, anEvent } from '#tests/support/builders.ts';
import { testApp } from '#tests/support/test-app.ts';
import { digestLimits, digestTitle, type IssueContent } from './digest.ts';
import { renderDigestOrNote } from './digest-mail.server.ts';

const pictures = ['a', 'b', 'c'].map((sign) => `/uploads/articles/1700000000000-${sign.repeat(16)}.jpg`);

/** With three pictures of 1600 × 1000. */
async function society() {
  const app = await testApp();
  const token = await app.signIn();
  for (const url of pictures) {
    const variants = JSON.stringify([{ url: url.replace('.jpg', '-960.jpg'), type: 'image/jpeg', width: 960 }]);
    const picture = { url, purpose: 'articles', width: 1600, height: 1000, color: '#0a0b0c', bytes: 1, variants };
    await app.db
      .insertInto('uploads')
      .values({ ...picture, createdAt: app.clock.now().toISOString(), administratorId: null })
      .execute();
  }
  const render = (content: Partial<IssueContent>) =>
    renderDigestOrNote(app.context, {
      ...{ title: 'News', note: '', things: [], composedAt: '2026-11-21T12:00:00.000Z', isAutomatic: false },
      ...content,
    });
  return { app, token, render, [Symbol.asyncDispose]: () => app[Symbol.asyncDispose]() };
}

const shownText = (html: string) => html.replace(/<style>[^<]*<\/style>|<[^>]*>/g, ' ');
const attributesOf = (html: string, tag: string) => html.match(new RegExp(`<${tag}\\b[^>]*>`, 'g')) ?? [];

test('a digest leads with one article, shows the others small, and events with their day and the way in', async () => {
  await using site = await society();
  const things: IssueContent['things'] = [];
  for (const [at, title] of ['Bats', 'Rivers', 'Heat'].entries()) {
    const input = anArticle({
      title,
      isPublished: true,
      imageUrl: pictures[at] ?? null,
      imageAlt: `Picture of ${title}`,
    });
    const { body } = await site.app.json<Article>('POST', '/articles/admin', input, site.token);
    things.push({ kind: 'article', id: body.id });
  }
  for (const input of [
    anEvent({ title: 'Walk', eventDate: '2026-12-01T18:00:00', hasSignup: true }),
    anEvent({ title: 'Talk', eventDate: '2026-12-24T18:00:00' }),
  ]) {
    const { body } = await site.app.json<SocietyEvent>('POST', '/events/admin', input, site.token);
    things.push({ kind: 'event', id: body.id });
  }
  const { html, text } = await site.render({ things });
  // Before the heading the titles stand once more, for the list of a mailbox.
  const blocks = html
    .slice(html.indexOf('<h1'))
    .split(/<!--(?=(?:article|event)-[1-9])/)
    .slice(1);
  expect(blocks).toHaveLength(5);
  const [lead = '', ...rest] = blocks;
  const rows = rest.slice(0, 2);
  expect(attributesOf(lead, 'img')).toEqual([
    expect.stringMatching(/ alt="Picture of Bats" width="544" height="340" /),
  ]);
  expect(lead.indexOf('<img')).toBeLessThan(lead.indexOf('<h3'));
  expect(lead).toMatch(/<h3 [^>]*font:700 24px/);
  for (const [at, row] of rows.entries()) {
    expect(attributesOf(row, 'img')).toEqual([expect.stringMatching(/ alt="" width="120" height="75" /)]);
    expect(row).toMatch(/<h3 [^>]*font:700 18px/);
    expect(row).toContain(`href="https://society.example/articles/${things[at + 1]?.id}"`);
  }
  const events = rest
    .slice(2)
    .map((event) => [
      /plate"[^>]*>(\w+)<br><span[^>]*>(\d+)</.exec(event)?.slice(1).join(' '),
      /<a href="([^"]*)"[^>]*>Sign up</.exec(event)?.[1],
    ]);
  expect(events).toEqual([
    ['Dec 1', `https://society.example/events/${things[3]?.id}`],
    ['Dec 24', undefined],
  ]);
  // In HTML no address has to be read; in plain text each has to.
  expect(shownText(html)).not.toMatch(/https?:/);
  for (const { kind, id } of things) expect(text).toContain(`https://society.example/${kind}s/${id}`);
  expect(Buffer.byteLength(html)).toBeLessThan(digestLimits.bytes);
  for (const image of attributesOf(html, 'img')) expect(image).toMatch(/ alt="[^"]*" width="\d+"/);
});

test('a long title is cut in the subject, and whole and smaller in the text', async () => {
  await using site = await society();
  const short = await site.render({ title: 'News', note: '<p>Hello.</p>' });
  expect(short.html).toMatch(/<h1 [^>]*font:700 28px[^>]*>News</);
  const title = 'What we did this autumn, what comes next and whom we would like to thank for all of it';
  const { subject, html } = await site.render({ title, note: '<p>Hello.</p>' });
  expect(subject).toBe('What we did this autumn, what comes next and whom we would like to…');
  expect(subject.length).toBeLessThanOrEqual(70);
  expect(html).toMatch(new RegExp(`<h1 [^>]*font:700 24px[^>]*>${title}<`));
});

test('a title that its writer chose is in the language of the society, one that it began with is not', async () => {
  await using site = await society();
  await site.app.json('PUT', '/settings/admin', { textLanguage: 'de' }, site.token);
  const composedAt = '2026-11-21T12:00:00.000Z';
  const headingOf = async (content: Partial<IssueContent>) =>
    /(<div lang="de">\s*)?<h1[^>]*>([^<]*)/.exec((await site.render(content)).html)?.slice(1);
  expect(await headingOf({ title: 'Neues' })).toEqual([expect.stringContaining('de'), 'Neues']);
  const begun = { title: digestTitle(composedAt, 'Europe/London'), composedAt };
  for (const note of ['', '<p>Hallo.</p>'])
    expect(await headingOf({ ...begun, note })).toEqual([undefined, expect.stringMatching(/^What is new, /)]);
  expect((await site.render(begun)).html).not.toContain('lang="de"');
  expect((await site.render({ ...begun, note: '<p>Hallo.</p>' })).html).toMatch(/<div lang="de">\s*<p[^>]*>Hallo/);
});

test('a note has a button only where its writer gave one link a paragraph of its own', async () => {
  await using site = await society();
  const buttonsOf = async (note: string) =>
    [...(await site.render({ note })).html.matchAll(/bgcolor="#4a663a"[^>]*>\s*<a href="([^"]*)"[^>]*>([^<]*)</g)].map(
      ([, link, label]) => [link, label],
    );
  const link = (label: string) => `<a href="https://elsewhere.example/?a=1&amp;b=2">${label}</a>`;
  expect(await buttonsOf('<p>Hello.</p>')).toEqual([]);
  expect(await buttonsOf(`<p>Please ${link('vote')}.</p>`)).toEqual([]);
  expect(await buttonsOf(`<p>Please vote.</p><p>${link('Vote &amp; win')}</p><p>Thank you.</p>`)).toEqual([
    ['https://elsewhere.example/?a=1&amp;b=2', 'Vote &amp; win'],
  ]);
  expect(await buttonsOf(`<p>${link('One')}</p><p>${link('Two')}</p>`)).toEqual([]);
  expect(await buttonsOf(`<p>${link('https://elsewhere.example/')}</p>`)).toEqual([]);
  expect(await buttonsOf(`<p>${link(`<img src="${pictures[0]}" alt="Poster">`)}</p>`)).toEqual([]);
});
