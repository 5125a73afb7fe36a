/** The archive of a release, on a server that has Node 24 and nothing else: no npm, no compiler, no checkout. */
import { spawnSync } from 'node:child_process';
import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { findDamage } from '#app/operator/upgrade/checksums.ts';
import { aFile, ask, signIn } from '../support/ask.ts';
import { anArticle } from '../support/builders.ts';
import { phonePhoto } from '../support/photos.ts';
import { confirmed } from '../support/post.ts';
import { makeRelease, nodeAlone, unpack } from '../support/releases.ts';
import { startSite } from '../support/site.ts';
import { smtpServer } from '../support/smtp.ts';

let release: ReturnType<typeof makeRelease>;
let home: string;
let path: string;

beforeAll(() => {
  release = makeRelease();
  home = unpack(release.archive, join(release.folder, 'unpacked'));
  path = nodeAlone(release.folder);
});

afterAll(() => release?.[Symbol.dispose]());

test('the archive and all that is in it are as their checksums say', async () => {
  const check = (file: string, cwd: string) => spawnSync('sha256sum', ['--quiet', '-c', file], { cwd }).status;
  expect(check(`${release.archive}.sha256`, release.folder)).toBe(0);
  expect(check('SHA256SUMS', home)).toBe(0);
  expect(await findDamage(home)).toBeNull();
  const text = readFileSync(join(home, 'LICENSE'));
  writeFileSync(join(home, 'LICENSE'), 'Changed');
  expect(await findDamage(home)).toBe('LICENSE has been changed.');
  writeFileSync(join(home, 'LICENSE'), text);
  writeFileSync(join(home, 'stranger'), '');
  expect(await findDamage(home)).toBe('stranger does not belong to it.');
  rmSync(join(home, 'stranger'));
});

test('nothing comes along that only builds or tests, and no data', () => {
  const packages = readdirSync(join(home, 'node_modules'));
  for (const name of ['vite', 'rolldown', 'quill', 'typescript', 'vitest', 'npm']) expect(packages).not.toContain(name);
  const files = readdirSync(home, { recursive: true, encoding: 'utf8' });
  expect(files.filter((file) => /^(?!node_modules).*\.test\.|^(tests|data|\.git)\b|site\.db/.test(file))).toEqual([]);
  expect(readdirSync(home)).toContain('.env');
});

test('the same sources make the same archive', () => {
  using again = makeRelease();
  expect(readFileSync(`${again.archive}.sha256`, 'utf8')).toBe(readFileSync(`${release.archive}.sha256`, 'utf8'));
});

test('with Node 24 alone it starts, answers, signs in, takes a picture and sends a newsletter', async () => {
  await using mailbox = await smtpServer();
  const mail = { SMTP_URL: mailbox.url, MAIL_FROM: 'One Health <news@society.example>' };
  const program = { command: join(path, 'node'), args: ['scripts/start.ts'], cwd: home };
  await using site = await startSite({ ...mail, PATH: path, SEED_DEMO: 'true', LOG_LEVEL: 'warn' }, program);
  expect(site.output()).not.toContain('Building');
  const page = await fetch(`${site.url}/articles`);
  expect([page.status, await page.text()]).toEqual([200, expect.stringContaining('</html>')]);
  const token = await signIn(site);

  const { status, body } = await ask(site, 'POST', '/uploads/articles', aFile(await phonePhoto()), token);
  expect(status).toBe(201);
  expect((await fetch(site.url + body.imageUrl)).headers.get('content-type')).toBe('image/jpeg');

  await confirmed({ site, mailbox }, 'reader@example.org');
  const { body: article } = await ask(site, 'POST', '/articles/admin', anArticle({ isPublished: true }), token);
  expect((await ask(site, 'POST', `/newsletter/admin/send/${article.id}`, undefined, token)).status).toBe(200);
  const [, newsletter] = await mailbox.waitForMails(2, 'reader@example.org');
  expect(newsletter?.headers.get('list-unsubscribe')).toContain(site.url);
});

test('the commands work by its own Node where the server has none', () => {
  const [run, dataDir] = [join(home, 'node_modules/.bin/node'), join(release.folder, 'data')];
  const env = { PATH: '/usr/bin:/bin', DATA_DIR: dataDir, ADMIN_PASSWORD: 'a password for the tests' };
  const admin = (...args: string[]) =>
    spawnSync(run, ['--run', 'admin', '--', ...args], { cwd: home, env, encoding: 'utf8' });
  const made = admin('create', '--username', 'first', '--email', 'first@society.example');
  expect([made.status, made.stderr]).toEqual([0, '']);
  expect(admin('list').stdout).toContain('first@society.example');
});

test('an older Node is refused with a sentence', () => {
  const env = { PATH: path, npm_config_user_agent: 'npm/10.8.2 node/v20.20.2 linux x64' };
  const { status, stderr } = spawnSync(join(path, 'node'), ['scripts/check-node.cjs'], {
    cwd: home,
    env,
    encoding: 'utf8',
  });
  expect([status, stderr.trim()]).toEqual([
    1,
    'This site needs Node 24, but this is Node 20.20.2: its own is node_modules/.bin/node.',
  ]);
});
