import { readdirSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, onTestFinished, test } from 'vitest';
import { openMigratedDatabase } from '#platform/db/db.ts';
import { anArticle } from './support/builders.ts';
import { aFile, ask, credentials, signIn } from './support/call-api.ts';
import { isIssueDone, queueMails, startMailWorker } from './support/mail-workers.ts';
import { patient } from './support/patience.ts';
import { noisyJpeg } from './support/photos.ts';
import { type Site, startSite } from './support/site.ts';
import { smallDisk } from './support/small-disk.ts';
import { eventually, smtpServer } from './support/smtp.ts';

const filesBelow = (folder: string) =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ name }) => name)
    .toSorted();

const settings = { LOG_LEVEL: 'info', METRICS_TOKEN: 'a-token-of-twenty-chars' };

async function metricsOf(site: Site): Promise<string> {
  const headers = { authorization: `Bearer ${settings.METRICS_TOKEN}` };
  return (await fetch(`${site.url}/metrics`, { headers })).text();
}

test('on a full disk visitors can read, administrators stay signed in and are told why, and nothing is accepted', {
  timeout: patient(180_000),
}, async () => {
  await using disk = smallDisk(6);
  if (!disk) return;
  const site = await startSite({ ...settings, DATA_DIR: disk.dataDir, DISK_RESERVE_MB: '1' });
  onTestFinished(() => void site.stop('SIGKILL'));
  const before = await signIn(site);
  const { body: article } = await ask(site, 'POST', '/articles/admin', anArticle({ isPublished: true }), before);
  disk.fill();

  // At once, before the site has looked at its disk, and afterwards.
  for (const moment of ['at once', 'later']) {
    if (moment === 'later') await eventually(async () => (await readiness(site)).mode === 'disk_full');
    for (const path of ['/', '/articles', `/articles/${article.id}`, '/events', '/api/v1/articles'])
      expect((await fetch(site.url + path)).status, `${path} ${moment}`).toBe(200);
    expect((await ask(site, 'GET', '/admin/verify', undefined, before)).status, moment).toBe(200);
    expect((await ask(site, 'GET', '/articles/admin', undefined, before)).status, moment).toBe(200);
    const refusals = [
      await ask(site, 'PUT', `/articles/admin/${article.id}`, anArticle({ content: 'x'.repeat(200_000) }), before),
      await ask(site, 'POST', '/uploads/articles', aFile(await noisyJpeg(1000, 800)), before),
      await ask(site, 'POST', '/newsletter/subscribe', { email: 'reader@example.org' }),
      await ask(site, 'POST', '/admin/login', credentials),
    ];
    for (const { status, headers, body } of refusals.slice(moment === 'at once' ? 3 : 0)) {
      expect({ status, code: body.code }, moment).toEqual({ status: 507, code: 'disk_full' });
      expect(body.message).toContain('disk of this site is full');
      expect(Number(headers.get('retry-after'))).toBeGreaterThan(0);
    }
    for (const { status, body } of refusals) expect([507, 200, 201], body.message).toContain(status);
  }
  const { headers } = await ask(site, 'GET', '/articles/admin', undefined, before);
  expect(headers.get('x-site-outage')).toBe('disk_full');
  expect(await readiness(site)).toMatchObject({ status: 'ready', mode: 'disk_full' });
  expect(await metricsOf(site)).toMatch(/^site_outage{reason="disk_full"} 1$/m);
  expect(site.output().match(/"level":"error"/g)?.length ?? 0).toBeLessThan(4);

  disk.free();
  await eventually(async () => (await readiness(site)).mode === 'normal', 60_000);
  expect((await ask(site, 'POST', '/articles/admin', anArticle(), before)).status).toBe(201);
  expect((await ask(site, 'POST', '/admin/login', credentials)).status).toBe(200);
});

test('pictures are refused while there is still room for everything else', { timeout: patient(180_000) }, async () => {
  await using disk = smallDisk(16);
  if (!disk) return;
  const site = await startSite({ ...settings, DATA_DIR: disk.dataDir, DISK_RESERVE_MB: '40' });
  onTestFinished(() => void site.stop('SIGKILL'));
  const token = await signIn(site);
  const refused = await ask(site, 'POST', '/uploads/articles', aFile(await noisyJpeg(1000, 800)), token);
  expect(refused).toMatchObject({ status: 507, body: { code: 'disk_low' } });
  expect((await ask(site, 'POST', '/articles/admin', anArticle(), token)).status).toBe(201);
  const pasted = `<p><img src="data:image/jpeg;base64,${(await noisyJpeg(1000, 800)).toString('base64')}"></p>`;
  expect(await ask(site, 'POST', '/articles/admin', anArticle({ content: pasted }), token)).toMatchObject({
    status: 507,
    body: { code: 'disk_low' },
  });
});

