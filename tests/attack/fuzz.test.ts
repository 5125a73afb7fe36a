import { describe, expect, test } from 'vitest';
import { aMember, anArticle, anEvent } from '../support/builders.ts';
import { everyEngine } from '../support/database.ts';
import { openHttpHandler } from '../support/http-handler.ts';
import { testApp } from '../support/test-app.ts';
import { oddText, oddValue, type Random, randomOf } from './odd-values.ts';
import { type Operation, operationsOf, type Schema } from './operations.ts';

const calls = Number(process.env.ATTACK_CALLS ?? 10_000);
/** Printed, so that a run can be repeated: ATTACK_SEED=… */
const seed = Number(process.env.ATTACK_SEED ?? Date.now() % 1_000_000);

describe.each(everyEngine)('on %s', (engine) => {
  test('no call of the OpenAPI document is answered with 5xx, and each refusal says why', {
    timeout: 1_800_000,
  }, async () => {
    await using app = await testApp({ engine });
    const { operations, resolve } = await operationsOf(app);
    const random = randomOf(seed);
    const faults: string[] = [];
    const statuses: Record<number, number> = {};
    let token = await app.signIn();
    for (let n = 0; n < 5; n++) {
      await app.json('POST', '/articles/admin', anArticle({ isPublished: n % 2 === 0 }), token);
      await app.json('POST', '/events/admin', anEvent(), token);
      await app.json('POST', '/members/admin', aMember(), token);
    }
    for (let n = 0; n < calls; n++) {
      const operation = random.of(operations);
      const { path, init } = makeCall(operation, resolve, random);
      // Most go past the guard: behind it is the most to break.
      if (random.chance(0.85)) init.headers.set('authorization', `Bearer ${token}`);
      const response = await app.request(path, init);
      statuses[response.status] = (statuses[response.status] ?? 0) + 1;
      const fault = await faultOf(response);
      if (fault)
        faults.push(
          `${n}: ${init.method} ${path} ${typeof init.body === 'string' ? init.body.slice(0, 300) : 'a form'} → ${fault}`,
        );
      // A call may have ended the session.
      if (response.status === 401 && init.headers.has('authorization')) token = await app.signIn();
    }
    console.log(`${engine}, seed ${seed}: ${calls} calls, ${JSON.stringify(statuses)}`);
    expect(faults).toEqual([]);
    expect(Object.keys(statuses).length).toBeGreaterThan(4);
  });

  test('no page and no form is answered with 5xx, nor a visitor with 401', { timeout: 1_800_000 }, async () => {
    await using app = await testApp({ engine, config: { trustProxy: true } });
    const { operations } = await operationsOf(app);
    const segments = [...new Set(operations.flatMap(({ path }) => path.split('/').slice(3)))];
    const token = await app.signIn();
    for (let n = 0; n < 5; n++) {
      await app.json('POST', '/articles/admin', anArticle({ isPublished: n % 2 === 0 }), token);
      await app.json('POST', '/events/admin', anEvent({ hasSignup: n % 2 === 0 }), token);
      await app.json('POST', '/members/admin', aMember(), token);
    }
    await using handler = await openHttpHandler(app);
    const random = randomOf(seed);
    const value = () => (random.chance(0.4) ? random.of(segments) : random.chance(0.5) ? '3' : oddText(random));
    const faults: string[] = [];
    const statuses: Record<number, number> = {};
    for (let n = 0; n < calls; n++) {
      const isForm = random.chance(0.3);
      const template = random.of(isForm ? forms : pages);
      const path = template.replaceAll('{}', () => encodeURIComponent(value()));
      const headers = { 'x-forwarded-for': `192.0.${random.below(256)}.${random.below(256)}` };
      const body = new URLSearchParams(fields.filter(() => random.chance(0.6)).map((name) => [name, value()]));
      const init = isForm ? { method: 'POST', headers: { ...headers, origin: handler.url }, body } : { headers };
      const response = await fetch(handler.url + path, { ...init, redirect: 'manual' });
      await response.arrayBuffer();
      statuses[response.status] = (statuses[response.status] ?? 0) + 1;
      if (response.status >= 500 || response.status === 401)
        faults.push(`${n}: ${isForm ? `POST ${body} to ` : ''}${path.slice(0, 300)} → ${response.status}`);
    }
    console.log(`${engine}, seed ${seed}: ${calls} visits, ${JSON.stringify(statuses)}`);
    expect(faults).toEqual([]);
    expect(Object.keys(statuses).length).toBeGreaterThan(2);
  });
});

const pages = [
  ...['/{}', '/events/{}', '/articles/{}', '/events/{}/{}', '/articles/{}/', '/preview/{}?token={}', '/uploads/{}/{}'],
  ...['/events?filter={}&search={}', '/events?cursor={}&shown={}', '/articles?search={}&cursor={}&shown={}'],
  ...['/about?member={}', '/?member={}', '/signup?event={}', '/signup?token={}', '/verify?token={}', '/events/{}.ics'],
  ...['/unsubscribe?email={}&token={}', '/unsubscribe?undo={}&email={}', '/subscribe?email={}', '/cards/{}/{}'],
];
const forms = [
  '/signup?event={}',
  '/signup?token={}',
  '/signup',
  '/subscribe',
  '/unsubscribe?email={}',
  '/verify?token={}',
];
const fields = [
  ...[
    'event',
    'name',
    'email',
    'places',
    'answer',
    'question',
    'newsletter',
    'token',
    'intent',
    'sure',
    'undo',
    'website',
  ],
  ...['salt', 'until', 'number', 'signature', '__proto__'],
];

