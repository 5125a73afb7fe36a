/** Backups of earlier releases from 0.2.0 on, which every later version restores. `npm run keep-backup` adds those of a release. */
import { existsSync, globSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync, gzipSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { restoreSite } from '#app/operator/restore-site.ts';
import { knownMigrations } from '#platform/db/migrations.ts';
import { diskStore } from '#platform/storage/disk-store.ts';
import { backedUp, everything, filledPlace, inDatabase, pictures, placeFor } from './support/backups.ts';
import { everyEngine } from './support/database.ts';

const folder = join(import.meta.dirname, 'backups');
const later = new Date('2026-11-23T09:00:00.000Z');
const level = knownMigrations('sqlite').at(-1)?.name.slice(0, 4);

test.runIf(process.env.KEEP_BACKUP)('backups of this version are kept for later versions', async () => {
  mkdirSync(folder, { recursive: true });
  for (const engine of everyEngine) {
    await using site = await filledPlace(engine);
    const bytes = gzipSync(readFileSync((await backedUp(site)).file), { level: 9 });
    writeFileSync(join(folder, `${level}-${engine}.tar.gz`), bytes);
  }
});

const kept = globSync('*.tar.gz', { cwd: folder }).sort();

test.skipIf(process.env.KEEP_BACKUP)('there are some of both everyEngine, and none is large', () => {
  expect(kept.map((name) => name.replace(/^\d{4}-|\.tar\.gz$/g, ''))).toEqual(
    expect.arrayContaining(['sqlite', 'postgres']),
  );
  for (const name of kept) expect(readFileSync(join(folder, name)).length, name).toBeLessThan(50_000);
});

describe.each(kept)('%s', (name) => {
  test.each(everyEngine)('is restored into %s', async (engine) => {
    await using place = await placeFor(engine);
    const file = join(place.dataDir, 'kept.tar');
    writeFileSync(file, gunzipSync(readFileSync(join(folder, name))));
    const { manifest } = await restoreSite(place, file, later);
    const tables = await inDatabase(place, everything);
    // A restore adds a line to the activity, and a key; each kind since then has a row.
    const changed = ['audit', 'secrets', 'kinds'];
    for (const table of manifest.tables.filter(({ name }) => name in tables && !changed.includes(name)))
      expect(tables[table.name], table.name).toHaveLength(table.rows);
    for (const path of pictures) expect(await diskStore(place.dataDir).get(path), path).not.toBeNull();
    expect(existsSync(join(place.dataDir, 'restore.json'))).toBe(false);
  });
});
