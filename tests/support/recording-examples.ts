/** Makes a described call and writes it down, with what it is refused for, as an example for developers. */
import type { Example, Refusal } from '#app/developers/describe-api.ts';
import type { Operation } from '../attack/operations.ts';
import { changedPlaces, contentOf } from '../faults/content.ts';
import { callOf, recipes } from '../faults/recipes.ts';
import type { Site } from '../faults/site.ts';
import type { Call } from '../faults/walk.ts';

type Recording = {
  name: string;
  operation: Operation;
  /** Gets the audit's actions of the call. */
  actions: Set<string>;
};

/** Leaves the site as it was. */
export async function recordExample(site: Site, { name, operation, actions }: Recording): Promise<Example> {
  const recipe = recipes[name];
  if (!recipe) throw new Error(`tests/faults/recipes.ts does not say how ${name} is made`);
  const call = await callOf(name, recipe, site.world, site.app().db);
  const refusals: Example['refusals'] = {};
  for (const refused of wrongCalls(operation, call)) {
    const { status, answer } = await make(site, refused);
    if (status >= 400) refusals[status] ??= masked(answer) as Refusal;
  }
  if (operation.statuses.includes('403')) {
    await site.app().db.updateTable('sessions').set({ provedAt: null }).execute();
    const { status, answer } = await make(site, call);
    if (status === 403) refusals[status] = masked(answer) as Refusal;
  }
  const { status, answer } = await make(site, call, actions);
  const sent = call.init.body instanceof FormData ? { file: '@picture.png' } : sentJson(call);
  const key = new Headers(call.init.headers).get('idempotency-key');
  return masked({
    path: call.path.replace('/api/v1', ''),
    ...(key ? { headers: { 'idempotency-key': key } } : {}),
    ...(sent ? { body: sent } : {}),
    status,
    answer: shortened(answer),
    refusals,
  }) as Example;
}

/** The call without its bearer, of what is not there, with bad input, and of an earlier version. */
function wrongCalls({ isGuarded, path, parameters, body }: Operation, call: Call): Call[] {
  const wrong: Call[] = [];
  if (isGuarded) wrong.push(withoutBearer(call));
  const at = path.split('/').findLastIndex((part) => part.startsWith('{'));
  if (at > 0) {
    const [address = '', query = ''] = call.path.split('?');
    wrong.push({ ...call, path: `${address.split('/').with(at, '999999').join('/')}${query && `?${query}`}` });
  }
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

async function make(site: Site, { path, init }: Call, actions?: Set<string>) {
  const response = await site.request(path, init);
  const isJson = response.headers.get('content-type')?.startsWith('application/json');
  const answer: unknown = isJson ? await response.json() : await response.text();
  const noted = await site.app().db.selectFrom('audit').select('action').distinct().execute();
  for (const { action } of noted) actions?.add(action);
  await site.restore(changedPlaces(site.content, await contentOf(site.app().context)));
  return { status: response.status, answer };
}

/** One entry of a list, the beginning of a text. */
function shortened(answer: unknown): unknown {
  if (Array.isArray(answer)) return answer.slice(0, 1);
  return typeof answer === 'string' && answer.length > 500 ? `${answer.slice(0, 500)}…` : answer;
}

const uuid = /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/g;
const recoveryCode = /\b(?:[a-z2-9]{5}-){2}[a-z2-9]{5}\b/g;
const secret = /(?<![\w-])(?=[\w-]*[0-9A-Z]|v{22})[\w-]{22,}(?![\w-])/g;

const dataFolder = /\/[^"]*\/backups(?=")/g;

/** What is another at each run, and nobody's business. */
function masked(value: unknown): unknown {
  const text = JSON.stringify(value)
    .replace(uuid, '00000000-0000-4000-8000-000000000000')
    .replace(recoveryCode, 'aaaaa-bbbbb-ccccc')
    .replace(dataFolder, '/var/lib/one-health/backups');
  return JSON.parse(text.replace(secret, (found) => (/^(00000000|one-health)-/.test(found) ? found : 'TOKEN')));
}