async function faultOf(response: Response): Promise<string | null> {
  const text = await response.text();
  if (response.status >= 500) return `${response.status} ${text.slice(0, 200)}`;
  if (response.status < 400) return null;
  try {
    const { message, code } = JSON.parse(text) as { message?: unknown; code?: unknown };
    const isSaid = typeof message === 'string' && message !== '' && typeof code === 'string' && code !== '';
    return isSaid ? null : `${response.status} without message and code: ${text.slice(0, 200)}`;
  } catch {
    return `${response.status} that is no JSON: ${text.slice(0, 200)}`;
  }
}

function makeCall({ method, path, parameters, body }: Operation, resolve: (schema: Schema) => Schema, random: Random) {
  const query = new URLSearchParams();
  let filled = path;
  for (const { name, in: place, schema } of parameters) {
    const value = random.chance(0.85) ? fitting(schema, resolve, random, { name, depth: 0 }) : oddValue(random);
    const text = typeof value === 'string' ? value : (JSON.stringify(value) ?? '');
    if (place === 'path') filled = filled.replace(`{${name}}`, encodeURIComponent(text.toWellFormed()) || '0');
    else if (place === 'query' && random.chance(0.7)) query.append(name, text);
  }
  if (random.chance(0.05)) query.append(random.of(['limit', '__proto__', 'sort', 'x[]']), oddText(random));
  const headers = new Headers();
  const init: { method: string; headers: Headers; body?: string | FormData } = { method, headers };
  if (body && method !== 'GET') {
    if (body.type.startsWith('multipart/') && random.chance(0.7)) init.body = oddForm(random);
    else {
      headers.set('content-type', random.chance(0.97) ? body.type : 'application/json');
      const value = fitting(body.schema, resolve, random);
      init.body = random.chance(0.03)
        ? random.of(['{', '', 'null', '[]', '"', '{"a":1', '\u0000'])
        : JSON.stringify(value);
    }
  }
  return { path: query.size > 0 ? `${filled}?${query}` : filled, init };
}

function oddForm(random: Random): FormData {
  const form = new FormData();
  const bytes = new Uint8Array(Array.from({ length: random.below(400) }, () => random.below(256)));
  form.set(random.chance(0.9) ? 'file' : 'flie', new File([bytes], oddText(random), { type: 'image/png' }));
  return form;
}

/** What the schema asks for, with odd values in it. */
function fitting(
  given: Schema,
  resolve: (schema: Schema) => Schema,
  random: Random,
  at = { name: '', depth: 0 },
): unknown {
  const schema = resolve(given);
  if (at.depth > 6 || random.chance(0.04)) return oddValue(random);
  const inner = (part: Schema, name = at.name) => fitting(part, resolve, random, { name, depth: at.depth + 1 });
  const variants = schema.anyOf ?? schema.oneOf;
  if (variants) return inner(random.of(variants));
  if (schema.allOf) return Object.assign({}, ...schema.allOf.map((part) => inner(part) as object));
  if (schema.enum) return random.of(schema.enum);
  const type = Array.isArray(schema.type) ? random.of(schema.type) : schema.type;
  if (type === 'object' || schema.properties) {
    const chosen = Object.entries(schema.properties ?? {}).filter(() => random.chance(0.9));
    const made = chosen.map(([name, part]) => [name, inner(part, name)] as const);
    return Object.fromEntries(random.chance(0.03) ? [...made, ['__proto__', oddValue(random)] as const] : made);
  }
  if (type === 'array') return Array.from({ length: random.below(4) }, () => inner(schema.items ?? {}));
  if (type === 'integer' || type === 'number') return random.of([1, 1, 1, 2, 2, 3, 4, 50, 0, -1, 100]);
  if (type === 'boolean') return random.chance(0.5);
  if (type === 'null') return null;
  return random.chance(0.15) ? oddValue(random) : textFor(at.name, random);
}

function textFor(name: string, random: Random): string {
  if (/^id$|Id$/.test(name)) return String(random.below(6));
  if (/e-?mail/i.test(name)) return `reader${random.below(50)}@example.org`;
  if (name === 'eventDate') return random.of(['2026-12-01T18:00:00', '2025-03-30T01:30:00', '2026-10-25T01:30:00']);
  if (/Date$|At$/.test(name)) return '2026-12-01T18:00:00.000Z';
  if (/url$|image/i.test(name))
    return random.of(['https://example.org/a', '/uploads/articles/1790000000000-a.jpg', '/default-article.webp']);
  if (name === 'timeZone') return random.of(['Europe/London', 'Asia/Kathmandu', 'Africa/Casablanca']);
  if (/password/i.test(name)) return 'a password of twenty';
  if (name === 'content') return random.of(['<p>Text</p>', '<pre data-language="python">x = 1</pre>', '<p><br></p>']);
  return random.of(['A short text', 'bats', 'Überraschung', '٣٤ 四']);
}
