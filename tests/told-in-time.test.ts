/** What turns bad is told once, and once more when it is well again; anyone who watches the site knows it too. */
import { describe, expect, test } from 'vitest';
import { healthDependencies } from '#app/monitoring/health-dependencies.ts';
import { createHealthWatch } from '#features/health/health-watch.server.ts';
import { StorageUnavailable } from '#platform/errors.ts';
import { createLog } from '#platform/log.ts';
import { openMailer } from '#platform/mail/open-mailer.ts';
import { anArticle } from './support/builders.ts';
import { type Engine, engines } from './support/database.ts';
import { openHttpHandler } from './support/http-handler.ts';
import { createMailWorker } from './support/newsletter.ts';
import { type SmtpServerOptions, smtpServer } from './support/smtp.ts';
import { type TestApp, testApp } from './support/test-app.ts';

/** The site has the time of PostgreSQL, which is compared with it. */
const now = new Date().toISOString();
const metricsToken = 'a-token-of-twenty-chars';

/** A site with two administrators and a mail server, whose worker may be put to sleep. */
async function watchedSite(engine: Engine, options: SmtpServerOptions = {}) {
  const stack = new AsyncDisposableStack();
  const server = stack.use(await smtpServer(options));
  const mail = { smtpUrl: server.url, mailFrom: { name: 'Society', address: 'news@society.example' } };
  const app = stack.use(await testApp({ engine, now: new Date().toISOString(), config: { ...mail, metricsToken } }));
  const token = await app.signIn();
  await app.signIn();
  const lines: string[] = [];
  const context = { ...app.context, log: createLog('info', (line) => lines.push(line)) };
  let isReady = true;
  const watch = createHealthWatch(context, healthDependencies, () => isReady);
  const mailer = openMailer(context.config);
  stack.defer(() => mailer.close());
  return {
    app,
    token,
    watch,
    server,
    lines,
    /** Something that is bad and does not stop mails. */
    setClock: (seenAt: string) =>
      app.db
        .insertInto('erasingClock')
        .values({ id: 1, seenAt, waitsUntil: null })
        .onConflict((conflict) => conflict.column('id').doUpdateSet({ seenAt }))
        .execute(),
    stopWorker: () => {
      isReady = false;
    },
    /** The subjects of all mails, by recipient. */
    async sent() {
      await createMailWorker({ ...context, mailer }).sendDue();
      return server.mails.map(({ envelopeTo, subject }) => `${String(envelopeTo[0])} ${subject}`).sort();
    },
    [Symbol.asyncDispose]: () => stack.disposeAsync(),
  };
}

function damage({ context }: TestApp, isDamaged = true): void {
  const reason = 'database_damaged' as const;
  Object.assign(context.outages, {
    current: () => (isDamaged ? { reason, since: context.clock.now() } : null),
    refuseWrites: () => {
      if (isDamaged) throw new StorageUnavailable(reason);
    },
  });
}

const future = '2036-01-01T00:00:00.000Z';
const wrong = 'Something is wrong with the website: Clock';

