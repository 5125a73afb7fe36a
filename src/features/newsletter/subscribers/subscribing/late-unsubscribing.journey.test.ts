import { describe, expect, test } from 'vitest';
import { MailError, type Mailer } from '#platform/mail/mailer-contract.ts';
import { engines } from '#tests/support/database.ts';
import {
  appWithSubscribers,
  asArrived,
  collector,
  createMailWorker,
  deliveriesOf,
  tokenIn,
} from '#tests/support/newsletter.ts';
import { testApp } from '#tests/support/test-app.ts';

/** One mail at a time; `during` runs once while the next one is on its way. */
async function appWithSlowPost(engine: (typeof engines)[number]) {
  const app = await testApp({ engine });
  const sent: { to: string; token: string }[] = [];
  let next: (() => Promise<void>) | null = null;
  const send: Mailer['send'] = async (mail) => {
    const run = next;
    next = null;
    await run?.();
    sent.push({ to: mail.to, token: tokenIn(await asArrived(mail)) });
    return { code: 250, answer: 'ok' };
  };
  const deliveryWorker = createMailWorker({ ...app.context, mailer: { send, close: async () => {} }, connections: 1 });
  return {
    app,
    sent,
    during: (run: () => Promise<void>) => {
      next = run;
    },
    sendDue: () => deliveryWorker.sendDue(),
    subscribe: (name: string) => app.json('POST', '/newsletter/subscribe', { email: `${name}@example.org` }),
    leave: (name: string) => app.json('DELETE', `/newsletter/unsubscribe?email=${name}@example.org`),
    [Symbol.asyncDispose]: () => app[Symbol.asyncDispose](),
  };
}

describe.each(engines)('unsubscribing while a confirmation is under way, on %s', (engine) => {
  test('stops a confirmation that a worker has claimed', async () => {
    await using post = await appWithSlowPost(engine);
    for (const name of ['first', 'second']) await post.subscribe(name);
    post.during(async () => {
      await post.leave('second');
    });
    await post.sendDue();
    expect(post.sent.map(({ to }) => to)).toEqual(['first@example.org']);
  });

  test('stops the next attempt of a confirmation that the mail server delayed', async () => {
    await using post = await appWithSlowPost(engine);
    const { app } = post;
    await post.subscribe('reader');
    post.during(async () => {
      app.clock.advance(1);
      await post.leave('reader');
      throw new MailError('Try again later', 'temporary', 451);
    });
    await post.sendDue();
    app.clock.advance(2 * 60_000);
    await post.sendDue();
    expect(post.sent).toEqual([]);
  });

  test('also works for someone who had left before and asked to subscribe again', async () => {
    await using post = await appWithSlowPost(engine);
    const { app } = post;
    await post.subscribe('reader');
    await post.leave('reader');
    app.clock.advance(1);
    await post.subscribe('reader');
    post.during(async () => {
      app.clock.advance(1);
      await post.leave('reader');
      throw new MailError('Try again later', 'temporary', 451);
    });
    await post.sendDue();
    app.clock.advance(2 * 60_000);
    await post.sendDue();
    expect(post.sent).toEqual([]);
    await post.subscribe('reader');
    await post.sendDue();
    expect(post.sent).toHaveLength(1);
    expect((await app.json('GET', `/newsletter/verify?token=${post.sent[0]?.token}`)).status).toBe(200);
  });
});

test.each(engines)(
  'on %s a subscriber who leaves while their newsletter waits behind a slow mail does not get it',
  async (engine) => {
    await using site = await appWithSubscribers(engine, 3);
    const { app } = site;
    await site.send();
    const { mails, mailer } = collector();
    const send: Mailer['send'] = async (mail) => {
      if (mails.length === 0) {
        await app.json('DELETE', '/newsletter/unsubscribe?email=r2@example.org');
        await deliveryWorker.renewLeases();
      }
      return mailer.send(mail);
    };
    const deliveryWorker = createMailWorker({ ...app.context, mailer: { ...mailer, send }, connections: 1 });
    await deliveryWorker.sendDue();
    const newsletters = mails.filter(({ subject }) => !subject.startsWith('You have been'));
    expect(newsletters.map(({ to }) => to)).toEqual(['r1@example.org', 'r3@example.org']);
    expect((await deliveriesOf(app)).map(({ state }) => state)).toEqual(['sent', 'skipped', 'sent']);
  },
);
