/** The next version of the site: its bundle as it is, with one more migration, which makes the table `later`. */
import { cpSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { knownMigrations } from '#platform/db/migrations.ts';

const root = resolve(import.meta.dirname, '../..');

/** Use with `using`. `program` is for `startSite`. */
export function nextVersion() {
  const folder = mkdtempSync(join(tmpdir(), 'site-next-'));
  mkdirSync(join(folder, 'dist'));
  for (const part of ['db', 'dist/server', 'package.json'])
    cpSync(join(root, part), join(folder, part), { recursive: true });
  for (const part of ['dist/build.json', 'dist/client', 'node_modules', 'public', 'src'])
    symlinkSync(join(root, part), join(folder, part));
  return {
    migration: addMigration(folder),
    program: { command: process.execPath, args: [join(folder, 'dist/server/site.js')], cwd: folder },
    [Symbol.dispose]: () => rmSync(folder, { recursive: true }),
  };
}

/** Answers its name. */
export function addMigration(folder: string): string {
  const last = knownMigrations('sqlite').at(-1)?.number ?? 0;
  const name = `${String(last + 1).padStart(4, '0')}_later`;
  for (const engine of ['sqlite', 'postgres'])
    writeFileSync(join(folder, `db/migrations/${engine}/${name}.sql`), 'CREATE TABLE later (id integer);\n');
  return name;
}
