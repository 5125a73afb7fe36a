/** Each call of /api/v1/openapi.json does what the document says of it: its good answer, the fields, the refusals. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { ApiApp } from '#app/api.ts';
import { kinds } from '#app/kinds.ts';
import { activitySentence } from '#features/activity/sentences.ts';
import { type Operation, operationsOf, type Schema } from './attack/operations.ts';
import { callOf, recipes } from './faults/call-recipes.ts';
import { openSite, type Site } from './faults/site.ts';
import { changedPlaces, contentOf } from './faults/stored-content.ts';
import type { Call } from './faults/walk.ts';
import { everyEngine } from './support/database.ts';
import { testApp } from './support/test-app.ts';

test('every call says what it does, has one good answer and describes its errors', async () => {
  await using app = await testApp();
  const { operations } = await operationsOf(app);
  const missing: string[] = [];
  for (const { method, path, summary, answers } of operations) {
    const good = Object.keys(answers).filter((status) => status < '400');
    const bad = Object.keys(answers).filter((status) => status >= '400');
    if (!/^[A-Z][^.]{5,}$/.test(summary)) missing.push(`${method} ${path}: summary`);
    if (good.length !== 1) missing.push(`${method} ${path}: one good answer`);
    if (bad.length === 0) missing.push(`${method} ${path}: errors`);
  }
  expect(missing).toEqual([]);
});

test('what a browser needs for a passkey is described as it is answered: always there, and null without passkeys', async () => {
  await using app = await testApp();
  const { body } = await app.json<{ components: { schemas: Record<string, Schema> } }>('GET', '/openapi.json');
  const { SecondStepChallenge, PasskeyKey, PasskeyRequest } = body.components.schemas;
  expect(SecondStepChallenge?.required).toContain('passkey');
  expect(PasskeyKey?.required).toContain('options');
  expect(PasskeyRequest?.type).toEqual(['object', 'null']);
});

/** On PostgreSQL, where nearly all other tests of `npm test` take SQLite. */
describe('on a real site', () => {
  let site: Site;
  let operations: Map<string, Operation>;
  let resolve: (schema: Schema) => Schema;
  const actions = new Set<string>();

  beforeAll(async () => {
    site = await openSite(everyEngine.at(-1) ?? 'sqlite');
    const described = await operationsOf(site.app());
    resolve = described.resolve;
    operations = new Map(described.operations.map((each) => [`${each.method} ${each.path.slice(7)}`, each]));
  });
  afterAll(() => site?.[Symbol.asyncDispose]());

  test.each(Object.entries(recipes))('%s answers as it is described', async (name, recipe) => {
    const operation = operations.get(name);
    if (!operation) throw new Error(`${name} is not described`);
    const call = await callOf(name, recipe, site.world, site.app().db);
    // What is refused leaves nothing to remember.
    const api = site.api();
    const nothing = withUnknownId(operation, call);
    if (nothing && operation.isGuarded) {
      const { status, answer } = await make(site, api, nothing);
      expect(status, JSON.stringify(answer)).toBe(404);
      expectRefusal(operation, { status, answer });
    }
    for (const refused of wrongCalls(operation, call)) expectRefusal(operation, await make(site, api, refused));
    if ('403' in operation.answers) {
      await site.app().db.updateTable('sessions').set({ provedAt: null }).execute();
      expectRefusal(operation, await make(site, api, call));
    }
    const { status, answer } = await make(site, site.api(), call, actions);
    expect(status, JSON.stringify(answer)).toBeLessThan(300);
    expect(Object.keys(operation.answers)).toContain(String(status));
    const schema = operation.answers[status];
    if (schema) expect(missingFields(answer, schema, resolve), JSON.stringify(answer)).toEqual([]);
  });

  test('each change that these calls note in the audit has a sentence of its own', () => {
    expect(actions.size, 'all calls are made before').toBeGreaterThan(30);
    expect([...actions].filter((action) => !hasSentence(action))).toEqual([]);
  });
});

type Made = { status: number; answer: unknown };

/** A wrong call may also be none: an id that a call does not look at. */
function expectRefusal(operation: Operation, { status, answer }: Made): void {
  if (status < 400) return;
  expect(Object.keys(operation.answers), JSON.stringify(answer)).toContain(String(status));
  expect(answer).toMatchObject({ message: expect.stringContaining(' '), code: expect.stringMatching(/^[a-z_]+$/) });
}

