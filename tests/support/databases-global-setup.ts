/** Vitest's global setup: one PostgreSQL for the whole run, and what tests copy; the workers learn of it from their environment. */
import { rmSync } from 'node:fs';
import { createTemplate, createTemplateFolder, dropDatabase } from './database.ts';
import { findPostgres, type PostgresServer } from './postgres.ts';
import { removeFolder, scratchFolder } from './scratch-folder.ts';

let server: PostgresServer | null = null;
let scratch: string | null = null;

export async function setup(): Promise<void> {
  scratch = scratchFolder();
  if (scratch) process.env.TMPDIR = scratch;
  process.env.SQLITE_TEST_TEMPLATE = await createTemplateFolder();
  if (process.env.TEST_ENGINES === 'sqlite') return;
  server = await findPostgres();
  if (!server) return;
  try {
    process.env.POSTGRES_TEST_TEMPLATE = await createTemplate(server.url);
    process.env.POSTGRES_TEST_URL = server.url;
  } catch (error) {
    await server.stop();
    throw error;
  }
}

export async function teardown(): Promise<void> {
  rmSync(process.env.SQLITE_TEST_TEMPLATE ?? '', { recursive: true, force: true });
  const template = process.env.POSTGRES_TEST_TEMPLATE;
  if (server && template) await dropDatabase(server.url, template);
  await server?.stop();
  if (scratch) removeFolder(scratch);
}
