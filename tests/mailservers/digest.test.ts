/** A welcome mail and a digest through a real Postfix into a real Dovecot, read there over IMAP. */
import { expect, test } from 'vitest';
import type { IssueDraft } from '#features/newsletter/issues/drafts/issue-draft.schema.ts';
import { parseMail } from '#platform/mail/read-own-mail.ts';
import { anArticle } from '#tests/support/builders.ts';
import { hasDovecot, startDovecot } from '#tests/support/dovecot.ts';
import { siteWithSubscribers } from '#tests/support/site-with-subscribers.ts';
import { eventually } from '#tests/support/smtp.ts';
import { hasPostfix, startPostfix } from './postfix.ts';

const titles = ['الصحة الواحدة', '一つの健康'];

test.skipIf(!hasPostfix || !hasDovecot)('a new subscriber is welcomed, and each gets each article once', async () => {
  await using dovecot = await startDovecot();
  const mailboxes = { virtual_mailbox_base: dovecot.home, virtual_mailbox_maps: 'static:mail/' };
  await using postfix = await startPostfix({ ...mailboxes, virtual_mailbox_limit: '0' });
  await using society = await siteWithSubscribers('sqlite', 2, { smtpUrl: postfix.url });
  const { app } = society;
  await app.db.updateTable('articles').set({ publishedAt: '2026-01-01T00:00:00.000Z' }).execute();
  const worker = society.deliveryWorker(postfix.url);
  const token = await app.signIn();
  const call = async <T>(method: string, path: string, body?: unknown) =>
    (await app.json<T>(method, path, body, token)).body;
  let seen = 0;
  /** What has come since the last look. */
  async function arrived(count: number) {
    await worker.sendDue();
    await eventually(async () => (await dovecot.mails()).length >= seen + count, 30_000);
    const all = await dovecot.mails();
    const mails = all.slice(seen);
    seen = all.length;
    return Promise.all(mails.map(async (bytes) => ({ ...(await parseMail(bytes)), head: headOf(bytes) })));
  }

  await call('PUT', '/settings/admin', { welcomeMail: true, welcomeText: 'Good to have you.' });
  await call('POST', '/newsletter/subscribe', { email: 'new@example.org' });
  const [asked] = await arrived(1);
  await call('GET', `/newsletter/verify?token=${/token=([\w-]+)/.exec(asked?.text ?? '')?.[1]}`);
  const [welcome, ...others] = await arrived(1);
  expect(others).toEqual([]);
  expect(welcome).toMatchObject({ subject: 'Welcome to One Health Student Society', to: 'new@example.org' });
  expect([welcome?.text, welcome?.html]).toEqual(Array(2).fill(expect.stringContaining('Good to have you.')));

  app.clock.advance(1000);
  const [arabic] = await Promise.all(
    titles.map((title) => call<{ id: number }>('POST', '/articles/admin', anArticle({ title, isPublished: true }))),
  );
  await app.db.updateTable('subscribers').set({ wish: 'digest' }).where('email', '=', 'r1@example.org').execute();
  await call('POST', `/newsletter/admin/send/${arabic?.id}`);
  expect((await arrived(2)).map(({ to, subject }) => `${to} ${subject}`).toSorted()).toEqual([
    ...[`new@example.org ${titles[0]}`, `r2@example.org ${titles[0]}`],
  ]);
  const { id, version } = await call<IssueDraft>('POST', '/newsletter/admin/issues', { kind: 'digest' });
  await call('POST', `/newsletter/admin/issues/${id}/send`, { version });
  const digests = await arrived(3);
  const inEach = digests.map(({ to, text, html }) => {
    const got = titles.filter((title) => text.includes(title));
    expect(titles.filter((title) => html.includes(title))).toEqual(got);
    return [to, ...got].join(' ');
  });
  expect(inEach.toSorted()).toEqual([
    ...[`new@example.org ${titles[1]}`, `r1@example.org ${titles.join(' ')}`, `r2@example.org ${titles[1]}`],
  ]);
  for (const { head } of digests) {
    expect(head).toContain('List-Unsubscribe-Post: List-Unsubscribe=One-Click');
    expect(head).toContain('List-Archive: <https://society.example/newsletters>');
  }
  expect(await arrived(0)).toEqual([]);
});

function headOf(bytes: Uint8Array): string {
  const [head = ''] = Buffer.from(bytes)
    .toString('latin1')
    .split(/\r?\n\r?\n/);
  return head;
}
