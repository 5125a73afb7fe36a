/** Every call that the OpenAPI document describes. */
import type { TestApp } from '../support/test-app.ts';

export type Schema = {
  type?: string | string[];
  enum?: unknown[];
  properties?: Record<string, Schema>;
  items?: Schema;
  anyOf?: Schema[];
  oneOf?: Schema[];
  allOf?: Schema[];
  $ref?: string;
};

export type Operation = {
  method: string;
  /** With places for its parameters: `/api/v1/articles/{id}`. */
  path: string;
  isGuarded: boolean;
  parameters: { name: string; in: string; schema: Schema }[];
  body: { type: string; schema: Schema } | null;
  /** Those that its answers may have. */
  statuses: string[];
};

type Document = {
  paths: Record<string, Record<string, Described>>;
  components: { schemas: Record<string, Schema> };
};

type Described = {
  security?: unknown[];
  parameters?: Operation['parameters'];
  requestBody?: { content: Record<string, { schema: Schema }> };
  responses: Record<string, unknown>;
};

export async function operationsOf(app: TestApp) {
  const { body: document } = await app.json<Document>('GET', '/openapi.json');
  const operations = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, described]): Operation => {
      const [type, content] = Object.entries(described.requestBody?.content ?? {})[0] ?? [];
      return {
        method: method.toUpperCase(),
        path,
        isGuarded: Boolean(described.security?.length),
        parameters: described.parameters ?? [],
        body: type && content ? { type, schema: content.schema } : null,
        statuses: Object.keys(described.responses),
      };
    }),
  );
  const resolve = (schema: Schema): Schema =>
    schema.$ref ? (document.components.schemas[schema.$ref.split('/').at(-1) ?? ''] ?? {}) : schema;
  return { operations, resolve };
}
