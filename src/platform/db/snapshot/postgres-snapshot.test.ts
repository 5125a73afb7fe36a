import { mkdtempDisposable, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { emptyPlace, everyEngine } from '#tests/support/database.ts';
import { migratePostgres } from '../migrate.ts';
import { connectPostgresClient } from '../postgres.ts';
import { openSnapshot } from './snapshot.ts';

test.skipIf(!everyEngine.includes('postgres'))(
  'a migration waits for a snapshot that is being read, in whatever order they reach the tables',
  async () => {
    await using place = await emptyPlace('postgres');
    await using folder = await mkdtempDisposable(join(tmpdir(), 'migrations-'));
    const databaseUrl = place.url ?? '';
    const migrate = async () => {
      const client = await connectPostgresClient(databaseUrl);
      await migratePostgres(client, folder.path).finally(() => client.end());
    };
    const created = ['articles', 'members'].map(
      (table) => `CREATE TABLE ${table} (id integer PRIMARY KEY); INSERT INTO ${table} VALUES (1);`,
    );
    await writeFile(join(folder.path, '0001_tables.sql'), created.join('\n'));
    await migrate();
    const changed = ['members', 'articles'].map((table) => `ALTER TABLE ${table} ADD COLUMN name text DEFAULT 'new';`);
    await writeFile(join(folder.path, '0002_names.sql'), changed.join('\n'));

    const snapshot = await openSnapshot({ databaseUrl, dataDir: place.dataDir });
    const read: unknown[][] = [];
    let migrating: Promise<unknown> | undefined;
    for (const table of snapshot?.tables ?? []) {
      for await (const row of snapshot?.rows(table) ?? []) read.push([table.name, ...row]);
      if (migrating) continue;
      migrating = migrate();
      const isWaiting = async () => {
        await using client = await watcher(databaseUrl);
        const query = "SELECT 1 FROM pg_stat_activity WHERE wait_event_type = 'Lock'";
        return (await client.query(query)).rows.length > 0;
      };
      await expect.poll(isWaiting).toBe(true);
    }
    await snapshot?.close();
    await migrating;
    expect(read.filter(([name]) => name !== 'migrations')).toEqual([
      ['articles', 1],
      ['members', 1],
    ]);
  },
);

async function watcher(databaseUrl: string) {
  const client = await connectPostgresClient(databaseUrl);
  return Object.assign(client, { [Symbol.asyncDispose]: () => client.end() });
}
