/** The cases of `tests/cases/mail` that need no browser, each by its name; reports to the bounce mailbox are tested beside their reader. */
import { expect, test } from 'vitest';
import { runDueSchedules } from '#app/scheduling/run-due-schedules.ts';
import { applyBounceReport } from '#features/newsletter/bounces/bounce-reports.server.ts';
import type { MailView } from '#features/newsletter/content/mail-views.schema.ts';
import { createDeliveryWorker } from '#features/newsletter/delivery/worker/delivery-worker.server.ts';
import { scheduleDueDigest } from '#features/newsletter/issues/drafts/automatic-digests.server.ts';
import type { IssueDraft } from '#features/newsletter/issues/drafts/issue-draft.schema.ts';
import { openMailer } from '#platform/mail/open-mailer.ts';
import { smtpMailer } from '#platform/mail/smtp/smtp-mailer.ts';
import { anArticle } from './support/builders.ts';
import { issues, society } from './support/digests.ts';
import {
  appWithPost,
  confirmed,
  createMailWorker,
  email,
  stateOf,
  subscribe,
  tokenIn,
  verify,
} from './support/newsletter.ts';
import { smtpServer } from './support/smtp.ts';
import { testApp } from './support/test-app.ts';

const mailFrom = { name: 'Society', address: 'news@society.example' };
const hour = 3_600_000;

test('newsletter-headers', async () => {
  await using server = await smtpServer();
  await using site = await society('sqlite');
  const { app, call } = site;
  const { id } = await site.article('Bats');
  await call('POST', `/newsletter/admin/send/${id}`);
  await site.article('Rivers');
  await site.send(await site.digest());
  const note = await call<IssueDraft>('POST', issues, { kind: 'note' });
  const written = { title: 'A note', note: '<p>Hello</p>', things: [], isArchived: true, version: note.version };
  await site.send(await call<IssueDraft>('PUT', `${issues}/${note.id}/draft`, written));
  const mailer = smtpMailer(server.url, mailFrom);
  await createDeliveryWorker({ ...app.context, mailer }).sendDue();
  await mailer.close();
  expect(new Set(server.mails.map(({ subject }) => subject)).size).toBe(3);
  for (const { raw } of server.mails) {
    expect(raw).toContain('\r\nAuto-Submitted: auto-generated\r\n');
    expect(raw).toContain('\r\nX-Auto-Response-Suppress: All\r\n');
  }
});

/** From Saturday, November 21, on to Sunday, December 6, 8:00 in London, when Monday's draft is made. */
async function digestOfDecember7() {
  const site = await society('sqlite');
  const { context, clock } = site.app;
  const tick = async (ms: number) => {
    clock.advance(ms);
    await scheduleDueDigest(context);
    await runDueSchedules(context);
  };
  await site.follow({});
  await tick(9 * 24 * hour);
  for (const title of ['Bats', 'Rivers']) await site.article(title);
  await tick(Date.parse('2026-12-06T08:00:00Z') - clock.now().getTime());
  await site.deliver([]);
  return { ...site, tick };
}

test('digest-date', async () => {
  await using site = await digestOfDecember7();
  await site.tick(24 * hour);
  const title = 'What is new, December 7, 2026';
  expect(await site.deliver([title])).toEqual(['r1@example.org', 'r2@example.org'].map((to) => `${to} ${title}`));
  const issue = await site.app.db.selectFrom('issues').select(['id', 'subject', 'html']).executeTakeFirstOrThrow();
  expect(issue.subject).toBe(title);
  expect(issue.html).toMatch(/<h1[^>]*>What is new, December 7, 2026<\/h1>/);
  expect((await site.app.json<{ subject: string }>('GET', `/newsletter/archive/${issue.id}`)).body.subject).toBe(title);
});

