/** Restoring into an empty site by the link that its console shows: what the page's calls take, refuse and leave. */

import { once } from 'node:events';
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { encryptedBegin, pieceBytes, type RestoreState } from '#app/first-restore/first-restore.ts';
import { createRestoreDoor } from '#app/first-restore/restore-door.ts';
import { ask, signIn } from './support/ask.ts';
import { backedUp, backupNow, filledPlace, inDatabase, pictures } from './support/backups.ts';
import { anArticle } from './support/builders.ts';
import { emptyPlace, engines } from './support/database.ts';
import { patient } from './support/patience.ts';
import { type Site, startSite } from './support/site.ts';
import { smallDisk } from './support/small-disk.ts';
import { eventually } from './support/smtp.ts';
import { testApp } from './support/test-app.ts';

type Answer = { status: number; body: RestoreState & { message?: string } };

const linkIn = (output: string) => /\/admin\/restore#token=([\w-]{43})/.exec(output)?.[1];

function callsOf(site: Pick<Site, 'url'>, token = '') {
  return async (method: string, path: string, body?: Buffer | object, headers = {}): Promise<Answer> => {
    const sent = body instanceof Buffer ? new Uint8Array(body) : JSON.stringify(body);
    const response = await fetch(`${site.url}/first-restore${path}`, {
      method,
      headers: { 'x-restore-token': token, ...headers },
      ...(body === undefined ? {} : { body: sent }),
    });
    return { status: response.status, body: (await response.json()) as Answer['body'] };
  };
}

const smallPiece = 10_000;

type Calls = ReturnType<typeof callsOf>;

/** In small pieces: many on one connection. */
async function send(call: Calls, bytes: Buffer): Promise<Answer> {
  let answer = await call('POST', '/upload', { bytes: bytes.length });
  for (let from = 0; from < bytes.length && answer.body.step === 'receiving'; from += smallPiece)
    answer = await call('PUT', `/upload?from=${from}`, bytes.subarray(from, from + smallPiece));
  return answer;
}

async function checked(call: Calls, bytes: Buffer, passphrase?: string): Promise<RestoreState> {
  const sent = await send(call, bytes);
  if (sent.body.step !== 'received') return sent.body;
  await call('POST', '/check', { passphrase });
  return afterCheck(call);
}

async function afterCheck(call: Calls): Promise<RestoreState> {
  await eventually(async () => (await call('GET', '/state')).body.step !== 'checking', 60_000);
  return (await call('GET', '/state')).body;
}

/** Until the site has started anew and knows what came of it. */
async function restored(call: Calls): Promise<RestoreState> {
  expect((await call('POST', '/restore', {})).body.step).toBe('restoring');
  const state = async () => (await call('GET', '/state').catch(() => null))?.body;
  await eventually(async () => ((await state())?.step ?? 'restoring') !== 'restoring', 60_000);
  return (await state()) as RestoreState;
}

async function emptySite(engine: (typeof engines)[number], env: Record<string, string> = {}) {
  const place = await emptyPlace(engine);
  const { dataDir, url } = place;
  const site = await startSite({
    DATA_DIR: dataDir,
    ...(url ? { DATABASE_URL: url } : {}),
    LOG_LEVEL: 'error',
    ...env,
  });
  onTestFinished(async () => {
    await site.stop('SIGKILL');
    await place[Symbol.asyncDispose]();
  });
  return { site, place: { dataDir, databaseUrl: url }, call: callsOf(site, linkIn(site.output())) };
}

async function aBackup(passphrase?: string): Promise<Buffer> {
  await using place = await filledPlace('sqlite');
  Object.assign(place.backup, { passphrase });
  return readFileSync((await backedUp(place)).file);
}

const leftIn = (dataDir: string) =>
  readdirSync(dataDir).filter((name) => /^(restore-|restore\.json|uploaded)/.test(name));

test.each(engines)(
  'on %s: sent, checked, restored, and the site starts anew with it',
  { timeout: patient(180_000) },
  async (engine) => {
    const { site, place, call } = await emptySite(engine, { SEED_DEMO: 'true' });
    const state = await checked(call, await aBackup());
    expect(state).toMatchObject({ step: 'checked', refused: null });
    expect(state.contents).toMatchObject({
      madeAt: backupNow.toISOString(),
      engine: 'sqlite',
      articles: 9,
      subscribers: 3,
      pictures: { bytes: expect.any(Number) },
    });
    expect(site.output()).not.toContain('Warning');
    // Nothing is changed before it is asked for.
    expect((await fetch(`${site.url}/readyz`)).status).toBe(200);
    expect(await restored(call)).toMatchObject({ step: 'restored' });
    expect((await fetch(`${site.url}/uploads/${pictures[0]}`)).status).toBe(200);
    expect((await call('POST', '/upload', { bytes: 5 })).status).toBe(409);
    await site.stop();
    const members = await inDatabase(place, (db) => db.selectFrom('subscribers').select('id').execute());
    expect(members).toHaveLength(3);
    const again = await startSite({
      DATA_DIR: place.dataDir,
      ...(place.databaseUrl ? { DATABASE_URL: place.databaseUrl } : {}),
    });
    expect(linkIn(again.output())).toBeUndefined();
    expect((await callsOf(again, 'x')('GET', '/state').catch(() => null))?.status ?? 404).toBe(404);
    await again.stop();
    expect(leftIn(place.dataDir)).toEqual([]);
  },
);

