import { Kysely } from 'kysely';
import { expect, test } from 'vitest';
import { readConfig } from '#platform/config/config.ts';
import { openDatabaseFile } from '#platform/db/database-file.ts';
import { sqliteDialect } from '#platform/db/sqlite.ts';
import { damagePage } from '#tests/support/damage-database.ts';
import { freshDatabase } from '#tests/support/database.ts';
import { databaseVerdict } from './machine-checks.server.ts';

test('damage that the running site meets first is reported in words', async () => {
  await using site = await freshDatabase('sqlite');
  await site.close();
  damagePage(site.dataDir, 'migrations');
  const db = new Kysely<never>({ dialect: sqliteDialect(openDatabaseFile(site.dataDir, {})) });
  const context = {
    config: readConfig({}),
    db,
    databaseProblem: null,
    findDamage: () => null,
    site: 'itself',
  } as const;
  expect(await databaseVerdict(context as never)).toMatchObject({
    level: 'bad',
    sentence: 'The database is damaged: a page cannot be read',
  });
  await db.destroy();
});
