/** Every call that the OpenAPI document describes. */
import type { TestApp } from '../support/test-app.ts';

export type Schema = {
  type?: string | string[];
  enum?: unknown[];
  properties?: Record<string, Schema>;
  required?: string[];
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
  summary: string;
  isGuarded: boolean;
  parameters: { name: string; in: string; schema: Schema }[];
  body: { type: string; schema: Schema } | null;
  /** The schema of each status that it may answer; undefined where the answer is no JSON. */
  answers: Record<string, Schema | undefined>;
};

type Document = {
  paths: Record<string, Record<string, Described>>;
  components: { schemas: Record<string, Schema> };
};

type Content = Record<string, { schema: Schema }>;

type Described = {
  summary?: string;
  security?: unknown[];
  parameters?: Operation['parameters'];
  requestBody?: { content: Content };
  responses: Record<string, { content?: Content }>;
};

export async function operationsOf(app: TestApp) {
  const { body: document } = await app.json<Document>('GET', '/openapi.json');
  const operations = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, described]): Operation => {
      const [type, content] = Object.entries(described.requestBody?.content ?? {})[0] ?? [];
      return {
        method: method.toUpperCase(),
        path,
        summary: described.summary ?? '',
        isGuarded: Boolean(described.security?.length),
        parameters: described.parameters ?? [],
        body: type && content ? { type, schema: content.schema } : null,
        answers: Object.fromEntries(
          Object.entries(described.responses).map(([status, { content }]) => [
            status,
            content?.['application/json']?.schema,
          ]),
        ),
      };
    }),
  );
  const resolve = (schema: Schema): Schema =>
    schema.$ref ? (document.components.schemas[schema.$ref.split('/').at(-1) ?? ''] ?? {}) : schema;
  return { operations, resolve };
}
