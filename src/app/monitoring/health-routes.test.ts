import { expect, test } from 'vitest';
import { subscribe } from '#features/newsletter/subscribers/subscribing/subscribing.server.ts';
import { engines } from '#tests/support/database.ts';
import { openHttpHandler } from '#tests/support/http-handler.ts';
import { testApp } from '#tests/support/test-app.ts';

const metricsToken = 'a-token-of-twenty-chars';

test.each(engines)(
  'on %s the site is ready while its first administrator is awaited, and later when someone can sign in',
  async (engine) => {
    await using app = await testApp({ engine });
    await using handler = await openHttpHandler(app);
    expect((await handler.get('/readyz')).status).toBe(200);
    await app.signIn();
    await app.db.updateTable('administrators').set({ isActive: false }).execute();
    expect((await handler.get('/readyz')).status).toBe(503);
    await app.db.updateTable('administrators').set({ isActive: true }).execute();
    const { status, body } = await handler.get('/readyz');
    expect(status).toBe(200);
    expect(JSON.parse(body.toString())).toEqual({ status: 'ready' });
  },
);

test.each(engines)('on %s mails that wait for another attempt are counted, by their state', async (engine) => {
  await using app = await testApp({ engine, config: { metricsToken, subscribeLimitPerHour: 100 } });
  await app.signIn();
  for (const name of ['ada', 'bo', 'cy'])
    await subscribe(app.context, { email: `${name}@example.org`, address: 'test' });
  await app.db.updateTable('mails').set({ state: 'retry' }).where('id', '<', 3).execute();
  await using handler = await openHttpHandler(app);
  const text = (await handler.get('/metrics', { authorization: `Bearer ${metricsToken}` })).body.toString();
  expect(text).toMatch(/^letters\{state="queued"\} 1$/m);
  expect(text).toMatch(/^letters\{state="retry"\} 2$/m);
  expect(text).toMatch(/^letters_waiting 3$/m);
  expect(text).toMatch(/^deliveries\{state="unknown"\} 0$/m);
  expect(text).toMatch(/^site_outage\{reason="disk_full"\} 0$/m);
  const ready = JSON.parse(
    (await handler.get('/readyz', { authorization: `Bearer ${metricsToken}` })).body.toString(),
  ) as { mails: unknown };
  expect(ready.mails).toMatchObject({ letters: { queued: 1, retry: 2 }, deliveries: { queued: 0 } });
});
