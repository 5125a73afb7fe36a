import { createServer } from 'node:net';
import { expect, test } from 'vitest';
import { smtpMailer } from '#platform/mail/smtp/smtp-mailer.ts';
import { everyEngine } from '#tests/support/database.ts';
import { type TestApp, testApp } from '#tests/support/test-app.ts';
import { at, troubledServer } from '#tests/support/troubled-server.ts';
import { enqueueEmail } from './enqueue-email.ts';
import { createEmailWorker } from './mail-worker.ts';

const second = 1_000;
const minute = 60 * second;
const from = { name: 'Society', address: 'news@society.example' };
const note = {
  idPrefix: 'note',
  isWanted: async () => true,
  write: async () => ({ to: 'anna@x.example', subject: 'S', html: '<p>S</p>', text: 'S' }),
};

/** A port where no one listens. */
async function refusingUrl(): Promise<string> {
  const server = createServer();
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  const { port } = server.address() as { port: number };
  await new Promise((closed) => server.close(closed));
  return `smtp://127.0.0.1:${port}`;
}

async function appWithMail(engine: (typeof everyEngine)[number]) {
  const app = await testApp({ engine });
  await enqueueEmail(app.db, { kind: 'note', to: { address: 'anna@x.example' } }, app.clock.now());
  return app;
}

/** Tries so many times, each as soon as it is due. Answers the waits in between and the last state. */
async function tryAgain({ db, clock, context }: TestApp, url: string, times: number) {
  await using mailer = Object.assign(smtpMailer(url, from), {
    [Symbol.asyncDispose]: () => mailer.close(),
  });
  const worker = createEmailWorker({ ...context, mailer, groups: [{ note }] });
  const waits: number[] = [];
  for (let time = 0; time < times; time++) {
    expect(await worker.sendDue()).toBe(1);
    const { nextAttemptAt } = await mailOf(db);
    waits.push((Date.parse(nextAttemptAt) - clock.now().getTime()) / second);
    clock.advance(Math.max(0, Date.parse(nextAttemptAt) - clock.now().getTime()));
  }
  return { waits, state: (await mailOf(db)).state };
}

const mailOf = (db: TestApp['db']) =>
  db.selectFrom('mails').select(['state', 'nextAttemptAt']).executeTakeFirstOrThrow();

test.each(everyEngine)(
  'refused connections are tried again after 5 s, 15 s, 1, 2 and 5 minutes, on %s',
  async (engine) => {
    await using app = await appWithMail(engine);
    const { waits } = await tryAgain(app, await refusingUrl(), 7);
    expect(waits).toEqual([5, 15, 60, 120, 300, 300, 300]);
  },
);

test('a mail that is an hour old when its first connection fails waits no longer', async () => {
  await using app = await appWithMail('sqlite');
  app.clock.advance(60 * minute);
  const { waits } = await tryAgain(app, await refusingUrl(), 3);
  expect(waits).toEqual([5, 15, 60]);
});

test('a connection that failed uses up none of the attempts of a mail that is refused, before and between them', async () => {
  await using app = await appWithMail('sqlite');
  await using server = await troubledServer();
  const refusing = await refusingUrl();
  await tryAgain(app, refusing, 6);
  server.trouble.at = at('rcpt', '550 5.7.1 Not now');
  expect(await tryAgain(app, server.url, 4)).toEqual({ waits: [60, 120, 240, 300], state: 'retry' });
  expect(await tryAgain(app, refusing, 2)).toEqual({ waits: [300, 300], state: 'retry' });
  expect((await tryAgain(app, server.url, 1)).state).toBe('failed');
});