describe.each(engines)('on %s', (engine) => {
  test('every administrator is told once of a lasting problem, and once when it is fixed', async () => {
    await using site = await watchedSite(engine);
    await site.setClock(future);
    await site.watch.look();
    expect(await site.sent()).toEqual([]);
    await site.watch.look();
    const first = [`editor1@society.example ${wrong}`, `editor2@society.example ${wrong}`];
    expect(await site.sent()).toEqual(first);
    expect(site.server.mails[0]?.text).toContain('To do: Make the machine set its clock');
    expect(site.server.mails[0]?.text).toContain('https://society.example/admin/doctor');
    await site.watch.look();
    await site.watch.look();
    expect(await site.sent()).toEqual(first);
    await site.setClock(now);
    await site.watch.look();
    await site.watch.look();
    const over = ['editor1', 'editor2'].map((name) => `${name}@society.example Fixed: Clock`);
    expect(await site.sent()).toEqual([...first, ...over].sort());
    expect(site.watch.isUntold()).toBe(false);
  });

  test('a problem that is gone at the next check alarms no one', async () => {
    await using site = await watchedSite(engine);
    await site.setClock(future);
    await site.watch.look();
    await site.setClock(now);
    await site.watch.look();
    await site.watch.look();
    expect(await site.sent()).toEqual([]);
  });

  test('a stuck queue cannot send its alarm, so a line above every screen says it', async () => {
    await using site = await watchedSite(engine);
    const { app, watch } = site;
    const long = '2020-01-01T00:00:00.000Z';
    const waiting = { kind: 'account-notice', recipient: 'a@b.example', content: '{}', state: 'queued' } as const;
    const times = { nextAttemptAt: long, createdAt: long };
    await app.db
      .insertInto('mails')
      .values({ ...waiting, ...times })
      .execute();
    await watch.look();
    await watch.look();
    expect(watch.isUntold()).toBe(true);
    expect(await app.db.selectFrom('mails').where('issueId', 'is', null).select('kind').execute()).toEqual([
      { kind: 'account-notice' },
    ]);
  });

  test('a newsletter that the mail server does not take is bad itself, and hides nothing else that is', async () => {
    await using site = await watchedSite(engine, {
      fail: (_step, address) => (address === 'r@x.example' ? 451 : undefined),
    });
    const { app, watch, token } = site;
    const at = app.clock.now().toISOString();
    const reader = { email: 'r@x.example', emailKey: 'r@x.example', state: 'confirmed', createdAt: at } as const;
    await app.db
      .insertInto('subscribers')
      .values({ ...reader, confirmedAt: at, unsubscribedAt: null, lastMailAt: null })
      .execute();
    const article = anArticle({ isPublished: true });
    const { body } = await app.json<{ id: number }>('POST', '/articles/admin', article, token);
    await app.json('POST', `/newsletter/admin/send/${body.id}`, {}, token);
    const queue = () => watch.findings().find(({ check }) => check === 'queue');
    expect(await site.sent()).toEqual([]);

    // One that was put off is tried again, hours after it was created.
    const after = (ms: number) => new Date(Date.parse(at) + ms).toISOString();
    const retried = { attempts: 2, createdAt: after(-3_600_000), leaseOwner: 'another', leaseUntil: after(8_000) };
    await app.db.updateTable('issues').set({ serverPauseSince: null, nextTryAt: null }).execute();
    await app.db.updateTable('mails').set(retried).execute();
    await watch.look();
    expect(queue()?.level).toBe('good');

    await app.db
      .updateTable('issues')
      .set({ serverPauseSince: after(-259_200_000), serverPauseReason: 'its words', nextTryAt: after(60_000) })
      .execute();
    await watch.look();
    await watch.look();
    expect(queue()?.sentence).toBe('Nothing of a newsletter has left for 3 days: the mail server does not take it.');
    expect(watch.isUntold()).toBe(false);
    await site.setClock(future);
    await watch.look();
    await watch.look();
    const subjects = await site.sent();
    expect(subjects.filter((one) => one.endsWith('Waiting emails'))).toHaveLength(2);
    expect(subjects.filter((one) => one.endsWith(wrong))).toHaveLength(2);
  });

  test('a problem that no mail can report stands above every screen, and is mailed as soon as mails go out', async () => {
    let isRefusing = true;
    await using site = await watchedSite(engine, {
      asksLogin: true,
      fail: (step) => (step === 'auth' && isRefusing ? 535 : undefined),
    });
    const { app, watch, token } = site;
    app.context.config.smtpUrl = site.server.url.replace('smtp://', 'smtp://news:word@');
    await site.setClock(future);
    await watch.look();
    await watch.look();
    expect(watch.isUntold()).toBe(true);
    expect(await app.db.selectFrom('mails').where('issueId', 'is', null).select('id').execute()).toEqual([]);
    await using handler = await openHttpHandler({ ...app, context: { ...app.context, isUntold: watch.isUntold } });
    const isIll = async () => {
      const { body } = await handler.get('/api/v1/notices/admin', { authorization: `Bearer ${token}` });
      return (JSON.parse(body.toString()) as { isIll: boolean }).isIll;
    };
    expect(await isIll()).toBe(true);
    isRefusing = false;
    await watch.look();
    expect(await app.db.selectFrom('mails').where('issueId', 'is', null).select('kind').execute()).toHaveLength(2);
    expect(await isIll()).toBe(false);
  });

  test('monitoring gets the same results, and the log says what to do', async () => {
    await using site = await watchedSite(engine);
    const { app, watch, lines } = site;
    site.stopWorker();
    await watch.look();
    await watch.look();
    const told = lines.filter((line) => line.includes('the site is not well'));
    expect(told).toHaveLength(1);
    expect(JSON.parse(told[0] ?? '')).toMatchObject({
      check: 'worker',
      todo: expect.stringMatching(/^Restart the site/),
    });
    await using handler = await openHttpHandler(app, undefined, { findings: watch.findings });
    const ready = await handler.get('/readyz');
    expect([ready.status, JSON.parse(ready.body.toString())]).toEqual([200, { status: 'ready' }]);
    const metrics = (await handler.get('/metrics', { authorization: `Bearer ${metricsToken}` })).body.toString();
    expect(metrics).toMatch(/^health_check\{check="worker"\} 2$/m);
    expect(metrics).toMatch(/^health_check\{check="mail-domain"\} 1$/m);
    expect(metrics).toMatch(/^health_check\{check="smtp"\} 0$/m);
  });
});

