import { expect, test } from 'vitest';
import { createFaults, failStatements } from '#tests/faults/faults.ts';
import { everyEngine } from '#tests/support/database.ts';
import { smtpServer } from '#tests/support/smtp.ts';
import { testApp } from '#tests/support/test-app.ts';
import { enqueueEmail } from './enqueue-email.ts';
import { claimFor, sendNow } from './send-now.ts';

const note = {
  idPrefix: 'note',
  isWanted: async () => true,
  write: async () => ({ to: 'anna@x.example', subject: 'S', html: '<p>S</p>', text: 'S' }),
};

test.each(everyEngine)('what a worker may have by now is not handed over on %s', async (engine) => {
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
  for (const late of [10_001, 15_000]) expect(await send(late)).toMatchObject({ error: { outcome: 'temporary' } });
  expect(server.mails).toHaveLength(1);
});

test.each(everyEngine)('an outcome that the database does not take at once is written down, on %s', async (engine) => {
  await using server = await smtpServer();
  await using app = await testApp({ engine, config: { smtpUrl: server.url } });
  const faults = createFaults();
  failStatements(app.db, faults);
  const send = async (failing: number) => {
    const claim = claimFor(10_000, app.clock.now());
    const id = await enqueueEmail(app.db, { kind: 'note', to: { address: 'anna@x.example' } }, app.clock.now(), claim);
    faults.arm(failing);
    return sendNow(app.context, { id, kind: note, claim, withinMs: 10_000 });
  };
  await send(0);
  const commit = faults.steps().findIndex((step) => /^commit$/i.test(step));
  expect(await send(commit + 1)).toMatchObject({ answer: { code: 250 } });
  expect(faults.hit()).toMatch(/^commit$/i);
  const rows = await app.db.selectFrom('mails').where('issueId', 'is', null).select('state').execute();
  expect(rows).toEqual([{ state: 'sent' }, { state: 'sent' }]);
});
