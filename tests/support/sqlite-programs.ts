/** Programs that open the database file of a running site as an operator's do, and what they leave behind. */
import { execFileSync } from 'node:child_process';
import { readdirSync, readlinkSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { isLacking } from './programs.ts';

export type Program = {
  name: string;
  /** Copies the database at `from` into the new file `to`. */
  vacuumInto: (from: string, to: string) => void;
  backup: (from: string, to: string) => void;
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

export const hasSqlite3 = !isLacking('sqlite3');

export const programs: Program[] = hasSqlite3 ? [sqlite3, anotherNode] : [anotherNode];

/** How many subscribers are confirmed in the database at `file`, which is sound. */
export function confirmedIn(file: string): number {
  const database = new DatabaseSync(file);
  try {
    const row = database.prepare("SELECT count(*) AS count FROM subscribers WHERE state = 'confirmed'").get();
    const checked = database.prepare('PRAGMA integrity_check').all();
    if (checked[0]?.integrity_check !== 'ok') throw new Error(JSON.stringify(checked));
    return Number(row?.count);
  } finally {
    database.close();
  }
}

/** Files of a database that the process has open although they are gone. Linux only. */
export function deletedFiles(pid: number): string[] {
  return readdirSync(`/proc/${pid}/fd`)
    .map((fd) => {
      try {
        return readlinkSync(`/proc/${pid}/fd/${fd}`);
      } catch {
        return '';
      }
    })
    .filter((target) => target.includes('.db') && target.endsWith('(deleted)'));
}

function inNode(work: string, args: string[]): void {
  const code = `import { backup, DatabaseSync } from 'node:sqlite';
    const [, from, to] = process.argv;
    const database = new DatabaseSync(from);
    ${work};
    database.close();`;
  execFileSync(process.execPath, ['--input-type=module', '--no-warnings', '-e', code, ...args]);
}
