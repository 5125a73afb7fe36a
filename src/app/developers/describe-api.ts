/** Adds to the OpenAPI document an example of every call and the errors that it answers. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { OpenAPIHono } from '@hono/zod-openapi';
import { accountMessages } from '#features/accounts/account.ts';
import type { ApiEnv } from '#platform/http/api.ts';
import { outageSentences } from '#shared/outage.ts';
import type { ApiDocument, Operation } from './openapi.ts';

export type Refusal = { message: string; code: string; [detail: string]: unknown };

/** A recorded call and its answer, without secrets. */
export type Example = {
  path: string;
  headers?: Record<string, string>;
  body?: unknown;
  status: number;
  answer: unknown;
  /** By status. */
  refusals: Record<string, Refusal>;
};

export type Examples = Record<string, Example>;

/** Recorded by `npm run api-examples`. Read at the first request for the document: nothing else needs it. */
export const examplesFile = join(import.meta.dirname, 'examples.json');

const documents = new WeakMap<OpenAPIHono<ApiEnv>, ApiDocument>();

/** Made once, at the first request. */
export function apiDocument(api: OpenAPIHono<ApiEnv>, siteUrl: string): ApiDocument {
  const made = documents.get(api) ?? describeApi(openApiDocument(api, siteUrl));
  documents.set(api, made);
  return made;
}

function openApiDocument(api: OpenAPIHono<ApiEnv>, siteUrl: string): ApiDocument {
  const info = { title: 'One Health Student Society', version: '1' };
  return api.getOpenAPI31Document({ openapi: '3.1.0', info, servers: [{ url: siteUrl }] }) as unknown as ApiDocument;
}

function describeApi(document: ApiDocument): ApiDocument {
  const examples = JSON.parse(readFileSync(examplesFile, 'utf8')) as Examples;
  for (const [path, methods] of Object.entries(document.paths))
    for (const [method, operation] of Object.entries(methods)) {
      const example = examples[exampleName(method, path)];
      keepPossibleErrors(method, path, operation, example?.refusals ?? {});
      if (!example) continue;
      addRequest(operation, path, example);
      addAnswer(operation, example.status, example.answer);
      addRefusals(operation, example);
    }
  return document;
}

/** 'GET /articles/{id}', relative to /api/v1. */
export function exampleName(method: string, path: string): string {
  return `${method.toUpperCase()} ${path.replace(/^\/api\/v1/, '')}`;
}

/** Routes list the common refusals. This removes those that cannot happen to a call. */
function keepPossibleErrors(method: string, path: string, operation: Operation, met: Example['refusals']): void {
  const isWrite = method !== 'get';
  const { responses } = operation;
  const takes = Boolean(operation.requestBody) || Boolean(operation.parameters?.length);
  if (!operation.security && !met[401]) delete responses[401];
  if (!takes) delete responses[400];
  if (!path.includes('{') && !isWrite && !met[404]) delete responses[404];
  if (!isWrite) delete responses[409];
  responses[503] = {
    description: 'The site’s database or disk does not answer',
    content: errorContent(outage('database_away')),
  };
  if (isWrite) responses[507] = { description: 'The site’s disk is full', content: errorContent(outage('disk_full')) };
}

function outage(code: 'database_away' | 'disk_full'): Refusal {
  return { message: outageSentences[code], code };
}

function errorContent(example?: Refusal) {
  return { 'application/json': { schema: { $ref: '#/components/schemas/Error' }, ...(example ? { example } : {}) } };
}

function addRequest(operation: Operation, path: string, { path: called, headers, body }: Example): void {
  const { pathname, searchParams } = new URL(`http://site/api/v1${called}`);
  const values = pathname.split('/');
  const inPath = new Map(path.split('/').map((part, at) => [part, decodeURIComponent(values[at] ?? '')]));
  for (const parameter of operation.parameters ?? []) {
    const { name } = parameter;
    const given = parameter.in === 'path' ? inPath.get(`{${name}}`) : (searchParams.get(name) ?? headers?.[name]);
    if (given !== undefined) parameter.example = parameter.schema.type === 'integer' ? Number(given) : given;
  }
  for (const content of Object.values(operation.requestBody?.content ?? {}))
    if (body !== undefined) content.example = body;
}

function addAnswer({ responses }: Operation, status: number, answer: unknown): void {
  for (const content of Object.values(responses[status]?.content ?? {})) content.example = answer;
}

/** Each error has an example: the recorded one, or a common one for its status. */
function addRefusals({ responses }: Operation, { refusals }: Example): void {
  for (const [status, response] of Object.entries(responses)) {
    if (Number(status) < 400) continue;
    const content = Object.values((response.content ??= errorContent()))[0];
    if (content) content.example ??= refusals[status] ?? common[status];
  }
}

const common: Record<string, Refusal> = {
  400: { message: 'Please check what you entered.', code: 'invalid' },
  401: { message: accountMessages.notSignedIn, code: 'unauthorized' },
  403: { message: 'Please enter your password again to go on.', code: 'fresh_proof_needed' },
  404: { message: 'Not found', code: 'not_found' },
  409: { message: 'This has changed meanwhile.', code: 'conflict' },
  410: { message: 'This link is too old.', code: 'gone' },
  413: { message: 'What was sent is too large.', code: 'too_large' },
  429: { message: 'Too many requests. Please try again later.', code: 'too_many' },
};
