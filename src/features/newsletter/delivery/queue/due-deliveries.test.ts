import { expect, test } from 'vitest';
import { leaseMs, recordOutcome, requeueExpiredMails } from '#platform/mail/queue/mail-rows.ts';
import { engines } from '#tests/support/database.ts';
import { appWithSubscribers, deliveriesOf } from '#tests/support/newsletter.ts';
import { claimDueDeliveries } from './due-deliveries.server.ts';

test.each(engines)('anyone who has lost a lease writes no outcome under the lease of another on %s', async (engine) => {
  await using site = await appWithSubscribers(engine, 1);
  const { app } = site;
  await site.send();
  const claimAs = (owner: string) =>
    app.db.transaction().execute((trx) => claimDueDeliveries(trx, { owner, now: app.clock.now(), limit: 1 }));
  const [row] = await claimAs('one');
  app.clock.advance(leaseMs + 1);
  expect(await requeueExpiredMails(app.db, { kinds: ['newsletter'], now: app.clock.now() })).toBe(1);
  expect(await claimAs('two')).toHaveLength(1);
  const outcome = { state: 'sent', code: 250, answer: 'ok' } as const;
  const ended = { id: row?.id ?? 0, now: app.clock.now(), outcome };
  expect(await recordOutcome(app.db, { ...ended, owner: 'one' })).toBe(false);
  expect(await deliveriesOf(app)).toMatchObject([{ state: 'sending', leaseOwner: 'two' }]);
  expect(await recordOutcome(app.db, { ...ended, owner: 'two' })).toBe(true);
  expect(await deliveriesOf(app)).toMatchObject([{ state: 'sent', leaseOwner: null }]);
});
