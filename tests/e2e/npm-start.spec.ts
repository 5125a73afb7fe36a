/** `npm start` itself, as a service of the system runs it. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { resolve } from 'node:path';
import { patient } from '../support/patience.ts';
import { freePort } from '../support/site.ts';
import { expect, test } from './fixtures.ts';

test('a misspelt setting is named, and a signal to npm ends the site well', async ({ request }, testInfo) => {
  const port = await freePort();
  const own = { PORT: String(port), DATA_DIR: testInfo.outputPath('data'), SEED_DEMO: 'false', NEWSLETTER_RATE: '3' };
  const child = spawn('npm', ['start'], {
    cwd: resolve(import.meta.dirname, '../..'),
    env: { PATH: process.env.PATH, HOME: process.env.HOME, HOST: '127.0.0.1', ...own },
    stdio: ['ignore', 'pipe', 'ignore'],
    detached: true,
  });
  let output = '';
  child.stdout.on('data', (chunk) => (output += chunk));
  const ended = once(child, 'close');
  try {
    const isReady = async () => (await request.get(`http://127.0.0.1:${port}/readyz`).catch(() => null))?.ok() ?? false;
    await expect.poll(isReady, { timeout: patient(30_000) }).toBe(true);
    expect(output).toContain('NEWSLETTER_RATE is not a setting of this site; did you mean NEWSLETTER_RATE_PER_SECOND?');
    child.kill('SIGTERM');
    expect((await ended)[0]).toBe(0);
    expect(output).toContain('"message":"stopped"');
  } finally {
    // What npm may have left behind.
    try {
      process.kill(-(child.pid ?? 0), 'SIGKILL');
    } catch {
      // Nothing.
    }
  }
});
