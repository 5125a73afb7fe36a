/** An import goes on after kill -9 of its process and of the whole site, and nothing is there twice. */

import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from 'vitest';
import type { Import } from '#app/imports/import.schema.ts';
import { zipOf } from './support/imports.ts';
import { patient } from './support/patience.ts';
import { plainJpeg } from './support/photos.ts';
import { ownChildren } from './support/processes.ts';
import { administrator, type Site, startSite } from './support/site.ts';

const posts = 60;
const root = resolve(import.meta.dirname, '..');

async function someSite(): Promise<Buffer> {
  const files: Record<string, string | Uint8Array> = {};
  for (let n = 0; n < posts; n++) {
    files[`content/posts/p${n}.md`] =
      `---\ntitle: Post ${n}\ndate: 2020-01-02\n---\n\nSee [next](/posts/p${(n + 1) % posts}/).\n\n![x](/img/${n % 12}.jpg)\n`;
    files[`static/img/${n % 12}.jpg`] ??= await plainJpeg(300 + n, 200);
  }
  return zipOf(files);
}

async function signIn(site: Site): Promise<string> {
  const body = JSON.stringify({ usernameOrEmail: administrator.username, password: administrator.password });
  const headers = { 'content-type': 'application/json' };
  const answer = await fetch(`${site.url}/api/v1/admin/login`, { method: 'POST', headers, body });
  return ((await answer.json()) as { token: string }).token;
}

async function latest(site: Site, token: string): Promise<Import | undefined> {
  const answer = await fetch(`${site.url}/api/v1/imports/admin`, { headers: { authorization: `Bearer ${token}` } });
  return ((await answer.json()) as Import[])[0];
}

async function until(site: Site, token: string, isSo: (one: Import) => boolean): Promise<Import> {
  for (const end = Date.now() + patient(120_000); Date.now() < end; await sleep(100)) {
    const one = await latest(site, token);
    if (one && isSo(one)) return one;
  }
  throw new Error(`never came: ${JSON.stringify(await latest(site, token))}\n${site.output()}`);
}

test('a killed import goes on, and brings each thing once', async () => {
  const first = await startSite({ DATA_DIR: mkdtempSync(join(tmpdir(), 'import-kills-')) });
  let token = await signIn(first);
  const form = new FormData();
  form.set('file', new File([(await someSite()) as Uint8Array<ArrayBuffer>], 'site.zip'));
  const headers = () => ({ authorization: `Bearer ${token}` });
  await fetch(`${first.url}/api/v1/imports/admin`, { method: 'POST', headers: headers(), body: form });
  const { id } = await until(first, token, ({ state }) => state === 'ready');
  await fetch(`${first.url}/api/v1/imports/admin/${id}/start`, {
    method: 'POST',
    headers: { ...headers(), 'content-type': 'application/json' },
    body: '{"isReplacing":true}',
  });
  await until(first, token, ({ done }) => done > 5);
  const [child = 0] = ownChildren('import-process', first.pid);
  expect(child).toBeGreaterThan(0);
  process.kill(child, 'SIGKILL');
  // It is begun again within a second, without the site.
  await until(first, token, ({ done, state }) => done > 15 || state === 'done');
  await first.stop('SIGKILL');

  await using second = await startSite({ DATA_DIR: first.dataDir });
  token = await signIn(second);
  const done = await until(second, token, ({ state }) => state === 'done');
  expect(done).toMatchObject({
    done: posts,
    total: posts,
    report: { articles: posts, pictures: 12, missing: [], notes: [] },
  });
  const answer = await fetch(`${second.url}/api/v1/articles`);
  const articles = (await answer.json()) as { title: string; id: number }[];
  expect(articles.map(({ title }) => title).sort()).toEqual(
    Array.from({ length: posts }, (_, n) => `Post ${n}`).sort(),
  );
  const ids = new Map(articles.map(({ title, id }) => [title, id]));
  for (let n = 0; n < posts; n += 7) {
    const one = await fetch(`${second.url}/api/v1/articles/${ids.get(`Post ${n}`)}`);
    expect(((await one.json()) as { content: string }).content).toContain(
      `/articles/${ids.get(`Post ${(n + 1) % posts}`)}"`,
    );
  }
  await second.stop();
  rmSync(first.dataDir, { recursive: true });
});

test('by the command: a list first, with --yes the import, a second time nothing new', async () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'import-command-'));
  const site = await startSite({ DATA_DIR: dataDir });
  await site.stop();
  const file = join(dataDir, 'post.md');
  writeFileSync(file, '---\ntitle: By hand\ndate: 2020-01-02\n---\n\nText.\n');
  const type = (...args: string[]) => {
    const env = { PATH: process.env.PATH ?? '', DATA_DIR: dataDir, SITE_URL: 'https://society.example' };
    const run = spawnSync(process.execPath, [join(root, 'scripts/admin.ts'), 'import', ...args], { cwd: root, env });
    return { status: run.status, text: run.stdout.toString() + run.stderr.toString() };
  };
  expect(type(file)).toEqual({
    status: 0,
    text: 'From Markdown:\n  article: By hand\n1 item, 0 pictures.\nNothing is imported yet. Add --yes to import it.\n',
  });
  expect(type(file, '--yes').text).toContain('Imported 1 article, 0 pages and 0 pictures.');
  expect(type(file, '--yes').text).toContain('Here already, and left as it is: 1 item.');
  expect(type(join(dataDir, 'none.zip'))).toMatchObject({
    status: 1,
    text: expect.stringContaining('There is no file'),
  });
  rmSync(dataDir, { recursive: true });
});
