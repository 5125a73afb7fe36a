import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Db } from '#platform/db/db.ts';
import { anArticle } from '../support/builders.ts';
import { asTemplate, type Engine } from '../support/database.ts';
import { anOpenEvent } from '../support/guests.ts';
import { isSample } from '../support/sampled-tests.ts';
import { type TestApp, testApp } from '../support/test-app.ts';
import { type Prepared, type Reached, simulate } from './simulate.ts';

/** `npm run test:long -- simulation --seeds=10000`, `--first=` for other ones, `--engine=postgres` for PostgreSQL. */
const seeds = Number(process.env.SIMULATION_SEEDS ?? (isSample ? 2 : 20));
const first = Number(process.env.SIMULATION_FIRST ?? 1);
const engine: Engine = process.env.SIMULATION_ENGINE === 'postgres' ? 'postgres' : 'sqlite';

/** What some seeds together have to come to, or they prove little. */
const interesting: Reached[] = [
  'taken',
  'refused',
  'put off',
  'down',
  'paused by the mail server',
  'answer lost',
  'mail lost',
  'kept back',
  'abandoned',
  'stopped in order',
  'waits for its first mail',
  'undone',
  'killed within a transaction',
  'killed before a mail was handed over',
  'killed between the answer of the mail server and the database',
  'frozen past its lease',
  'one sends while the other is frozen',
  'paused with mails in hand',
  'cancelled with mails in hand',
  'unpublished with mails in hand',
  'sent again',
  'unknown outcomes sent again',
  'answer to COMMIT lost',
  'answer to a statement lost',
  'email taken',
  'email refused',
  'email put off',
  'email down',
  'email answer lost',
  'email mail lost',
  'email kept back',
  'email abandoned',
  'killed between the answer of the mail server and the outbox',
  'frozen with an email past its lease',
  'an email is unwanted before it is sent',
  'an email is unwanted while it is sent',
  'a place goes to the waiting list',
  'a guest is erased while an email is sent',
  'written twice under one key',
];

let app: TestApp;
let prepared: Prepared;

beforeAll(async () => {
  app = await testApp({ engine });
  const at = app.clock.now().toISOString();
  const emails = Array.from({ length: 12 }, (_, n) => `r${n + 1}@example.org`);
  const dates = { createdAt: at, confirmedAt: at, unsubscribedAt: null, lastMailAt: at };
  const rows = emails.map((email) => ({ email, emailKey: email, state: 'confirmed' as const, ...dates }));
  await app.db.insertInto('subscribers').values(rows).execute();
  const token = await app.signIn();
  await app.json('POST', '/articles/admin', anArticle({ isPublished: true }), token);
  await anOpenEvent(app, token, { capacity: 2, maxPlaces: 2 });
  const template = await asTemplate({ ...app, dataDir: app.context.config.dataDir, url: app.databaseUrl });
  prepared = { engine, template, token };
});

afterAll(() => app?.[Symbol.asyncDispose]());

test(
  'no one gets it twice, no one misses it, and uncertain mails are named, whatever fails',
  async () => {
    const violations: string[] = [];
    const reached = new Set<Reached>();
    const missing = () => interesting.filter((state) => !reached.has(state));
    // What the first seeds have not come to some more will.
    for (let n = 0; n < seeds || (n < 80 && !isSample && violations.length === 0 && missing().length > 0); n++) {
      const report = await simulate(first + n, prepared);
      const found = report.violations.map((violation) => `simulate(${first + n}): ${violation}`);
      violations.push(...found);
      // A run of hours says it when it happens.
      for (const violation of found) console.log(violation);
      for (const state of report.reached) reached.add(state);
      if ((n + 1) % 100 === 0) console.log(`${n + 1} seeds, ${violations.length} violations`);
    }
    expect(violations).toEqual([]);
    if (!isSample) expect(missing()).toEqual([]);
  },
  // A night may be long.
  600_000 + seeds * 30_000,
);

/** Each half of the rule, broken. */
test.each([
  {
    mutant: 'what was being sent is sent again by itself',
    notices: /got 2 mails/,
    breaks: (db: Db) =>
      db
        .updateTable('mails')
        .set({ state: 'queued', leaseUntil: null, nextAttemptAt: '2026-01-01T00:00:00.000Z' })
        .where('state', '=', 'unknown')
        .execute(),
  },
  {
    mutant: 'what was not confirmed is said to be sent',
    notices: /is said to have it, and no one took it/,
    breaks: (db: Db) => db.updateTable('mails').set({ state: 'sent' }).where('state', '=', 'unknown').execute(),
  },
  {
    mutant: 'what is claimed is given up',
    notices: /is not confirmed without a reason/,
    breaks: (db: Db) =>
      db
        .updateTable('mails')
        .set({ state: 'unknown' })
        .where('state', '=', 'retry')
        .where('issueId', 'is not', null)
        .execute(),
  },
])('a world where $mutant is noticed', { timeout: 600_000 }, async ({ notices, breaks }) => {
  const violations: string[] = [];
  for (let seed = first; seed < first + 40 && !violations.some((one) => notices.test(one)); seed++)
    violations.push(...(await simulate(seed, prepared, breaks)).violations);
  expect(violations).toContainEqual(expect.stringMatching(notices));
});

test('a seed replays exactly', async () => {
  const [one, again] = [await simulate(4711, prepared), await simulate(4711, prepared)];
  expect(again.trace).toEqual(one.trace);
  expect(one.trace.length).toBeGreaterThan(20);
});

/** A seed that fails becomes a number here. */
test.each([6, ...(isSample ? [] : [34, 40, 45, 1005, 1144, 1188, 2185])])('simulate(%i)', async (seed) => {
  expect((await simulate(seed, prepared)).violations).toEqual([]);
});
