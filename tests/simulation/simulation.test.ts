import { afterAll, beforeAll, expect, test } from 'vitest';
import { anArticle } from '../support/builders.ts';
import { asTemplate } from '../support/database.ts';
import { type TestApp, testApp } from '../support/test-app.ts';
import { type Prepared, type Reached, simulate } from './simulate.ts';

/** `npm run test:simulation -- --seeds=10000`, and `--first=` for other ones. */
const seeds = Number(process.env.SIMULATION_SEEDS ?? 20);
const first = Number(process.env.SIMULATION_FIRST ?? 1);

let app: TestApp;
let prepared: Prepared;

beforeAll(async () => {
  app = await testApp();
  const at = app.clock.now().toISOString();
  const emails = Array.from({ length: 12 }, (_, n) => `r${n + 1}@example.org`);
  const dates = { createdAt: at, confirmedAt: at, unsubscribedAt: null, lastMailAt: at };
  const rows = emails.map((email) => ({ email, emailKey: email, state: 'confirmed' as const, ...dates }));
  await app.db.insertInto('subscribers').values(rows).execute();
  const token = await app.signIn();
  await app.json('POST', '/articles/admin', anArticle({ isPublished: true }), token);
  const template = await asTemplate({ ...app, dataDir: app.context.config.dataDir, url: undefined });
  prepared = { template, token };
});

afterAll(() => app?.[Symbol.asyncDispose]());

test('nobody is lost and nobody gets it twice, whatever goes wrong', async () => {
  const violations: string[] = [];
  const reached = new Map<Reached, number>();
  for (let seed = first; seed < first + seeds; seed++) {
    const report = await simulate(seed, prepared);
    if (report.violations.length > 0)
      (await import('node:fs')).writeFileSync(`/tmp/proof/trace-${seed}.txt`, report.trace.join('\n')); // DEBUG
    violations.push(...report.violations.map((violation) => `simulate(${seed}): ${violation}`));
    for (const state of report.reached) reached.set(state, (reached.get(state) ?? 0) + 1);
  }
  console.log(reached);
  expect(violations).toEqual([]);
}, 600_000);

test('a seed replays exactly', async () => {
  const [one, again, other] = [
    await simulate(4711, prepared),
    await simulate(4711, prepared),
    await simulate(4712, prepared),
  ];
  expect(again.trace).toEqual(one.trace);
  expect(one.trace.length).toBeGreaterThan(20);
  expect(other.trace).not.toEqual(one.trace);
});
