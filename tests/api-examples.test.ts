import { readFileSync, writeFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Example, type Examples, exampleName, examplesFile } from '#app/developers/describe-api.ts';
import type { ApiDocument, Content } from '#app/developers/openapi.ts';
import { kinds } from '#app/kinds.ts';
import { sentenceOf } from '#features/activity/sentences.ts';
import { type Operation, operationsOf } from './attack/operations.ts';
import { recipes } from './faults/recipes.ts';
import { openSite, type Site } from './faults/site.ts';
import { recordExample } from './support/recording-examples.ts';
import { testApp } from './support/test-app.ts';

const examples = JSON.parse(readFileSync(examplesFile, 'utf8')) as Examples;
const howTo =
  '`npm run api-examples` records the examples anew: read in the difference whether what clients rely on has changed';

const isRecording = Boolean(process.env.WRITE_EXAMPLES);

// The document shows the examples that this process began with.
test.skipIf(isRecording)('every call says what it does, shows an example and describes its errors', async () => {
  await using app = await testApp();
  const { body } = await app.json<ApiDocument>('GET', '/openapi.json');
  const missing: string[] = [];
  for (const [path, methods] of Object.entries(body.paths))
    for (const [method, { summary, parameters, requestBody, responses }] of Object.entries(methods)) {
      const name = exampleName(method, path);
      const need = (what: string, isThere: unknown) => isThere || missing.push(`${name}: ${what}`);
      need('summary', summary && /^[A-Z][^.]{5,}$/.test(summary));
      for (const parameter of parameters ?? [])
        if (parameter.in === 'path') need(`example of ${parameter.name}`, parameter.example !== undefined);
      if (requestBody?.required) need('example of what is sent', hasExample(requestBody.content));
      const [good, ...others] = Object.keys(responses).filter((status) => status < '400');
      need('one good answer', good && others.length === 0);
      need('example of the answer', hasExample(responses[good ?? '']?.content));
      const errors = Object.entries(responses).filter(([status]) => status >= '400');
      need('errors', errors.length > 0);
      for (const [status, { description, content }] of errors) {
        const { code, message } = (content?.['application/json']?.example ?? {}) as { code?: string; message?: string };
        need(`code and sentence of ${status}`, description && code && message?.includes(' '));
      }
    }
  expect(missing, howTo).toEqual([]);
});

function hasExample(content: Content | undefined): boolean {
  const all = Object.values(content ?? {});
  return all.length > 0 && all.every(({ example }) => example !== undefined);
}

describe('on a real site', () => {
  let site: Site;
  let operations: Map<string, Operation>;
  const recorded: Examples = {};
  const actions = new Set<string>();

  beforeAll(async () => {
    site = await openSite('sqlite');
    const described = (await operationsOf(site.app())).operations;
    operations = new Map(described.map((operation) => [exampleName(operation.method, operation.path), operation]));
  });
  afterAll(async () => {
    if (isRecording) writeFileSync(examplesFile, `${JSON.stringify(recorded, null, 2)}\n`);
    await site?.[Symbol.asyncDispose]();
  });

  test.each(Object.keys(recipes))('%s is answered as its example says', async (name) => {
    const operation = operations.get(name);
    if (!operation) throw new Error(`${name} is not described`);
    const example: Example = await recordExample(site, { name, operation, actions });
    recorded[name] = example;
    expect(example.status, JSON.stringify(example.answer)).toBeLessThan(300);
    const told = Object.keys(example.refusals).filter((status) => !operation.statuses.includes(status));
    expect(told, 'refusals that the document does not describe').toEqual([]);
    // A new field breaks no client.
    if (!isRecording) expect(example, howTo).toMatchObject(examples[name] ?? { status: 'recorded' });
  });

  test('whatever these calls note in the audit has a sentence of its own', () => {
    expect(actions.size, 'all calls are made before').toBeGreaterThan(30);
    expect([...actions].filter((action) => !hasSentence(action))).toEqual([]);
  });
});

/** An action without one reads as any other of the same thing. */
function hasSentence(action: string): boolean {
  const [noun, verb] = action.split('.');
  const said = (one: string) => sentenceOf(kinds, { action: one, detail: {}, name: 'A' }).before;
  return verb === 'update' || said(action) !== said(`${noun}.no-such-verb`);
}
