import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { expect, onTestFinished, test } from 'vitest';
import { openDatabase } from '#platform/db/db.ts';
import { anArticle } from './support/builders.ts';
import { damagePage } from './support/damage.ts';
import { addArticles } from './support/filling.ts';
import { patient } from './support/patience.ts';
import { type Site, startSite } from './support/site.ts';
import { tokenOf } from './support/states.ts';

async function siteWithDamage(): Promise<Site> {
  const dataDir = mkdtempSync(join(tmpdir(), 'site-damaged-'));
  onTestFinished(() => rmSync(dataDir, { recursive: true, force: true }));
  const database = await openDatabase({ dataDir }, 'relaxed');
  await addArticles(database.db, 50, 400, new Date());
  await database.close();
  const first = await startSite({ DATA_DIR: dataDir });
  await first.stop();
  damagePage(dataDir, 'articles');
  const site = await startSite({ DATA_DIR: dataDir });
  onTestFinished(() => void site.stop('SIGKILL'));
  return site;
}

test('a damaged table is told at once, never listed as empty, and nothing is written into its file', {
  timeout: patient(180_000),
}, async () => {
  const site = await siteWithDamage();
  const token = await tokenOf(site);
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
  const body = JSON.stringify(anArticle());
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
  const ready = await fetch(`${site.url}/readyz`);
  expect([ready.status, await ready.json()]).toMatchObject([200, { status: 'ready', mode: 'database_damaged' }]);
  expect(site.output().match(/"level":"error"/g)?.length ?? 0).toBeLessThan(4);
  expect(site.output()).toMatch(/storage outage.*"todo":"Restore the newest backup/);
  // Nobody has written: the administrator's session neither.
  const after = new DatabaseSync(join(site.dataDir, 'site.db'), { readOnly: true });
  expect(after.prepare('SELECT count(*) AS count FROM sessions').get()).toEqual({ count: 0 });
  after.close();
});
