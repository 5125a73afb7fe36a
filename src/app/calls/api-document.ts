/** The OpenAPI document: every call with what it does and the refusals that can happen to it. */
import type { OpenAPIHono } from '@hono/zod-openapi';
import { type ApiEnv, refusals } from '#platform/http/api.ts';
import { outageSentences } from '#shared/outage.ts';

type Operation = {
  security?: unknown[];
  parameters?: unknown[];
  requestBody?: unknown;
  responses: Record<string, { description: string; content?: unknown }>;
};

export function apiDocument(api: OpenAPIHono<ApiEnv>, siteUrl: string): object {
  const info = { title: 'One Health Student Society', version: '1' };
  const document = api.getOpenAPI31Document({ openapi: '3.1.0', info, servers: [{ url: siteUrl }] });
  for (const [path, methods] of Object.entries(document.paths ?? {}))
    for (const [method, operation] of Object.entries(methods as Record<string, Operation>))
      keepPossibleErrors(method, path, operation);
  return document;
}

/** Routes list the common refusals. This removes those that cannot happen to a call; what a route says itself stays. */
function keepPossibleErrors(method: string, path: string, operation: Operation): void {
  const isWrite = method !== 'get';
  const { responses, parameters = [], requestBody, security } = operation;
  const takes = Boolean(requestBody) || parameters.length > 0;
  const remove = (status: keyof typeof refusals) => {
    if (responses[status]?.description === refusals[status].description) delete responses[status];
  };
  if (!security) remove(401);
  if (!takes) remove(400);
  if (!path.includes('{') && !isWrite) remove(404);
  if (!isWrite) remove(409);
  responses[503] = { description: outageSentences.database_away, content: errorContent };
  if (isWrite) responses[507] = { description: outageSentences.disk_full, content: errorContent };
}

const errorContent = { 'application/json': { schema: { $ref: '#/components/schemas/Error' } } };