test('a picture that does not fit leaves nothing behind', { timeout: patient(180_000) }, async () => {
  await using disk = smallDisk(4);
  if (!disk) return;
  const site = await startSite({ ...settings, DATA_DIR: disk.dataDir, DISK_RESERVE_MB: '0' });
  onTestFinished(() => void site.stop('SIGKILL'));
  const token = await signIn(site);
  const before = filesBelow(disk.dataDir);
  const statuses: number[] = [];
  for (let n = 0; n < 8 && !statuses.includes(507); n++)
    statuses.push((await ask(site, 'POST', '/uploads/articles', aFile(await noisyJpeg(1000, 800)), token)).status);
  expect(statuses.at(-1)).toBe(507);
  expect(statuses.filter((status) => status === 201).length).toBe(statuses.length - 1);
  const stored = new Set(
    filesBelow(disk.dataDir)
      .filter((name) => !before.includes(name))
      .map((name) => name.split('.')[0]),
  );
  expect(stored.size).toBe(statuses.length - 1);
});

test('a site that starts on a full disk shows its content, and works on when there is room', {
  timeout: patient(180_000),
}, async () => {
  await using disk = smallDisk(6);
  if (!disk) return;
  const env = { ...settings, DATA_DIR: disk.dataDir, DISK_RESERVE_MB: '1' };
  const first = await startSite(env);
  const token = await signIn(first);
  const { body: article } = await ask(first, 'POST', '/articles/admin', anArticle({ isPublished: true }), token);
  await first.stop();
  disk.fill();
  const site = await startSite(env);
  onTestFinished(() => void site.stop('SIGKILL'));
  expect(site.output()).toMatch(
    /"storage outage","reason":"disk_full"[\s\S]*disk of this site is full.*\n\n.* is running at/,
  );
  expect(site.output()).not.toContain('read_only');
  for (const path of ['/', '/articles', `/articles/${article.id}`, '/api/v1/articles'])
    expect((await fetch(site.url + path)).status, path).toBe(200);
  expect((await ask(site, 'GET', '/articles/admin', undefined, token)).status).toBe(200);
  await eventually(async () => (await readiness(site)).mode === 'disk_full');
  const refused = await ask(site, 'POST', '/articles/admin', anArticle(), token);
  expect(refused).toMatchObject({ status: 507, body: { code: 'disk_full' } });

  disk.free();
  await eventually(async () => (await readiness(site).catch(() => null))?.mode === 'normal', 60_000);
  expect((await ask(site, 'POST', '/articles/admin', anArticle(), token)).status).toBe(201);
  expect(await site.stop()).toBe(0);
});

test('a site that no one has claimed starts on a full disk too', { timeout: patient(180_000) }, async () => {
  await using disk = smallDisk(6);
  if (!disk) return;
  const env = { ...settings, DATA_DIR: disk.dataDir, DISK_RESERVE_MB: '1', ADMIN_PASSWORD: '' };
  await (await startSite(env)).stop();
  disk.fill();
  const site = await startSite(env);
  onTestFinished(() => void site.stop('SIGKILL'));
  expect((await fetch(site.url)).status).toBe(200);
  expect(site.output()).not.toContain('/admin/invitation#');
});

test('an import without room left says so', { timeout: patient(180_000) }, async () => {
  await using disk = smallDisk(6);
  if (!disk) return;
  // The site learns of it by the import alone.
  const site = await startSite({ ...settings, DATA_DIR: disk.dataDir, DISK_RESERVE_MB: '0' });
  onTestFinished(() => void site.stop('SIGKILL'));
  const token = await signIn(site);
  const lines = Array.from({ length: 20_000 }, (_, n) => `reader${n}@example.org,yes`);
  const form = new FormData();
  form.append('file', new File([`email,confirmed\n${lines.join('\n')}`], 'list.csv', { type: 'text/csv' }));
  disk.fill();
  const { status, headers, body } = await ask(site, 'POST', '/newsletter/admin/subscribers/import', form, token);
  expect({ status, code: body.code }, body.message).toEqual({ status: 507, code: 'disk_full' });
  expect(Number(headers.get('retry-after'))).toBeGreaterThan(0);
});

async function readiness(site: Site): Promise<{ status: string; mode: string }> {
  const headers = { authorization: `Bearer ${settings.METRICS_TOKEN}` };
  return (await fetch(`${site.url}/readyz`, { headers })).json() as Promise<{ status: string; mode: string }>;
}

test('mails whose end cannot be recorded wait for room, and none is sent twice', {
  timeout: patient(180_000),
}, async () => {
  await using disk = smallDisk(6);
  if (!disk) return;
  const subscribers = 300;
  const fullAt = 40;
  await using server = await smtpServer({
    onData: () => {
      if (server.mails.length === fullAt) disk.fill();
    },
  });
  const { dataDir } = disk;
  const opened = await openMigratedDatabase({ dataDir });
  const database = { ...opened, dataDir, url: undefined, [Symbol.asyncDispose]: () => opened.close() };
  await queueMails(database, { subscribers });
  const worker = startMailWorker(database, server.url);
  await eventually(() => server.mails.length > fullAt);
  // Past the end of the leases, when others' mails would be taken over.
  let last = 0;
  for (let stillFor = 0; stillFor < 12; stillFor = server.mails.length === last ? stillFor + 1 : 0) {
    last = server.mails.length;
    await sleep(1000);
  }
  expect(last).toBeLessThan(subscribers);
  disk.free();
  await eventually(() => isIssueDone(database), 60_000);
  worker.kill('SIGTERM');
  const recipients = server.mails.map(({ envelopeTo: [to] }) => to);
  expect(recipients).toHaveLength(subscribers);
  expect(new Set(recipients).size).toBe(subscribers);
  await opened.close();
});