test('what is no whole backup of a site is refused with a sentence, and the site stays as it is', {
  timeout: patient(180_000),
}, async () => {
  const { site, place, call } = await emptySite('sqlite');
  const whole = await aBackup();
  const flipped = Buffer.from(whole);
  flipped[20_000] = (flipped[20_000] ?? 0) ^ 1;
  const refusals: [Buffer, RegExp][] = [
    [Buffer.from('Not a backup at all'), /^This file is no backup of a site\. Nothing was changed\.$/],
    [
      whole.subarray(0, 30_000),
      /^This file is damaged, or no backup of a site: it ends too early\. Nothing was changed\.$/,
    ],
    [flipped, /^This (file|backup) is damaged.* Nothing was changed\.$/],
  ];
  for (const [bytes, sentence] of refusals) {
    expect((await checked(call, bytes)).refused).toMatch(sentence);
    expect(leftIn(place.dataDir)).toEqual([]);
    expect((await fetch(site.url)).status).toBe(200);
  }
  expect((await call('POST', '/restore', {})).body.message).toMatch(/^Something else is being done/);
  expect((await call('POST', '/upload', { bytes: 1e15 })).body.refused).toMatch(/^There is no room for it: /);
  // Out of turn, twice, too much.
  await call('POST', '/upload', { bytes: 100 });
  expect((await call('PUT', '/upload?from=50', Buffer.alloc(10))).status).toBe(409);
  expect((await call('PUT', '/upload?from=0', Buffer.alloc(101))).status).toBe(409);
  // The connection may end before the answer is read.
  const tooLarge = await call('PUT', '/upload?from=0', Buffer.alloc(pieceBytes + 1)).catch(() => ({ status: 413 }));
  expect(tooLarge.status).toBe(413);
  expect((await call('PUT', '/upload?from=7', Buffer.alloc(pieceBytes))).status).toBe(409);
  for (const body of [{}, { bytes: -1 }, { bytes: 0 }, { bytes: 'a' }])
    expect((await call('POST', '/upload', body)).status).toBe(400);
});

test('an encrypted one opens with its pass phrase, and not without', { timeout: patient(120_000) }, async () => {
  const { call } = await emptySite('sqlite');
  const bytes = await aBackup('a pass phrase of the society');
  expect(bytes.toString('latin1', 0, encryptedBegin.length)).toBe(encryptedBegin);
  expect(await checked(call, bytes)).toMatchObject({
    step: 'received',
    refused: expect.stringMatching(/type the pass phrase/),
  });
  await call('POST', '/check', { passphrase: 'another pass phrase' });
  expect(await afterCheck(call)).toMatchObject({
    step: 'received',
    refused: expect.stringMatching(/^This is not its pass phrase/),
  });
  await call('POST', '/check', { passphrase: 'a pass phrase of the society' });
  expect(await afterCheck(call)).toMatchObject({ step: 'checked', contents: { articles: 9 } });
});

test('the link: only whoever has it, only from this site, until the site has something of its own', {
  timeout: patient(120_000),
}, async () => {
  const { site, call } = await emptySite('sqlite');
  expect(linkIn(site.output())).toHaveLength(43);
  for (const token of ['', 'wrong', 'a'.repeat(43)])
    expect((await callsOf(site, token)('GET', '/state')).status).toBe(403);
  expect((await call('GET', '/state', undefined, { origin: 'https://evil.example' })).status).toBe(403);
  expect((await call('GET', '/state', undefined, { 'sec-fetch-site': 'cross-site' })).status).toBe(403);
  const { headers } = await fetch(`${site.url}/first-restore/state`);
  expect(headers.get('cache-control')).toBe('no-store');
  expect(headers.get('referrer-policy')).toBe('no-referrer');
  const page = await fetch(`${site.url}/admin/restore`);
  expect([page.headers.get('referrer-policy'), page.headers.get('cache-control')]).toEqual(['no-referrer', 'no-store']);
  expect((await call('GET', '/state')).status).toBe(200);
  await ask(site, 'POST', '/articles/admin', anArticle(), await signIn(site));
  expect(await call('GET', '/state')).toMatchObject({
    status: 410,
    body: { message: expect.stringMatching(/^This link has ended\./) },
  });
  const wrong = callsOf(site, 'wrong');
  for (let n = 0; n < 40; n++) await wrong('GET', '/state');
  expect((await wrong('GET', '/state')).status).toBe(429);
  expect((await call('GET', '/state')).status).toBe(410);
});

