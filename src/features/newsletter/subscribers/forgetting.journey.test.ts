import { describe, expect, test } from 'vitest';
import { engines } from '#tests/support/database.ts';
import { appWithPost, confirmed, subscribe, tokenIn, verify } from '#tests/support/newsletter.ts';
import { purgeUnconfirmedSubscribers } from './subscribing/subscribing.server.ts';
import { suppressSubscriber } from './suppressions.server.ts';

const day = 24 * 60 * 60_000;

describe.each(engines)('addresses that no one confirms on %s', (engine) => {
  test('are erased after a week with all mails to them; everyone else stays', async () => {
    await using post = await appWithPost(engine);
    const { app, send } = post;
    for (const name of ['confirmed', 'gone', 'suppressed']) await confirmed(app, send, `${name}@example.org`);
    await app.json('DELETE', '/newsletter/unsubscribe?email=gone@example.org');
    await subscribe(app, 'never@example.org');
    await app.json('DELETE', '/newsletter/unsubscribe?email=never@example.org');
    const { id } = await app.db
      .selectFrom('subscribers')
      .select('id')
      .where('email', '=', 'suppressed@example.org')
      .executeTakeFirstOrThrow();
    await suppressSubscriber(app.db, { subscriberId: id, because: 'There is no such mailbox', now: app.clock.now() });
    await subscribe(app, 'pending@example.org');
    await subscribe(app, 'again@example.org');
    await send();
    const addresses = async () =>
      (await app.db.selectFrom('subscribers').select('email').orderBy('email').execute()).map((row) => row.email);
    const stay = ['confirmed@example.org', 'gone@example.org', 'never@example.org', 'suppressed@example.org'];

    app.clock.advance(5 * day);
    await subscribe(app, 'again@example.org');
    const [fresh] = await send();
    app.clock.advance(2 * day);
    await purgeUnconfirmedSubscribers(app.db, app.clock.now());
    expect(await addresses()).toEqual([...stay, 'again@example.org', 'pending@example.org'].sort());
    app.clock.advance(1);
    await purgeUnconfirmedSubscribers(app.db, app.clock.now());
    // Someone who asked again two days ago holds a link that works.
    expect(await addresses()).toEqual(['again@example.org', ...stay]);
    expect((await verify(app, tokenIn(fresh))).status).toBe(200);
    const orphans = app.db
      .selectFrom('mails')
      .where('issueId', 'is', null)
      .where('subscriberId', 'not in', app.db.selectFrom('subscribers').select('id'));
    expect(await orphans.select('id').execute()).toEqual([]);
    app.clock.advance(100 * day);
    await purgeUnconfirmedSubscribers(app.db, app.clock.now());
    expect(await addresses()).toEqual(['again@example.org', ...stay]);
  });
});
