import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, test } from 'vitest';
import { engines, freshDatabase, type TestDatabase } from './support/database.ts';
import { startMailWorker } from './support/mail-workers.ts';
import { patient } from './support/patience.ts';
import { type Site, startSite } from './support/site.ts';
import { eventually, settingsFor, smtpServer, type TestSmtpServer } from './support/smtp.ts';
import { tokenOf } from './support/states.ts';

const subscribers = 12;

async function addSubscribers({ db }: TestDatabase): Promise<void> {
  const at = new Date().toISOString();
  const emails = Array.from({ length: subscribers }, (_, n) => `r${n}@example.org`);
  const dates = { createdAt: at, confirmedAt: at };
  await db
    .insertInto('subscribers')
    .values(emails.map((email) => ({ email, emailKey: email, state: 'confirmed' as const, ...dates })))
    .execute();
}

type Place = { database: TestDatabase; server: TestSmtpServer };

function start({ database, server }: Place, env: Record<string, string> = {}): Promise<Site> {
  const place = { DATA_DIR: database.dataDir, ...(database.url ? { DATABASE_URL: database.url } : {}) };
  return startSite({
    ...settingsFor(server),
    ...place,
    SITE_URL: 'https://society.example',
    LOG_LEVEL: 'error',
    ...env,
  });
}

async function caller(site: Site) {
  const authorization = `Bearer ${await tokenOf(site)}`;
  return async (method: string, path: string, body?: unknown) => {
    const headers = { authorization, 'content-type': 'application/json' };
    const init = { method, headers, ...(body === undefined ? {} : { body: JSON.stringify(body) }) };
    const answer = await fetch(`${site.url}/api/v1${path}`, init);
    return { status: answer.status, body: (await answer.json()) as { id: number; issueId: number } };
  };
}

/** Publishes an article; answers its id and title. */
async function publish(call: Awaited<ReturnType<typeof caller>>, round: number, holdSeconds: number) {
  const title = `Round ${round}.`;
  const input = { title, description: 'd', content: '<p>c</p>', isPublished: true };
  const { id } = (await call('POST', '/articles/admin', input)).body;
  const { status, body } = await call('POST', `/newsletter/admin/send/${id}`, { holdSeconds });
  expect(status).toBe(200);
  return { title, undo: () => call('POST', `/newsletter/admin/issues/${body.issueId}/undo`) };
}

const arrived = (server: TestSmtpServer, title: string) =>
  server.mails.filter(({ subject }) => subject.includes(title));

describe.each(engines)('a newsletter in its undo window, on a site on %s', (engine) => {
  test('killed in the undo window and restarted, it can still be undone, or reaches each subscriber once', {
    timeout: patient(90_000),
  }, async () => {
    await using server = await smtpServer();
    await using database = await freshDatabase(engine);
    await addSubscribers(database);
    const place = { database, server };
    let site = await start(place);
    const { title: takenBack } = await publish(await caller(site), 1, 600);
    await site.stop('SIGKILL');

    site = await start(place);
    const call = await caller(site);
    expect((await call('POST', '/newsletter/admin/issues/1/undo')).status).toBe(200);
    const { title: sent } = await publish(call, 2, 5);
    await site.stop('SIGKILL');

    await using last = await start(place);
    await eventually(() => arrived(server, sent).length >= subscribers, 30_000);
    await sleep(2000);
    await last.stop();
    expect(new Set(arrived(server, sent).map(({ envelopeTo }) => envelopeTo.join())).size).toBe(subscribers);
    expect(arrived(server, sent)).toHaveLength(subscribers);
    expect(arrived(server, takenBack)).toEqual([]);
  });

  test('undone while three workers begin to send it, either all subscribers are mailed or none', {
    timeout: patient(120_000),
  }, async () => {
    await using server = await smtpServer();
    await using database = await freshDatabase(engine);
    await addSubscribers(database);
    await using site = await start({ database, server });
    for (let n = 0; n < 2; n++) startMailWorker(database, server.url);
    const call = await caller(site);
    const outcomes = new Set<number>();
    const rounds: { title: string; status: number }[] = [];
    for (let round = 0; round < 8; round++) {
      const { title, undo } = await publish(call, round, 1);
      // Around the moment at which they look next; the first is surely early, the last surely late.
      const waits = [0, 950, 1000, 1050, 1100, 1150, 1200, null];
      const wait = waits[round] ?? null;
      if (wait === null) await eventually(() => arrived(server, title).length > 0, 20_000);
      else await sleep(wait);
      const { status } = await undo();
      rounds.push({ title, status });
      outcomes.add(status);
    }
    const expected = rounds.filter(({ status }) => status === 409).length * subscribers;
    await eventually(() => server.mails.length >= expected, 30_000);
    await sleep(1500);
    for (const { title, status } of rounds)
      expect({ title, status, mails: arrived(server, title).length }).toEqual({
        title,
        status,
        mails: status === 200 ? 0 : subscribers,
      });
    expect([...outcomes].toSorted((one, other) => one - other)).toEqual([200, 409]);
  });
});