test('the link works for 24 hours by the clock of the site, also for a page that is open', async () => {
  await using app = await testApp();
  const door = createRestoreDoor(app.context, () => {}, null);
  const server = createServer(door.before((_, response) => response.writeHead(404).end()));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => void server.close());
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const call = callsOf({ url }, linkIn(door.link ?? ''));
  const dayMs = 86_400_000;
  app.clock.advance(dayMs - 1000);
  expect((await call('POST', '/upload', { bytes: 100 })).body.step).toBe('receiving');
  app.clock.advance(1001);
  const ended = { status: 410, body: { message: expect.stringMatching(/^This link has ended\..* for 24 hours,/) } };
  expect(await call('GET', '/state')).toMatchObject(ended);
  expect(await call('PUT', '/upload?from=0', Buffer.alloc(100))).toMatchObject(ended);
  door.close();
});

test('a kill at any time leaves the empty site, and the next start another link', {
  timeout: patient(240_000),
}, async () => {
  const place = await emptyPlace('sqlite');
  onTestFinished(() => place[Symbol.asyncDispose]());
  const env = { DATA_DIR: place.dataDir, LOG_LEVEL: 'error' };
  const bytes = await aBackup();
  const seen = new Set<string | undefined>();
  for (const moment of ['sending', 'checking', 'checked'] as const) {
    const site = await startSite(env);
    seen.add(linkIn(site.output()));
    const call = callsOf(site, linkIn(site.output()));
    if (moment === 'sending') await call('POST', '/upload', { bytes: bytes.length + 1 });
    if (moment === 'sending') await call('PUT', '/upload?from=0', bytes);
    if (moment === 'checking') await send(call, bytes);
    if (moment === 'checking') await call('POST', '/check', {});
    if (moment === 'checked') expect((await checked(call, bytes)).step).toBe('checked');
    expect(existsSync(join(place.dataDir, 'uploaded-backup/backup'))).toBe(true);
    await site.stop('SIGKILL');
  }
  const site = await startSite(env);
  onTestFinished(() => void site.stop());
  seen.add(linkIn(site.output()));
  expect([seen.size, seen.has(undefined)]).toEqual([4, false]);
  expect(leftIn(place.dataDir)).toEqual([]);
});

test('a full disk while it is sent: a sentence, and the site goes on', { timeout: patient(120_000) }, async () => {
  await using disk = smallDisk(40);
  if (!disk) return;
  const site = await startSite({ DATA_DIR: disk.dataDir, DISK_RESERVE_MB: '0', LOG_LEVEL: 'error' });
  onTestFinished(() => void site.stop('SIGKILL'));
  const call = callsOf(site, linkIn(site.output()));
  const bytes = Buffer.concat([Buffer.from('rows/'), Buffer.alloc(9_000_000)]);
  await call('POST', '/upload', { bytes: bytes.length });
  expect((await call('PUT', '/upload?from=0', bytes.subarray(0, pieceBytes))).body.step).toBe('receiving');
  disk.fill();
  const { body } = await call('PUT', `/upload?from=${pieceBytes}`, bytes.subarray(pieceBytes, 2 * pieceBytes));
  expect(body).toMatchObject({
    step: 'waiting',
    refused: 'There is no room for it: the disk is full. Nothing was changed.',
  });
  expect((await fetch(site.url)).status).toBe(200);
  disk.free();
  expect((await call('POST', '/upload', { bytes: 100 })).body.step).toBe('receiving');
});

test('beside other processes it is not put in place', { timeout: patient(180_000) }, async () => {
  const place = await emptyPlace('sqlite');
  onTestFinished(() => place[Symbol.asyncDispose]());
  const env = { DATA_DIR: place.dataDir, LOG_LEVEL: 'silent' };
  const site = await startSite(env);
  onTestFinished(() => void site.stop('SIGKILL'));
  const call = callsOf(site, linkIn(site.output()));
  expect((await checked(call, await aBackup())).step).toBe('checked');
  const other = await startSite({ ...env });
  onTestFinished(() => void other.stop('SIGKILL'));
  rmSync(join(place.dataDir, 'uploaded-backup'), { recursive: true, force: true });
  mkdirSync(join(place.dataDir, 'uploaded-backup/site'), { recursive: true });
  writeFileSync(join(place.dataDir, 'uploaded-backup/site/site.db'), '');
  const state = await restored(call);
  expect(state).toMatchObject({
    step: 'waiting',
    refused: expect.stringMatching(/^The site in .* is running: .* Stop the site and its workers, then restore\.$/),
  });
  expect((await fetch(site.url)).status).toBe(200);
  // The link is still the same: once the other is gone, it goes through.
  await other.stop();
  expect((await checked(call, await aBackup())).step).toBe('checked');
  expect((await restored(call)).step).toBe('restored');
});

test.skipIf(!engines.includes('postgres'))(
  'several processes on PostgreSQL: the page names the command',
  { timeout: patient(120_000) },
  async () => {
    const { place, call } = await emptySite('postgres');
    expect((await call('GET', '/state')).status).toBe(200);
    const other = await startSite({ DATA_DIR: join(place.dataDir, 'other'), DATABASE_URL: place.databaseUrl ?? '' });
    onTestFinished(() => void other.stop('SIGKILL'));
    expect(await call('GET', '/state')).toMatchObject({
      status: 409,
      body: { message: expect.stringContaining('npm run restore -- FILE') },
    });
  },
);
