import { expect, test } from 'vitest';
import { leaseMs, recordOutcome } from '#platform/mail/queue/mail-rows.ts';
import { engines } from '#tests/support/database.ts';
import { appWithSubscribers, deliveriesOf } from '#tests/support/newsletter.ts';
import { claimDueDeliveries } from './due-deliveries.server.ts';

test.each(engines)(
  'a worker that lost a lease cannot record an outcome under the lease of another on %s',
  async (engine) => {
    await using site = await appWithSubscribers(engine, 1);
    const { app } = site;
    await site.send();
    const claimAs = (owner: string) =>
      app.db.transaction().execute((trx) => claimDueDeliveries(trx, { owner, now: app.clock.now(), limit: 1 }));
    const [row] = await claimAs('one');
    app.clock.advance(leaseMs + 1);
    const [again] = await claimAs('two');
    const outcome = { state: 'sent', code: 250, answer: 'ok' } as const;
    const ended = (of: typeof row, owner: string) =>
      recordOutcome(app.db, { id: of?.id ?? 0, owner, now: app.clock.now(), outcome });
    expect(await ended(row, 'one')).toBe(false);
    expect(await deliveriesOf(app)).toMatchObject([{ state: 'queued', leaseOwner: 'two' }]);
    expect(await ended(again, 'two')).toBe(true);
    expect(await deliveriesOf(app)).toMatchObject([{ state: 'sent', leaseOwner: null }]);
  },
);
