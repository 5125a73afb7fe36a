/** The OpenAPI document with the errors that each call can return, and the answer for unknown addresses. */
import type { OpenAPIHono } from '@hono/zod-openapi';
import type { Context } from 'hono';
import { getSettings } from '#features/settings/settings.server.ts';
import type { AppContext } from '#platform/context.ts';
import { type ApiEnv, refusals } from '#platform/http/api.ts';
import { outageSentences } from '#shared/outage.ts';

/** The OpenAPI document, which any site may read. */
export function serveApiDocument(api: ApiApp, { db, config }: Pick<AppContext, 'db' | 'config'>): void {
  api.use('/api/v1/openapi.json', async (c, next) => {
    c.header('access-control-allow-origin', '*');
    await next();
  });
  api.openAPIRegistry.registerComponent('securitySchemes', 'bearer', { type: 'http', scheme: 'bearer' });
  let document: ReturnType<typeof apiDocument> | undefined;
  api.get('/api/v1/openapi.json', async (c) => {
    c.header('cache-control', 'public, max-age=300');
    document ??= apiDocument(api, config.siteUrl);
    const { societyName } = await getSettings(db, config);
    return c.json({ ...document, info: { ...document.info, title: societyName } });
  });
}

const methods = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'];

/** 405 with Allow when the address exists but not for this method (RFC 9110, 15.5.6). */
export function answerUnknownCall(c: Context<ApiEnv>, v1: ApiApp): Response {
  const path = c.req.path.replace(/^\/api\/v1/, '');
  const allowed = methods.filter((method) => isRoute(v1, method, path));
  if (allowed.length === 0) return c.json({ message: 'This address does not exist.', code: 'not_found' }, 404);
  c.header('allow', allowed.join(', '));
  return c.json({ message: 'This address does not support that method.', code: 'method_not_allowed' }, 405);
}

/** Middleware is registered for all methods. */
function isRoute(v1: ApiApp, method: string, path: string): boolean {
  const [handlers] = v1.router.match(method, path);
  return handlers.some(([[, route]]) => route.method === method);
}

type Operation = {
  security?: unknown[];
  parameters?: unknown[];
  requestBody?: unknown;
  responses: Record<string, { description: string; content?: unknown }>;
};

type ApiApp = OpenAPIHono<ApiEnv>;

function apiDocument(api: OpenAPIHono<ApiEnv>, siteUrl: string) {
  const info = { title: '', version: '1' };
  const document = api.getOpenAPI31Document({ openapi: '3.1.0', info, servers: [{ url: siteUrl }] });
  for (const [path, methods] of Object.entries(document.paths ?? {}))
    for (const [method, operation] of Object.entries(methods as Record<string, Operation>))
      keepPossibleErrors(method, path, operation);
  return document;
}

/** Routes list the common errors. Removes those that a call cannot return; keeps what the route itself says. */
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
