import { describe, expect, test } from 'vitest';
import type { Mail } from '#platform/mail/mailer-contract.ts';
import { engines } from '#tests/support/database.ts';
import { createMailWorker } from '#tests/support/newsletter.ts';
import { testApp } from '#tests/support/test-app.ts';
import { purgeConfirmations } from '../confirmations.server.ts';

const minute = 60_000;
const hour = 60 * minute;
const email = 'reader@example.org';

async function appWithPost(engine: (typeof engines)[number]) {
  const app = await testApp({ engine, config: { subscribeLimitPerHour: 1000 } });
  const mails: Mail[] = [];
  const send = async (mail: Mail) => {
    mails.push(mail);
    return { code: 250, answer: 'ok' };
  };
  const deliveryWorker = createMailWorker({ ...app.context, mailer: { send, close: async () => {} } });
  return {
    app,
    subscribe: () => app.json('POST', '/newsletter/subscribe', { email }),
    leave: () => app.json('DELETE', `/newsletter/unsubscribe?email=${email}`),
    verify: async (token: string) => (await app.json('GET', `/newsletter/verify?token=${token}`)).status,
    /** The tokens of the confirmations that go out now. */
    tokens: async () => {
      const before = mails.length;
      await deliveryWorker.sendDue();
      const confirmations = mails.slice(before).filter(({ subject }) => subject.startsWith('Please confirm'));
      return confirmations.map(({ text }) => /token=([\w-]+)/.exec(text)?.[1] ?? '');
    },
    [Symbol.asyncDispose]: () => app[Symbol.asyncDispose](),
  };
}

describe.each(engines)('subscribing again on %s', (engine) => {
  test('after leaving unconfirmed, one working link is sent at once, and no second one', async () => {
    await using post = await appWithPost(engine);
    await post.subscribe();
    const [first = ''] = await post.tokens();
    await post.leave();
    post.app.clock.advance(minute);
    await post.subscribe();
    await post.subscribe();
    const fresh = await post.tokens();
    expect(fresh).toHaveLength(1);
    await post.subscribe();
    expect(await post.tokens()).toEqual([]);
    expect(await post.verify(first)).toBe(400);
    expect(await post.verify(fresh[0] ?? '')).toBe(200);
  });

  test('a confirmation that was withdrawn before sending is written again', async () => {
    await using post = await appWithPost(engine);
    for (let n = 0; n < 5; n++) {
      await post.subscribe();
      await post.leave();
    }
    await post.subscribe();
    const tokens = await post.tokens();
    expect(tokens).toHaveLength(1);
    expect(await post.verify(tokens[0] ?? '')).toBe(200);
  });

  test('an address gets at most three confirmations a day, also when strangers ask for them', async () => {
    await using post = await appWithPost(engine);
    let sent = 0;
    for (let n = 0; n < 5; n++) {
      await post.subscribe();
      sent += (await post.tokens()).length;
      await post.leave();
    }
    expect(sent).toBe(3);
    post.app.clock.advance(hour);
    await post.subscribe();
    expect(await post.tokens()).toEqual([]);
    post.app.clock.advance(23 * hour);
    await post.subscribe();
    expect(await post.tokens()).toHaveLength(1);
  });
});

describe.each(engines)('old confirmations on %s', (engine) => {
  test('are erased a week after they expired; a used link keeps answering', async () => {
    await using post = await appWithPost(engine);
    await post.subscribe();
    const [unused = ''] = await post.tokens();
    post.app.clock.advance(hour);
    await post.subscribe();
    const [used = ''] = await post.tokens();
    await post.verify(used);
    const { db, clock } = post.app;
    post.app.clock.advance((72 + 7 * 24 - 1) * hour);
    await purgeConfirmations(db, clock.now());
    expect(await post.verify(unused)).toBe(410);
    post.app.clock.advance(2 * hour);
    await purgeConfirmations(db, clock.now());
    expect(await post.verify(unused)).toBe(400);
    expect(await post.verify(used)).toBe(200);
  });
});
