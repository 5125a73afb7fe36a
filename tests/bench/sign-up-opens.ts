/**
 * `npm run bench -- sign-up`: how long 500 confirmations at once take, on SQLite and with three processes on PostgreSQL, and how
 * often the site told one to come back.
 */
import type { Engine } from '../support/database.ts';
import { findPostgres } from '../support/postgres.ts';
import { openSignUp } from '../support/sign-up-opening.ts';
import { say } from './report.ts';

const server = await findPostgres();
if (server) process.env.POSTGRES_TEST_URL = server.url;
const engines: Engine[] = server ? ['sqlite', 'postgres'] : ['sqlite'];
try {
  for (const engine of engines) {
    await using opening = await openSignUp(engine);
    const begun = performance.now();
    const answers = await opening.confirmAll(opening.tokens);
    const seconds = ((performance.now() - begun) / 1000).toFixed(1);
    const back = answers.reduce((sum, { tries }) => sum + tries - 1, 0);
    say(`${engine}: ${answers.length} confirmations in ${seconds} s; ${back} times told to come back`);
  }
} finally {
  await server?.stop();
}
