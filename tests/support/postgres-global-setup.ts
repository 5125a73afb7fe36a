/** Vitest's global setup: one PostgreSQL for the whole run; the workers learn of it from their environment. */
import { createTemplate, dropDatabase } from './database.ts';
import { findPostgres } from './postgres.ts';

export default async function setup(): Promise<() => Promise<void>> {
  const server = await findPostgres();
  if (!server) return async () => {};
  try {
    const template = await createTemplate(server.url);
    process.env.POSTGRES_TEST_URL = server.url;
    process.env.POSTGRES_TEST_TEMPLATE = template;
    return async () => {
      await dropDatabase(server.url, template);
      await server.stop();
    };
  } catch (error) {
    await server.stop();
    throw error;
  }
}
