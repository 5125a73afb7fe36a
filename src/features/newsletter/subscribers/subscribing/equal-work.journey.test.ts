import { describe, expect, test } from 'vitest';
import { engines } from '#tests/support/database.ts';
import { appWithPost, confirmed, subscribe } from '#tests/support/newsletter.ts';
import { listStatements } from '#tests/support/record-statements.ts';
import { suppressSubscriber } from '../suppressions.server.ts';
import { subscribe as subscribeVerb } from './subscribing.server.ts';

describe.each(engines)('how long subscribing takes on %s', (engine) => {
  test('does not reveal the state of an address: the statements are always the same', async () => {
    await using post = await appWithPost(engine);
    const { app, send } = post;
    const now = app.clock.now();
    await subscribe(app, 'pending@example.org');
    await send();
    for (const name of ['confirmed', 'reminded', 'gone', 'suppressed'])
      await confirmed(app, send, `${name}@example.org`);
    await subscribe(app, 'reminded@example.org');
    await app.json('DELETE', '/newsletter/unsubscribe?email=gone@example.org');
    const { id } = await app.db
      .selectFrom('subscribers')
      .select('id')
      .where('email', '=', 'suppressed@example.org')
      .executeTakeFirstOrThrow();
    await suppressSubscriber(app.db, { subscriberId: id, because: 'There is no such mailbox', now });
    await send();

    const works: string[][] = [];
    for (const name of ['new', 'pending', 'confirmed', 'reminded', 'gone', 'suppressed']) {
      const { db, statements } = listStatements(app.db);
      await subscribeVerb({ ...app.context, db }, { email: `${name}@example.org`, address: '203.0.113.9' });
      works.push(statements);
    }
    expect(works[0]?.join()).toMatch(/insert into "mails"/);
    for (const work of works) expect(work).toEqual(works[0]);
    // Only those who may be written to are.
    expect((await send()).map(({ to }) => to).sort()).toEqual([
      'confirmed@example.org',
      'gone@example.org',
      'new@example.org',
    ]);
  });

  test('a suppressed address gets the same answer and no mail', async () => {
    await using post = await appWithPost(engine);
    const { app, send } = post;
    await confirmed(app, send);
    const { id } = await app.db.selectFrom('subscribers').select('id').executeTakeFirstOrThrow();
    await suppressSubscriber(app.db, { subscriberId: id, because: 'There is no such mailbox', now: app.clock.now() });
    const answers = [await subscribe(app), await subscribe(app, 'new@example.org')];
    expect(answers[0]).toMatchObject({ status: 200, body: answers[1]?.body });
    expect((await send()).map(({ to }) => to)).toEqual(['new@example.org']);
  });
});
