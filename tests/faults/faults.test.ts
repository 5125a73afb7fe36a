import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { kinds } from '#app/kinds.ts';
import { operationsOf } from '../attack/operations.ts';
import { type Engine, engines } from '../support/database.ts';
import { isSample } from '../support/sampled-tests.ts';
import { testApp } from '../support/test-app.ts';
import { callOf, recipes } from './call-recipes.ts';
import { loseAnswers } from './lost-answers.ts';
import { openSite, type Site } from './site.ts';
import { walk } from './walk.ts';

/**
 * What was refused now arrives once it can be sent. The file that the storage is tried with stays where it cannot be removed,
 * and goes with the other files that no row names.
 */
const leaves: Record<string, string> = {
  'POST /newsletter/admin/test/{id}': 'mails',
  'GET /health/admin': 'files',
};

/** Says which checks came to nothing. */
const report = 'GET /health/admin';

/** What a second try of these is told when the first was done and its answer lost: that there is nothing left to do. */
const doneAlready: Record<string, number> = {
  ...Object.fromEntries(kinds.map(({ name }) => [`DELETE /${name}/admin/{id}`, 404])),
  'POST /people/admin/allow-emails': 404,
  'POST /committees/admin': 400,
  'POST /committees/admin/close': 400,
  'POST /committees/admin/{id}/undo': 404,
  'POST /committees/admin/forget': 404,
  'POST /admin/login/second': 401,
  'DELETE /admin/account/second-factor/app': 404,
  'POST /admin/account/second-factor/passkeys': 400,
  'DELETE /admin/account/second-factor/passkeys/{id}': 404,
  'POST /admin/logout': 401,
  'DELETE /admin/administrators/invitations/{id}': 404,
  'DELETE /admin/administrators/{id}': 404,
  'POST /people/admin/erase': 404,
  'PUT /admin/account/password': 400,
  'DELETE /admin/account/sessions': 401,
  'DELETE /admin/account/sessions/{id}': 401,
  'POST /account-links/use': 404,
  'POST /bin/admin/{kind}/{id}': 404,
  'DELETE /bin/admin/{kind}/{id}': 404,
  'POST /registrations/erase': 404,
  'POST /events/admin/{id}/registrations': 409,
  'POST /newsletter/admin/issues/{id}/resume': 409,
  'POST /newsletter/admin/issues/{id}/undo': 404,
  'POST /newsletter/admin/issues/{id}/send': 409,
  'PUT /newsletter/admin/issues/{id}/schedule': 409,
  'DELETE /newsletter/admin/issues/{id}/draft': 404,
  'DELETE /newsletter/admin/subscribers/{id}': 404,
  'POST /newsletter/admin/subscribers/{id}/{change}': 409,
};

/** Of the steps of a call one of so many fails, and every commit; `npm run test:long -- fault-walk` has each of them fail. */
const everyStep: Record<Engine, number> = {
  sqlite: Number(process.env.FAULTS_EVERY ?? (isSample ? 24 : 4)),
  postgres: Number(process.env.FAULTS_EVERY ?? (isSample ? 24 : 6)),
};

test('every described call has a recipe, and every recipe a call', async () => {
  await using app = await testApp();
  const { operations } = await operationsOf(app);
  const described = operations.map(({ method, path }) => `${method} ${path.replace('/api/v1', '')}`);
  const missing = described.filter((name) => !(name in recipes));
  expect(missing, 'tests/faults/call-recipes.ts has to say how these are made').toEqual([]);
  expect(Object.keys(recipes).filter((name) => !described.includes(name))).toEqual([]);
});

describe.each(engines)('on %s', (engine) => {
  const every = everyStep[engine];
  let site: Site;
  let faults = 0;
  let lost = 0;

  beforeAll(async () => {
    site = await openSite(engine);
  });
  afterAll(() => site?.[Symbol.asyncDispose]());

  test.each(Object.entries(recipes))('%s leaves nothing half done, whichever step fails', async (name, recipe) => {
    const call = await callOf(name, recipe, site.world, site.app().db);
    const mayLeave = leaves[name];
    // Not the same for all: what they have in common comes first.
    const isReport = name === report;
    const first = 1 + (name.length % every);
    const result = await walk({ site, content: site.content, call, first, every, mayLeave, isReport });
    faults += result.faults;
    expect(result.problems).toEqual([]);
  });

  // SQLite has no connection that could be lost: there the long walk alone shows that it makes no difference.
  const withLoss = engine === 'postgres' || every === 1 ? Object.entries(recipes) : [];
  test.each(withLoss)('%s survives a lost answer of the database', async (name, recipe) => {
    const call = await callOf(name, recipe, site.world, site.app().db);
    const mayLeave = leaves[name];
    const result = await loseAnswers({ site, content: site.content, call, done: doneAlready[name], mayLeave });
    lost += result.lost;
    expect(result.problems).toEqual([]);
  });

  test('some hundred steps failed', () => {
    expect(faults).toBeGreaterThan(600 / every);
    if (withLoss.length > 0) expect(lost).toBeGreaterThan(50);
  });
});
