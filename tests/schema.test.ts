import { readFileSync, writeFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { everyEngine, freshDatabase } from './support/database.ts';
import { schemaOf } from './support/database-schema-text.ts';

const howTo =
  'the migrations add up to another schema than the committed one. `npm run schema` writes it anew: read in the difference whether an index or a trigger has gone, and commit it with the migration';

test.each(everyEngine)('the migrations of %s add up to the committed schema', async (engine) => {
  await using database = await freshDatabase(engine);
  const heading = `-- What db/migrations/${engine} adds up to, for reading. \`npm run schema\` writes it.`;
  const schema = `${heading}\n\n${await schemaOf(database.db)}`;
  const file = `db/schema.${engine}.sql`;
  if (process.env.WRITE_SCHEMA) writeFileSync(file, schema);
  expect(schema.split('\n'), `${file}: ${howTo}`).toEqual(
    readFileSync(file, 'utf8').replaceAll('\r\n', '\n').split('\n'),
  );
});

/** Where the other engine searches by its own means. */
const onlyPostgres = ['article_search_grams', 'bounces_message_c', 'event_search_grams'];

test('both engines have the same indexes, so that one lost when a table is rebuilt is noticed', async () => {
  const [sqlite, postgres] = await Promise.all(
    (['sqlite', 'postgres'] as const).map(async (engine) => {
      await using database = await freshDatabase(engine);
      const names = [...(await schemaOf(database.db)).matchAll(/^CREATE (?:UNIQUE )?INDEX (\w+) /gm)];
      return names.map(([, name = '']) => name);
    }),
  );
  expect(postgres?.length).toBeGreaterThan(40);
  expect(postgres?.filter((name) => !onlyPostgres.includes(name)).sort()).toEqual(sqlite?.sort());
});