test('a digest begun by hand is dated when it is sent, unless it has a title', async () => {
  await using site = await society('sqlite');
  const { call } = site;
  await site.article('Bats');
  const draft = await site.digest();
  expect(draft.title).toBe('What is new, November 21, 2026');
  site.app.clock.advance(3 * 24 * hour);
  await site.send(draft);
  expect(await site.deliver(['What is new, November 24, 2026'])).toContain(
    'r1@example.org What is new, November 24, 2026',
  );
  await site.article('Rivers');
  const { id, version, things, isArchived } = await site.digest();
  const own = { title: 'News', note: '', things, isArchived, version };
  await site.send(await call<IssueDraft>('PUT', `${issues}/${id}/draft`, own));
  expect(await site.deliver(['What is new'])).toEqual(['r1@example.org', 'r2@example.org']);
});

test('draft-banner-dark: readable in dark mode, and the foot says why administrators get it', async () => {
  await using site = await digestOfDecember7();
  const [draft] = site.toAdministrators;
  const banner = /<div style="[^"]*background-color:(#\w{6});[^"]*">[^<]*<br>(.*)<\/div>/.exec(draft?.html ?? '');
  const links = [...(banner?.[2] ?? '').matchAll(/<a href="[^"]+" style="color:(#\w{6});">(\w+)<\/a>/g)];
  expect(links.map(([, , label]) => label)).toEqual(['Edit', 'Stop']);
  // No class: the style for the dark reaches the paper, the card and what has one.
  for (const [, colour] of links) expect(contrast(colour ?? '', banner?.[1] ?? '')).toBeGreaterThanOrEqual(4.5);
  for (const body of [draft?.html, draft?.text]) {
    expect(body).toContain('You get this because you are an administrator of One Health Student Society.');
    expect(body).not.toMatch(/unsubscribe|Choose what you get|you subscribed|\.invalid/i);
  }
});

test('a mail over 100 kB is cut to the beginning of its article, with the unsubscribe link at its end', async () => {
  await using app = await testApp();
  const token = await app.signIn();
  const many = Array.from({ length: 3000 }, (_, n) => `<p>Paragraph ${n} of a long text.</p>`).join('');
  const oneBlock = `<ul>${Array.from({ length: 4000 }, (_, n) => `<li>Point ${n} of a list</li>`).join('')}</ul>`;
  for (const content of [
    many,
    oneBlock,
    `<p>${'Very long. '.repeat(11_000)}</p>`,
    `<p>${'Größe ж '.repeat(20_000)}</p>`,
  ]) {
    const { id } = (await app.json<{ id: number }>('POST', '/articles/admin', anArticle({ content }), token)).body;
    const view = (await app.json<MailView>('GET', `/newsletter/admin/preview/${id}`, undefined, token)).body;
    expect(view).toMatchObject({ isShortened: true });
    expect(view.htmlBytes).toBeGreaterThan(30_000);
    expect(view.htmlBytes).toBeLessThan(100_000);
    const html = await (await app.request(view.frameUrl)).text();
    expect(html).toMatch(/>Read on the site<\/a>.*>Unsubscribe<\/a>.*<\/html>/s);
    expect(view.text).toContain(`Read on the site: https://society.example/articles/${id}`);
  }
  const short = (await app.json<{ id: number }>('POST', '/articles/admin', anArticle(), token)).body;
  const view = await app.json<MailView>('GET', `/newsletter/admin/preview/${short.id}`, undefined, token);
  expect(view.body).toMatchObject({ isShortened: false, text: expect.stringContaining('Read it on our website: ') });
});

test('confirmations kept for lack of a mail server are offered once there is one', async () => {
  await using post = await appWithPost('sqlite');
  const { app } = post;
  const { config } = app.context;
  const work = createMailWorker({ ...app.context, mailer: openMailer(config) });
  await subscribe(app, 'old@example.org');
  await work.sendDue();
  app.clock.advance(23 * hour);
  for (const address of [email, 'two@example.org', 'three@example.org']) await subscribe(app, address);
  await work.sendDue();
  app.clock.advance(2 * hour);
  const token = await app.signIn();
  const offered = async () =>
    (await app.json<{ keptConfirmations: number }>('GET', '/dashboard/admin', undefined, token)).body.keptConfirmations;
  const send = () => app.json('POST', '/newsletter/admin/outbox/confirmations', undefined, token);
  expect([await offered(), (await send()).body]).toEqual([0, { message: '0 confirmations on the way.' }]);
  await using server = await smtpServer();
  config.smtpUrl = server.url;
  expect(await offered()).toBe(3);
  expect((await send()).body).toEqual({ message: '3 confirmations on the way.' });
  expect([await offered(), (await send()).body]).toEqual([0, { message: '0 confirmations on the way.' }]);
  const sent = await post.send();
  expect(sent.map(({ to }) => to).sort()).toEqual([email, 'three@example.org', 'two@example.org']);
  await verify(app, tokenIn(sent.find(({ to }) => to === email)));
  expect(await stateOf(app)).toBe('confirmed');
});

test('the list of newsletters and its calls use the same ids, and an unknown one is 404', async () => {
  await using site = await society('sqlite');
  const { call, status } = site;
  const { id: articleId } = await site.article('Bats');
  await call('POST', `/newsletter/admin/send/${articleId}`);
  await site.send(await site.digest());
  const listed = await call<{ id: number; articleId: number | null; subject: string }[]>('GET', issues);
  expect(listed).toHaveLength(2);
  for (const { id, subject, articleId } of listed)
    expect(await call('GET', `${issues}/${id}`)).toMatchObject({ articleId, subject });
  expect(await status('GET', `${issues}/999`)).toBe(404);
});

function contrast(one: string, other: string): number {
  const [light = 0, dark = 0] = [one, other].map(luminance).sort((a, b) => b - a);
  return (light + 0.05) / (dark + 0.05);
}

function luminance(colour: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => {
    const part = Number.parseInt(colour.slice(at, at + 2), 16) / 255;
    return part <= 0.03928 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

test('ssl-words', async () => {
  await using server = await smtpServer();
  const mailer = smtpMailer(server.url.replace('smtp:', 'smtps:'), mailFrom);
  const mail = { to: email, subject: 'x', html: 'x', text: 'x', messageId: '<a@society.example>' };
  const refused = mailer.send(mail);
  await expect(refused).rejects.toThrow(/^This port does not speak TLS from the start: write smtp:\/\//);
  await expect(refused).rejects.not.toThrow(/SSL routines|openssl/);
});

test('suppressed-asks-again', async () => {
  await using post = await appWithPost('sqlite');
  const { app, send } = post;
  const bounces = (type: 'soft' | 'hard', ...days: string[]) =>
    Promise.all(
      days.map((key) =>
        applyBounceReport(app.db, { type, email, source: 'webhook', reason: type, key }, app.clock.now()),
      ),
    );
  await confirmed(app, send);
  await bounces('soft', 'a', 'b', 'c');
  expect(await stateOf(app)).toBe('suppressed');
  app.clock.advance(hour);
  const answers = [await subscribe(app), await subscribe(app, 'new@example.org')];
  expect(answers[0]).toMatchObject({ status: 200, body: answers[1]?.body });
  const [confirmation] = (await send()).filter(({ to }) => to === email);
  const token = await app.signIn();
  const glance = await app.json<{ subscribers: { askedAgain: number } }>('GET', '/dashboard/admin', undefined, token);
  expect(glance.body.subscribers.askedAgain).toBe(1);
  app.clock.advance(hour);
  await subscribe(app);
  expect(await send()).toEqual([]);
  expect(await verify(app, tokenIn(confirmation))).toMatchObject({ status: 200 });
  expect(await stateOf(app)).toBe('confirmed');
  // It takes three more to be suppressed again, and one for good.
  await bounces('soft', 'd', 'e');
  expect(await stateOf(app)).toBe('confirmed');
  await bounces('hard', 'f');
  expect(await stateOf(app)).toBe('suppressed');
  app.clock.advance(48 * hour);
  await subscribe(app);
  expect(await send()).toEqual([]);
});
