import { expect, test } from 'vitest';
import type { Wish } from '#features/newsletter/subscribers/subscriber.ts';
import { engines } from '#tests/support/database.ts';
import { appWithSubscribers, collector, createMailWorker, deliveriesOf } from '#tests/support/newsletter.ts';
import type { TestApp } from '#tests/support/test-app.ts';

const wish = (app: TestApp, email: string, wish: Wish) =>
  app.db.updateTable('subscribers').set({ wish }).where('email', '=', email).execute();

test.each(engines)(
  'an article goes to subscribers who want each article at the time of sending, on %s',
  async (engine) => {
    await using site = await appWithSubscribers(engine, 4);
    const { app } = site;
    await wish(app, 'r2@example.org', 'digest');
    await wish(app, 'r3@example.org', 'none');
    expect((await site.send()).body).toMatchObject({ audience: 2, others: 2, queued: 2 });

    await wish(app, 'r1@example.org', 'digest');
    await wish(app, 'r4@example.org', 'none');
    const { mails, mailer } = collector();
    await createMailWorker({ ...app.context, mailer }).sendDue();
    expect(mails.map(({ to }) => to)).toEqual(['r1@example.org']);
    const [, skipped] = await deliveriesOf(app);
    expect(skipped).toMatchObject({ state: 'skipped', smtpAnswer: 'Wants no newsletter' });

    // Back to each article: what they did not get is sent with the next press.
    for (const name of ['r1', 'r4']) await wish(app, `${name}@example.org`, 'each');
    expect((await site.send()).body).toMatchObject({ audience: 2, alreadySent: 1, queued: 1 });
  },
);

test('an article that only subscribers to digests could get says so', async () => {
  await using site = await appWithSubscribers('sqlite', 1);
  await wish(site.app, 'r1@example.org', 'digest');
  const message = 'None of your subscribers has chosen to get this, so no one was emailed.';
  expect((await site.send()).body).toMatchObject({ audience: 0, others: 1, queued: 0, message });
});
