import { expect, test } from 'vitest';
import { engines } from '#tests/support/database.ts';
import { smtpServer } from '#tests/support/smtp.ts';
import { testApp } from '#tests/support/test-app.ts';
import { enqueueEmail } from './enqueue-email.ts';
import { claimFor, sendNow } from './send-now.ts';

const note = {
  idPrefix: 'note',
  isWanted: async () => true,
  write: async () => ({ to: 'anna@x.example', subject: 'S', html: '<p>S</p>', text: 'S' }),
};

test.each(engines)('what a worker may have by now is not handed over on %s', async (engine) => {
  await using server = await smtpServer();
  await using app = await testApp({ engine, config: { smtpUrl: server.url } });
  const send = async (waitedMs: number) => {
    const claim = claimFor(10_000, app.clock.now());
    const email = { kind: 'note', to: { address: 'anna@x.example' } };
    const id = await enqueueEmail(app.db, email, app.clock.now(), claim);
    app.clock.advance(waitedMs);
    return sendNow(app.context, { id, kind: note, claim, withinMs: 10_000 });
  };
  expect(await send(10_000)).toMatchObject({ answer: { code: 250 } });
  expect(await send(15_000)).toMatchObject({ error: { outcome: 'temporary' } });
  expect(server.mails).toHaveLength(1);
});
