/** Programs that open the database file of a running site, as an operator's would. */
import { execFileSync, spawnSync } from 'node:child_process';

export type Program = {
  name: string;
  /** Copies the database at `from` into the new file `to`. */
  vacuumInto(from: string, to: string): void;
  backup(from: string, to: string): void;
};

const sqlite3: Program = {
  name: "Debian's sqlite3",
  vacuumInto: (from, to) => void execFileSync('sqlite3', [from, `VACUUM INTO '${to}'`]),
  backup: (from, to) => void execFileSync('sqlite3', [from, `.backup '${to}'`]),
};

const anotherNode: Program = {
  name: 'another Node process',
  vacuumInto: (from, to) => inNode(`database.prepare('VACUUM INTO ?').run(to)`, [from, to]),
  backup: (from, to) => inNode('await backup(database, to)', [from, to]),
};

export const hasSqlite3 = spawnSync('sqlite3', ['--version']).status === 0;
if (!hasSqlite3) console.warn('\n!! There is no sqlite3 here: what its commands do to a running site is NOT tested.\n');

export const programs: Program[] = hasSqlite3 ? [sqlite3, anotherNode] : [anotherNode];

function inNode(work: string, args: string[]): void {
  const code = `import { backup, DatabaseSync } from 'node:sqlite';
    const [, from, to] = process.argv;
    const database = new DatabaseSync(from);
    ${work};
    database.close();`;
  execFileSync(process.execPath, ['--input-type=module', '--no-warnings', '-e', code, ...args]);
}
