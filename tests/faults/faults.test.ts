import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { operationsOf } from '../attack/operations.ts';
import { engines } from '../support/database.ts';
import { testApp } from '../support/test-app.ts';
import { callOf, recipes } from './recipes.ts';
import { openSite, type Site } from './site.ts';
import { walk } from './walk.ts';

/** What was refused now arrives once it can be sent. */
const waitsInOutbox = 'POST /newsletter/admin/test/{id}';

/** Of the steps on PostgreSQL one of so many fails; `npm run test:fault-walk` has each of them fail. */
const everyOnPostgres = Number(process.env.FAULTS_EVERY ?? 3);

test('every described call has a recipe, and every recipe a call', async () => {
  await using app = await testApp();
  const { operations } = await operationsOf(app);
  const described = operations.map(({ method, path }) => `${method} ${path.replace('/api/v1', '')}`);
  const missing = described.filter((name) => !(name in recipes));
  expect(missing, 'tests/faults/recipes.ts has to say how these are made').toEqual([]);
  expect(Object.keys(recipes).filter((name) => !described.includes(name))).toEqual([]);
});

describe.each(engines)('on %s', (engine) => {
  const every = engine === 'sqlite' ? 1 : everyOnPostgres;
  let site: Site;
  let faults = 0;

  beforeAll(async () => {
    site = await openSite(engine);
  });
  afterAll(() => site?.[Symbol.asyncDispose]());

  test.each(Object.entries(recipes))('%s leaves nothing half done', async (name, recipe) => {
    const call = await callOf(name, recipe, site.world, site.app().db);
    const mayLeave = name === waitsInOutbox ? 'emails' : undefined;
    // Not the same for all: what they have in common comes first.
    const result = await walk({ site, content: site.content, call, first: 1 + (name.length % every), every, mayLeave });
    faults += result.faults;
    expect(result.problems).toEqual([]);
  });

  test('some hundred steps failed', () => {
    expect(faults).toBeGreaterThan(600 / every);
  });
});
