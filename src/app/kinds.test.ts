import { describe, expect, test } from 'vitest';
import type { Kind } from '#features/items/kind.ts';
import { engines } from '#tests/support/database.ts';
import { testApp } from '#tests/support/test-app.ts';
import { kinds } from './kinds.ts';

type Document = { components: { schemas: Record<string, { properties?: Record<string, unknown> }> }; paths: Paths };
type Paths = Record<string, { post?: { requestBody?: { content: Record<string, { schema: { $ref: string } }> } } }>;

describe.each(engines)('the kinds on %s', (engine) => {
  test('each has its row in the table kinds, by a migration', async () => {
    await using app = await testApp({ engine });
    const rows = await app.db.selectFrom('kinds').select('name').execute();
    expect(
      rows.map(({ name }) => name).sort(),
      `pictures and versions of a kind without a row are refused: INSERT INTO kinds in db/migrations/${engine}`,
    ).toEqual([...kinds.map(({ name }) => name), 'settings'].sort());
  });
});

test.each(kinds)('$name: each action has a sentence of its own or one about the thing', (kind: Kind) => {
  expect(kind.activity.thing).toContain('{}');
  expect(kind.activity.sentences.create, 'what is said of a new one').toBeDefined();
});

/** What is sent and is no field of the item. */
const noFields: Record<string, string[]> = {
  articles: ['publishedAt'],
  events: ['isForced', 'notify', 'scope'],
  members: [],
};

test('every field that may be saved is declared, so that its history holds and names it', async () => {
  await using app = await testApp();
  const { body } = await app.json<Document>('GET', '/openapi.json');
  for (const { name, fields } of kinds) {
    const create = body.paths[`/api/v1/${name}/admin`]?.post?.requestBody?.content['application/json'];
    const input = body.components.schemas[create?.schema.$ref.split('/').at(-1) ?? '']?.properties ?? {};
    const sent = Object.keys(input).filter((field) => field !== 'version');
    expect(sent, name).not.toEqual([]);
    const declared: string[] = fields.map((field) => field.name);
    expect(sent.filter((field) => !declared.includes(field))).toEqual(noFields[name]);
  }
});
