import { describe, expect, test } from 'vitest';
import { activitySentence } from '#features/activity/sentences.ts';
import { auditActionOf, type Detail, type Kind } from '#features/items/kind.ts';
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

test.each(kinds)('$name: its sentences are whole, whether its name is known or not', (kind: Kind) => {
  const common = ['update', 'image', 'delete', 'restore', 'revert', 'purge'];
  for (const verb of [...common, ...Object.keys(kind.activity.sentences)])
    for (const name of ['Ada', null]) {
      const { before, after } = activitySentence([kind], { action: `${kind.noun}.${verb}`, detail: {}, name });
      expect(`${before}${name ?? ''}${after ?? ''}`, verb).not.toMatch(/[{}]/);
      if (name === null) expect(after, `nameless: ${verb}`).toBeNull();
    }
});

test('a sentence about the thing contains the words of the thing once', () => {
  const [kind] = kinds;
  const sentences = { create: 'drew {thing}', fold: ({ often }: Detail) => `folded {thing} ${often} times` };
  const folding: Kind = { ...kind, noun: 'paper', activity: { thing: 'the paper {}', nameless: {}, sentences } };
  const said = (verb: string) =>
    activitySentence([folding], { action: `paper.${verb}`, detail: { often: 2 }, name: 'A' });
  expect(said('create')).toEqual({ before: 'drew the paper ', after: '' });
  expect(said('fold')).toEqual({ before: 'folded the paper ', after: ' 2 times' });
});

test('an unknown kind has only the verbs that every kind has', () => {
  const kind: Kind = kinds[0];
  expect(auditActionOf(kind, 'purge')).toBe('article.purge');
  // @ts-expect-error -- nothing says that this kind has words for it
  auditActionOf(kind, 'publish');
});

/** What is sent and is no field of the item. */
const noFields: Partial<Record<string, string[]>> = {
  articles: ['publishedAt'],
  events: ['isForced', 'notify'],
};

test('every field that can be saved is declared in the kind, so that the history keeps and names it', async () => {
  await using app = await testApp();
  const { body } = await app.json<Document>('GET', '/openapi.json');
  for (const { name, fields } of kinds) {
    const create = body.paths[`/api/v1/${name}/admin`]?.post?.requestBody?.content['application/json'];
    const input = body.components.schemas[create?.schema.$ref.split('/').at(-1) ?? '']?.properties ?? {};
    const sent = Object.keys(input).filter((field) => field !== 'version');
    expect(sent, name).not.toEqual([]);
    const declared: string[] = fields.map((field) => field.name);
    expect(sent.filter((field) => !declared.includes(field))).toEqual(noFields[name] ?? []);
  }
});