test('an administrator with a made-up address is not mailed, and a new site alarms no one', async () => {
  await using site = await watchedSite('sqlite');
  const { app, watch } = site;
  await app.db.updateTable('administrators').set({ email: 'a@localhost.localdomain' }).where('id', '=', 1).execute();
  await app.db.updateTable('administrators').set({ email: 'b@localhost.localdomain' }).where('id', '=', 2).execute();
  await watch.look();
  await watch.look();
  expect(watch.isUntold()).toBe(false);
  await site.setClock(future);
  await watch.look();
  await watch.look();
  expect(watch.isUntold()).toBe(true);
  expect(await site.sent()).toEqual([]);
});

test('while the database cannot be written, everyone is mailed directly, once, and nothing is written', async () => {
  await using site = await watchedSite('sqlite');
  const { app, watch, server } = site;
  await watch.look();
  damage(app);
  await watch.look();
  await watch.look();
  expect(server.mails.map(({ subject }) => subject)).toEqual(
    Array(2).fill('Something is wrong with the website: Database'),
  );
  expect(await app.db.selectFrom('healthAlerts').selectAll().execute()).toEqual([]);
  damage(app, false);
  await watch.look();
  expect(await site.sent()).toContain('editor1@society.example Fixed: Database');
});

test('unreadable settings in the database do not stop the mail', async () => {
  await using site = await watchedSite('sqlite');
  const { app, watch, server } = site;
  await watch.look();
  damage(app);
  await app.db.schema.alterTable('settings').renameTo('settings_gone').execute();
  await watch.look();
  expect(server.mails.map(({ subject }) => subject)).toEqual(
    Array(2).fill(expect.stringMatching(/^Something is wrong with the website: Database/)),
  );
});

test('while the database cannot be written, one refused address does not stop the others, and no one is told twice', async () => {
  await using site = await watchedSite('sqlite', {
    fail: (step, address) => (step === 'rcpt' && address.startsWith('editor1') ? 550 : undefined),
  });
  const { app, watch, server } = site;
  await watch.look();
  damage(app);
  for (const _ of [1, 2, 3]) await watch.look();
  expect(server.mails.map(({ envelopeTo }) => envelopeTo[0])).toEqual(['editor2@society.example']);
});

test('a site that no one had claimed welcomes its first administrator without an alarm', async () => {
  await using site = await watchedSite('sqlite');
  const { app, watch } = site;
  await app.db.deleteFrom('administrators').execute();
  await watch.look();
  await watch.look();
  expect(watch.findings()).toContainEqual(expect.objectContaining({ check: 'administrators', level: 'bad' }));
  expect(watch.isUntold()).toBe(false);
  expect(await app.db.selectFrom('healthAlerts').selectAll().execute()).toEqual([]);
});