/** Required fields of the schema that the answer has not, of a list in its first entry. */
function missingFields(answer: unknown, given: Schema, resolve: (schema: Schema) => Schema): string[] {
  const { items, properties = {}, required = [], anyOf, allOf } = resolve(given);
  if (anyOf) return anyOf.map((one) => missingFields(answer, one, resolve)).toSorted(byLength)[0] ?? [];
  if (allOf) return allOf.flatMap((one) => missingFields(answer, one, resolve));
  if (items && Array.isArray(answer)) return answer.slice(0, 1).flatMap((one) => missingFields(one, items, resolve));
  if (typeof answer !== 'object' || answer === null) return required;
  const fields = new Map(Object.entries(answer));
  return Object.entries(properties).flatMap(([name, schema]) => {
    if (!fields.has(name)) return required.includes(name) ? [name] : [];
    const value = fields.get(name) as unknown;
    return value === null ? [] : missingFields(value, schema, resolve).map((below) => `${name}.${below}`);
  });
}

function byLength(one: string[], other: string[]): number {
  return one.length - other.length;
}

/** The call without its bearer, of what is not there, with bad input, and of an earlier version. */
function wrongCalls({ isGuarded, path, parameters, body }: Operation, call: Call): Call[] {
  const wrong: Call[] = [];
  if (isGuarded) wrong.push(withoutBearer(call));
  const nothing = withUnknownId({ path }, call);
  if (nothing) wrong.push(nothing);
  if (parameters.some(({ name }) => name === 'limit')) wrong.push(withQuery(call, 'limit', '0'));
  for (const name of ['token', 'articleId', 'events'])
    if (parameters.some((parameter) => parameter.name === name)) wrong.push(withQuery(call, name, 'x'));
  if (body?.type === 'application/json') {
    wrong.push(withBody(call, []));
    const sent = sentJson(call) ?? {};
    if (call.init.method === 'PUT') wrong.push(withBody(call, { ...sent, version: 99 }));
    if ('password' in sent) wrong.push(withBody(call, { ...sent, password: 'not the right one' }));
    if ('token' in sent) wrong.push(withBody(call, { ...sent, token: 'x' }));
  }
  return wrong;
}

function withUnknownId({ path }: Pick<Operation, 'path'>, call: Call): Call | null {
  const at = path.split('/').findLastIndex((part) => part.startsWith('{'));
  const [address = '', query = ''] = call.path.split('?');
  if (at < 1) return null;
  return { ...call, path: `${address.split('/').with(at, '999999').join('/')}${query && `?${query}`}` };
}

function sentJson({ init }: Call): object | undefined {
  return typeof init.body === 'string' ? (JSON.parse(init.body) as object) : undefined;
}

function withoutBearer(call: Call): Call {
  const { authorization: _, ...headers } = call.init.headers as Record<string, string>;
  return { ...call, init: { ...call.init, headers } };
}

function withQuery(call: Call, name: string, value: string): Call {
  const url = new URL(call.path, 'http://site');
  url.searchParams.set(name, value);
  return { ...call, path: url.pathname + url.search };
}

function withBody(call: Call, body: unknown): Call {
  const headers = { ...(call.init.headers as Record<string, string>), 'content-type': 'application/json' };
  return { ...call, init: { ...call.init, headers, body: JSON.stringify(body) } };
}

/** Leaves the site as it was. */
async function make(site: Site, api: ApiApp, { path, init }: Call, actions?: Set<string>): Promise<Made> {
  const response = await api.request(path, init);
  const isJson = response.headers.get('content-type')?.startsWith('application/json');
  const answer: unknown = isJson ? await response.json() : await response.text();
  const noted = await site.app().db.selectFrom('audit').select('action').distinct().execute();
  for (const { action } of noted) actions?.add(action);
  await site.restore(changedPlaces(site.content, await contentOf(site.app().context)));
  return { status: response.status, answer };
}

/** An action without one reads as any other of the same thing. */
function hasSentence(action: string): boolean {
  const [noun, verb] = action.split('.');
  const said = (one: string) => activitySentence(kinds, { action: one, detail: {}, name: 'A' }).before;
  return verb === 'update' || said(action) !== said(`${noun}.no-such-verb`);
}
