import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { expect, onTestFinished, test } from 'vitest';
import { openMigratedDatabase } from '#platform/db/db.ts';
import { diskStore } from '#platform/storage/disk-store.ts';
import { anArticle } from './support/builders.ts';
import { damagePage } from './support/damage-database.ts';
import { addArticles } from './support/fill-database.ts';
import { patient } from './support/patience.ts';
import { type Site, startSite } from './support/site.ts';
import { tokenOf } from './support/states.ts';

const metricsToken = 'a-token-of-twenty-chars';

async function siteWithDamage(): Promise<{ site: Site; token: string }> {
  const dataDir = mkdtempSync(join(tmpdir(), 'site-damaged-'));
  onTestFinished(() => rmSync(dataDir, { recursive: true, force: true }));
  const database = await openMigratedDatabase({ dataDir }, 'relaxed');
  await addArticles(database.db, 50, 400, new Date());
  await database.close();
  const first = await startSite({ DATA_DIR: dataDir });
  const token = await tokenOf(first);
  await first.stop();
  damagePage(dataDir, 'articles');
  const site = await startSite({ DATA_DIR: dataDir, METRICS_TOKEN: metricsToken });
  onTestFinished(() => void site.stop('SIGKILL'));
  return { site, token };
}

test('a damaged table is never listed as empty, and after it was noticed nothing is written into its file', {
  timeout: patient(180_000),
}, async () => {
  const { site, token } = await siteWithDamage();
  const rows = rowsOf(site);
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
  const body = JSON.stringify(anArticle());
  expect((await fetch(`${site.url}/articles`)).status).toBe(503);
  const created = await fetch(`${site.url}/api/v1/articles/admin`, { method: 'POST', headers, body });
  expect(created.status).toBe(503);
  expect(await created.json()).toMatchObject({ code: 'database_damaged' });
  expect(Number(created.headers.get('retry-after'))).toBeGreaterThan(0);

  for (const path of ['/articles', '/', '/feed.xml', '/api/v1/articles', '/api/v1/articles/admin', '/articles/7']) {
    const answer = await fetch(site.url + path, { headers });
    expect({ path, status: answer.status, text: await answer.text() }).toEqual({
      path,
      status: 503,
      text: expect.not.stringContaining('Something went wrong on our side. Please try again later.'),
    });
    expect(Number(answer.headers.get('retry-after')), path).toBeGreaterThan(0);
    expect(answer.headers.get('cache-control'), path).toContain('no-store');
  }
  for (const path of ['/events', '/about', '/api/v1/events', '/api/v1/members'])
    expect((await fetch(site.url + path)).status, path).toBe(200);
  const verified = await fetch(`${site.url}/api/v1/admin/verify`, { headers });
  expect([verified.status, verified.headers.get('x-site-outage')]).toEqual([200, 'database_damaged']);
  const ready = await fetch(`${site.url}/readyz`, { headers: { authorization: `Bearer ${metricsToken}` } });
  expect([ready.status, await ready.json()]).toMatchObject([200, { status: 'ready', mode: 'database_damaged' }]);
  expect(site.output().match(/"level":"error"/g)?.length ?? 0).toBeLessThan(4);
  expect(site.output()).toMatch(/storage outage.*"todo":"Restore the newest backup/);
  const signIn = await fetch(`${site.url}/api/v1/admin/login`, { method: 'POST', headers, body: '{}' });
  expect(signIn.status).toBe(503);
  expect(rowsOf(site)).toEqual(rows);
});

const restoreBackup = 'estore the newest backup: docs/how-to/back-up-and-restore.md\n';

test('a start whose database is damaged, empty or missing says what to do, and changes nothing', {
  timeout: patient(120_000),
}, async () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'site-lost-'));
  onTestFinished(() => rmSync(dataDir, { recursive: true, force: true }));
  const file = join(dataDir, 'site.db');
  const picture = 'articles/1790000000000-0123456789abcdef.jpg';
  await diskStore(dataDir).put(picture, Buffer.from('x'));
  const refusal = () => startSite({ DATA_DIR: dataDir }).then(String, (error: Error) => error.message);
  for (const [content, said] of [
    ['Dear diary, '.repeat(100), 'cannot be opened: file is not a database. R'],
    ['', 'One Health Images is left of a site, but its database in .* is empty. .* r'],
    [null, 'One Health Images is left of a site, but its database in .* is missing. .* r'],
  ] as const) {
    rmSync(file, { force: true });
    if (content !== null) writeFileSync(file, content);
    expect(await refusal()).toMatch(new RegExp(said + restoreBackup));
    expect(existsSync(file) ? readFileSync(file, 'utf8') : null).toBe(content);
    expect(readdirSync(dataDir)).not.toContain('site.db-wal');
  }
  expect(await diskStore(dataDir).get(picture)).not.toBeNull();
});

function rowsOf({ dataDir }: Site) {
  const database = new DatabaseSync(join(dataDir, 'site.db'), { readOnly: true });
  const count = 'SELECT (SELECT count(*) FROM sessions) AS sessions, (SELECT count(*) FROM audit) AS audit';
  const rows = database.prepare(count).get();
  database.close();
  return rows;
}
