import { describe, expect, test } from 'vitest';
import { emailGroups } from '#app/email-kinds.ts';
import { createNewsletterLinks } from '#features/newsletter/content/newsletter-links.server.ts';
import { verifySubscription as confirm } from '#features/newsletter/subscribers/subscribing/subscribing.server.ts';
import { transact } from '#platform/db/db.ts';
import type { Mail } from '#platform/mail/mailer-contract.ts';
import { leaseMs } from '#platform/mail/queue/mail-rows.ts';
import { createEmailWorker } from '#platform/mail/queue/mail-worker.ts';
import { anArticle, anEvent } from '#tests/support/builders.ts';
import { engines } from '#tests/support/database.ts';
import {
  appWithPost,
  collector,
  confirmed,
  createMailWorker,
  email,
  subscribe,
  tokenIn,
  verify,
} from '#tests/support/newsletter.ts';
import type { TestApp } from '#tests/support/test-app.ts';

async function welcoming(app: TestApp, welcomeText: string): Promise<string> {
  const token = await app.signIn();
  await app.json('PUT', '/settings/admin', { welcomeMail: true, welcomeText }, token);
  return token;
}

describe.each(engines)('the welcome mail, on %s', (engine) => {
  test('is off unless switched on', async () => {
    await using post = await appWithPost(engine);
    await confirmed(post.app, post.send);
    expect(await post.send()).toEqual([]);
  });

  test('says what the settings say, and what is new and next', async () => {
    await using post = await appWithPost(engine);
    const { app, send } = post;
    const token = await welcoming(app, 'Good to have you.\nWe meet on Mondays.');
    await app.json('POST', '/articles/admin', anArticle({ title: 'The newest', isPublished: true }), token);
    await app.json('POST', '/events/admin', anEvent({ title: 'The next', eventDate: '2027-03-01T18:00:00' }), token);
    await confirmed(app, send);
    const [mail, ...others] = await send();
    expect(others).toEqual([]);
    expect(mail?.subject).toBe('Welcome to One Health Student Society');
    for (const words of [
      'Good to have you.',
      'We meet on Mondays.',
      'Newest article: The newest',
      'Next event: The next',
    ])
      expect([mail?.text, mail?.html]).toEqual([expect.stringContaining(words), expect.stringContaining(words)]);
    expect(mail?.text).toContain('https://society.example/events.ics');
    expect(mail?.text).toMatch(/subscribed to the newsletter of One Health Student Society on [A-Z][a-z]+ \d+, 2026\./);
    expect(mail?.text).toContain('Unsubscribe: https://society.example/unsubscribe?');
    expect(mail?.headers).toMatchObject({
      'List-Unsubscribe': expect.stringMatching(
        /^<https:\/\/society\.example\/api\/v1\/newsletter\/unsubscribe\?\S+>$/,
      ),
      'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
    });
  });

  test('is sent once to each address, even after leaving or being erased', async () => {
    await using post = await appWithPost(engine);
    const { app, send } = post;
    await welcoming(app, '');
    const comes = async () => {
      app.clock.advance(2 * 86_400_000);
      await subscribe(app);
      await verify(app, tokenIn((await send()).at(-1)));
      return (await send()).map(({ subject }) => subject);
    };
    expect(await comes()).toHaveLength(1);
    const { search } = new URL(
      (await createNewsletterLinks(app.db, 'https://society.example')).ownLinks(email).choices,
    );
    await app.json('DELETE', `/newsletter/unsubscribe${search}`);
    expect(await comes()).toEqual([]);
    await app.json('DELETE', `/newsletter/subscription${search}`);
    expect(await comes()).toEqual([]);
    expect(await app.db.selectFrom('rememberedAddresses').selectAll().execute()).toEqual([
      { reason: 'welcomed', addressHash: expect.stringMatching(/^[\w-]{43}$/) as string, rememberedAt: null },
    ]);
  });

  test('is sent once even if the site dies while confirming and the worker while sending', async () => {
    await using post = await appWithPost(engine);
    const { app, send } = post;
    await welcoming(app, '');
    await subscribe(app);
    const token = tokenIn((await send())[0]);
    const dies = transact(app.db, async (trx) => {
      await confirm({ ...app.context, db: trx }, token, app.clock.now());
      throw new Error('killed');
    });
    await expect(dies).rejects.toThrow('killed');
    expect(await app.db.selectFrom('rememberedAddresses').selectAll().execute()).toEqual([]);
    await Promise.all([verify(app, token), verify(app, token)]);
    const lost: string[] = [];
    await new Promise<void>((isInHand) => {
      const send = (mail: Mail) => {
        lost.push(mail.messageId);
        isInHand();
        return new Promise<never>(() => {});
      };
      const worker = createMailWorker({ ...app.context, connections: 1, mailer: { send, close: async () => {} } });
      worker.sendDue().catch(() => 'it is dead');
    });
    expect(await send()).toEqual([]);
    app.clock.advance(leaseMs);
    await createEmailWorker({
      ...app.context,
      mailer: collector().mailer,
      groups: emailGroups(app.context),
    }).endExpired();
    const again = await send();
    expect(again.map(({ messageId }) => messageId)).toEqual(lost);
    expect(await send()).toEqual([]);
  });
});

/** Outlook lays out by tables alone and shows no WebP; Gmail cuts at 102 kB. */
test('the mails of a new subscriber use only markup that mail programs know', async () => {
  await using post = await appWithPost('sqlite');
  const { app, send } = post;
  const token = await welcoming(app, 'Hello.');
  await subscribe(app);
  const [confirmation] = await send();
  await verify(app, tokenIn(confirmation));
  const [welcome] = await send();
  const article = await app.json<{ id: number }>('POST', '/articles/admin', anArticle({ isPublished: true }), token);
  await app.json('POST', `/newsletter/admin/send/${article.body.id}`, undefined, token);
  const [newsletter] = await send();
  for (const mail of [confirmation, welcome, newsletter]) {
    const html = mail?.html ?? '';
    expect(Buffer.byteLength(html)).toBeLessThan(30_000);
    expect(html).toContain('prefers-color-scheme: dark');
    expect(html).not.toMatch(/display:\s*(inline-)?(flex|grid)|\.webp|\.avif|<script|<link|<svg|position:|url\(/i);
    expect(mail?.text.length).toBeGreaterThan(100);
  }
});
