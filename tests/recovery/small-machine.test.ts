/** The cheapest servers: installing and building in 1 GB of memory, running in 512 MB. */
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { load, rawRequest } from '../bench/speed-harness.ts';
import { anArticle } from '../support/builders.ts';
import { aFile, ask, signIn } from '../support/call-api.ts';
import { memoryLimit } from '../support/memory-limit.ts';
import { patient } from '../support/patience.ts';
import { phonePhoto } from '../support/photos.ts';
import { confirmed } from '../support/post.ts';
import { freePort, startSite } from '../support/site.ts';
import { eventually, smtpServer } from '../support/smtp.ts';

const root = resolve(import.meta.dirname, '../..');

function limitOrSkip(megabytes: number, skip: () => never) {
  const limit = memoryLimit(megabytes);
  if (limit) return limit;
  if (process.env.CI) throw new Error('This system has no control groups for memory.');
  console.warn('\n!! This system has no control groups for memory: small machines are NOT tested.\n');
  return skip();
}

test('npm ci and npm start, with the build, take less than 1 GB', { timeout: patient(600_000) }, async ({ skip }) => {
  await using limit = limitOrSkip(1024, skip);
  // On a disk: the folder for temporary files may lie in memory.
  mkdirSync(join(root, 'test-results'), { recursive: true });
  const folder = mkdtempSync(join(root, 'test-results/small-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  spawnSync('sh', ['-c', `git ls-files -z | grep -zv '^tests/' | xargs -0 cp --parents -t '${folder}'`], { cwd: root });
  const port = await freePort();
  const [shell, ...rest] = limit.wrap;
  const env = {
    PATH: process.env.PATH,
    HOME: process.env.HOME,
    PORT: String(port),
    HOST: '127.0.0.1',
    DATA_DIR: join(folder, 'data'),
  };
  const typed = ['sh', '-c', 'npm ci --prefer-offline && exec npm start'];
  const child = spawn(shell, [...rest, ...typed], { cwd: folder, env, detached: true });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (output += chunk));
  const ended = once(child, 'exit');
  onTestFinished(() => void (child.exitCode ?? process.kill(-(child.pid ?? 0), 'SIGKILL')));
  const isReady = () =>
    fetch(`http://127.0.0.1:${port}/readyz`).then(
      ({ ok }) => ok,
      () => false,
    );
  await eventually(() => {
    if (child.exitCode !== null) throw new Error(output);
    return isReady();
  }, 500_000);
  expect(output).toContain('Building the pages');
  expect(limit.kills()).toBe(0);
  console.log(
    `Installing, building and starting took ${limit.peakMegabytes()} MB of 1024 at most, files in memory among them.`,
  );
  process.kill(-(child.pid ?? 0), 'SIGTERM');
  await ended;
});

test('512 MB are enough for visitors, a photograph of 12 megapixels and a newsletter at once', async ({ skip }) => {
  await using limit = limitOrSkip(512, skip);
  await using mailbox = await smtpServer();
  const mail = {
    SMTP_URL: mailbox.url,
    MAIL_FROM: 'One Health <news@society.example>',
    NEWSLETTER_RATE_PER_SECOND: '50',
  };
  const [command, ...args] = limit.wrap;
  const program = { command, args: [...args, process.execPath, join(root, 'src/app/main.ts')], cwd: root };
  const own = { SEED_DEMO: 'true', LOG_LEVEL: 'error', SUBSCRIBE_LIMIT_PER_HOUR: '1000' };
  await using site = await startSite({ ...mail, ...own }, program);
  const token = await signIn(site);
  for (let n = 0; n < 40; n++) await confirmed({ site, mailbox }, `reader${n}@example.org`);
  const { body: article } = await ask(site, 'POST', '/articles/admin', anArticle({ isPublished: true }), token);

  const requests = ['/', '/articles', '/events', '/about', `/articles/${article.id}`].map((path) => rawRequest(path));
  const visits = load({ port: Number(new URL(site.url).port), connections: 50, seconds: 20, requests });
  await ask(site, 'POST', `/newsletter/admin/send/${article.id}`, undefined, token);
  const photo = await phonePhoto();
  const uploads = await Promise.all(
    [1, 2, 3].map(() => ask(site, 'POST', '/uploads/articles', aFile(photo), token).then(({ status }) => status)),
  );
  expect(uploads).toEqual([201, 201, 201]);
  await eventually(() => mailbox.mails.length === 80, 60_000);
  const { statuses, broken, perSecond } = await visits;
  expect([Object.keys(statuses), broken]).toEqual([['200'], 0]);
  expect(limit.kills()).toBe(0);
  console.log(
    `${Math.round(perSecond)} pages a second; ${limit.peakMegabytes()} MB of 512 at most, files in memory among them.`,
  );
});
