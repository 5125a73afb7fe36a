/** What a failing disk does to the database. */
import { closeSync, openSync, rmSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';

/** Writes over the first page of the table; no one may have the file open. */
export function damagePage(dataDir: string, table: string): void {
  const path = join(dataDir, 'site.db');
  const database = new DatabaseSync(path);
  database.exec('PRAGMA wal_checkpoint(TRUNCATE)');
  const size = Number(database.prepare('PRAGMA page_size').get()?.page_size);
  const { rootpage } = database.prepare('SELECT rootpage FROM sqlite_master WHERE name = ?').get(table) ?? {};
  database.close();
  const file = openSync(path, 'r+');
  writeSync(file, Buffer.alloc(size, 0x5a), 0, size, (Number(rootpage) - 1) * size);
  closeSync(file);
  for (const ending of ['-wal', '-shm']) rmSync(path + ending, { force: true });
}
