/** The backups that the site makes by itself, their rehearsals, and what is told when one fails. */
import { mkdirSync, readdirSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { beforeAll, describe, expect, test } from 'vitest';
import { backupDependencies } from '#app/backup/backup-dependencies.ts';
import { rehearseLatestBackup } from '#app/backup/rehearse.ts';
import { accountEmails } from '#features/accounts/account-email-kinds.server.ts';
import { createBackupRunner, lastNightlyTime } from '#features/backup/backups.jobs.ts';
import { makeBackup } from '#features/backup/making.server.ts';
import { readBackupState } from '#features/backup/runs.server.ts';
import { createEmailWorker } from '#platform/mail/queue/mail-worker.ts';
import { diskStore } from '#platform/storage/disk-store.ts';
import { buildIfNeeded } from '../scripts/build.ts';
import { pictures } from './support/backups.ts';
import { anArticle, anEvent } from './support/builders.ts';
import { everyEngine } from './support/database.ts';
import { collector } from './support/newsletter.ts';
import { patient } from './support/patience.ts';
import { type TestApp, testApp } from './support/test-app.ts';

beforeAll(() => buildIfNeeded(), patient(180_000));

const backupsIn = ({ context }: TestApp) =>
  readdirSync(context.config.backup.dir).filter((name) => name.endsWith('.tar'));
const noticesIn = async ({ db }: TestApp) =>
  (await db.selectFrom('mails').select('content').where('kind', '=', 'account-notice').execute()).map(
    ({ content }) => (JSON.parse(content) as { subject: string }).subject,
  );

test('what a wrong clock has dated in the future counts as none', async () => {
  await using app = await testApp();
  app.clock.set('2027-12-26T12:00:00.000Z');
  await app.signIn();
  await makeBackup(app.context.config, { reason: 'nightly', now: app.clock.now() });
  const backups = createBackupRunner(app.context, backupDependencies);
  app.clock.set('2027-12-27T03:00:30.000Z');
  await backups.runDue();
  app.clock.set('2026-11-22T12:00:00.000Z');
  await backups.runDue();
  const { backup, rehearsal } = await readBackupState(app.db);
  expect([backup, rehearsal]).toMatchObject(Array(2).fill({ goodAt: '2026-11-22T12:00:00.000Z', error: null }));
  await backups.runDue();
  expect(backupsIn(app)).toHaveLength(3);
});

test('a site that a wrong clock began in the future is backed up', async () => {
  await using app = await testApp();
  app.clock.set('2027-12-26T12:00:00.000Z');
  await app.signIn();
  app.clock.set('2026-11-22T12:00:00.000Z');
  await createBackupRunner(app.context, backupDependencies).runDue();
  expect(backupsIn(app)).toHaveLength(1);
});

test('two backups within a second are two files, and only their owner reads the lock', async () => {
  await using app = await testApp();
  const { config } = app.context;
  const making = { reason: 'asked', now: app.clock.now() } as const;
  const made = await Promise.all([makeBackup(config, making), makeBackup(config, making)]);
  expect(new Set(made.map(({ name }) => name)).size).toBe(2);
  expect(backupsIn(app)).toHaveLength(2);
  expect(statSync(join(config.backup.dir, 'backup.lock')).mode & 0o777).toBe(0o600);
});

test('the night of the society begins at three in its time zone', () => {
  const night = (now: string) => lastNightlyTime(new Date(now), 'Europe/London');
  expect(night('2026-07-02T01:59:00.000Z')).toBe('2026-07-01T02:00:00.000Z');
  expect(night('2026-07-02T02:00:00.000Z')).toBe('2026-07-02T02:00:00.000Z');
  expect(night('2026-12-02T02:59:00.000Z')).toBe('2026-12-01T03:00:00.000Z');
});

describe.each(everyEngine)('on %s', (engine) => {
  test('the first night makes a backup and rehearses it, the second makes another', async () => {
    await using app = await testApp({ engine });
    const token = await app.signIn();
    await app.json('POST', '/articles/admin', anArticle({ isPublished: true }), token);
    await diskStore(app.context.config.dataDir).put(pictures[0] ?? '', Buffer.from('a'));
    const backups = createBackupRunner(app.context, backupDependencies);
    await backups.runDue();
    expect((await readBackupState(app.db)).backup).toMatchObject({ goodAt: null, error: null, isUnderWay: false });
    app.clock.set('2026-11-22T03:00:30.000Z');
    await backups.runDue();
    expect(await readBackupState(app.db)).toEqual({
      backup: {
        goodAt: '2026-11-22T03:00:30.000Z',
        articles: 1,
        pictures: 0,
        bytes: expect.any(Number),
        error: null,
        failedAt: null,
        isUnderWay: false,
      },
      rehearsal: {
        goodAt: '2026-11-22T03:00:30.000Z',
        articles: 1,
        pictures: 0,
        bytes: null,
        error: null,
        failedAt: null,
        isUnderWay: false,
      },
      copyError: null,
    });
    await backups.runDue();
    expect(backupsIn(app)).toEqual(['one-health-2026-11-22T03-00-30Z-nightly.tar']);
    expect(await noticesIn(app)).toEqual([]);
    expect(readdirSync(app.context.config.backup.dir).sort()).toEqual(['backup.lock', ...backupsIn(app)]);
  });

  test.skipIf(engine === 'postgres')(
    'by hand a backup is requested, made, listed, and downloaded with a recent password',
    async () => {
      await using app = await testApp({ engine });
      const token = await app.signIn();
      expect((await app.json('POST', '/backups/admin', undefined, token)).body).toEqual({
        message: 'The backup begins in a few seconds.',
      });
      await app.json('POST', '/backups/admin', undefined, token);
      expect((await app.json('GET', '/backups/admin', undefined, token)).body).toMatchObject({
        files: [],
        backup: { isUnderWay: true },
        rehearsal: { isUnderWay: false },
      });
      await createBackupRunner(app.context, backupDependencies).runDue();
      const { body } = await app.json<{ files: { name: string; bytes: number }[] }>(
        'GET',
        '/backups/admin',
        undefined,
        token,
      );
      expect(body).toMatchObject({ backup: { isUnderWay: false }, rehearsal: { error: null } });
      const [file] = body.files;
      const headers = { authorization: `Bearer ${token}` };
      const answer = await app.request(`/api/v1/backups/admin/${file?.name}`, { headers });
      expect((await answer.arrayBuffer()).byteLength).toBe(file?.bytes);
      for (const name of ['..%2Fsite.db', 'backup.lock', 'one-health-2020-01-01T00-00-00Z-nightly.tar'])
        expect((await app.request(`/api/v1/backups/admin/${name}`, { headers })).status, name).toBe(404);
      app.clock.advance(11 * 60_000);
      expect((await app.request(`/api/v1/backups/admin/${file?.name}`, { headers })).status).toBe(403);
    },
  );
});

test('a failure is shown, and mailed once to each administrator', async () => {
  await using app = await testApp();
  const token = await app.signIn();
  const { dir } = app.context.config.backup;
  writeFileSync(dir, 'no folder');
  const backups = createBackupRunner(app.context, backupDependencies);
  for (let n = 0; n < 2; n++) {
    await app.json('POST', '/backups/admin', undefined, token);
    await backups.runDue();
  }
  expect((await readBackupState(app.db)).backup.error).toContain(`The site cannot save backups in ${dir}.`);
  expect(await noticesIn(app)).toEqual(['The backup of the website has failed']);
  const { mails, mailer } = collector();
  await createEmailWorker({ ...app.context, mailer, connections: 1, groups: [accountEmails(app.context)] }).sendDue();
  expect(mails[0]?.text).toContain('Open Backups:\nhttps://society.example/admin/backups');
  expect(mails[0]?.text).toContain('You get this because you are an administrator of the website');
});

test('one backup is made each night, even if an outdated one cannot be removed', async () => {
  await using app = await testApp();
  await app.signIn();
  const { dir } = app.context.config.backup;
  for (let year = 2005; year < 2025; year++)
    mkdirSync(join(dir, `one-health-${year}-01-01T03-00-00Z-nightly.tar`), { recursive: true });
  app.clock.set('2026-11-22T03:00:30.000Z');
  const backups = createBackupRunner(app.context, backupDependencies);
  await expect(backups.runDue()).rejects.toThrow('is a directory');
  app.clock.advance(61_000);
  await backups.runDue();
  expect((await readBackupState(app.db)).backup).toMatchObject({ goodAt: '2026-11-22T03:00:30.000Z', error: null });
  expect(backupsIn(app).filter((name) => name.includes('2026'))).toHaveLength(1);
});

test('a rehearsal finds a damaged backup, and a page that differs from the site’s', async () => {
  await using app = await testApp();
  const { config } = app.context;
  const token = await app.signIn();
  await app.json('POST', '/articles/admin', anArticle({ isPublished: true }), token);
  await expect(rehearseLatestBackup(config)).rejects.toThrow('There is no backup yet.');
  const { file } = await makeBackup(config, { reason: 'asked', now: app.clock.now() });
  expect(await rehearseLatestBackup(config)).toMatchObject({ articles: 1, pictures: 0 });
  await app.db.updateTable('articles').set({ title: 'Another' }).execute();
  await expect(rehearseLatestBackup(config)).rejects.toThrow(
    'The page /articles/1 of the restored backup is not the page of the site.',
  );
  writeFileSync(file, 'nothing');
  await expect(rehearseLatestBackup(config)).rejects.toThrow(
    /^This file is damaged, or is not a backup of a site: it ends too early/,
  );
  expect(readdirSync(config.backup.dir).sort()).toEqual(['backup.lock', ...backupsIn(app)]);
});

test('a rehearsal does not report what the site has recomputed since the backup', async () => {
  await using app = await testApp();
  const { config } = app.context;
  const token = await app.signIn();
  await app.json('POST', '/articles/admin', anArticle({ isPublished: true }), token);
  await app.json('POST', '/events/admin', anEvent(), token);
  await makeBackup(config, { reason: 'asked', now: app.clock.now() });
  // As an upgrade renders it, and as another time zone has it.
  await app.db.updateTable('articles').set({ rendered: '<p dir="auto">Rendered anew</p>' }).execute();
  await app.json('PUT', '/settings/admin', { timeZone: 'Asia/Tokyo' }, token);
  await app.db.updateTable('administrators').set({ username: 'renamed' }).execute();
  expect(await rehearseLatestBackup(config)).toMatchObject({ articles: 1 });
});

test('a backup interrupted by a stop is made by the next start', async () => {
  await using app = await testApp();
  await app.signIn();
  app.clock.set('2026-11-22T03:00:30.000Z');
  const stopped = createBackupRunner(app.context, backupDependencies);
  const running = stopped.runDue();
  await expect.poll(() => isRunning(app)).toBeDefined();
  stopped.stop();
  await running;
  expect((await readBackupState(app.db)).backup).toMatchObject({ goodAt: null, error: null, isUnderWay: true });
  await createBackupRunner(app.context, backupDependencies).runDue();
  expect((await readBackupState(app.db)).backup).toMatchObject({
    goodAt: '2026-11-22T03:00:30.000Z',
    isUnderWay: false,
  });
  expect(backupsIn(app)).toEqual(['one-health-2026-11-22T03-00-30Z-nightly.tar']);
  expect(await noticesIn(app)).toEqual([]);
});

/** Each worker takes what is due, and is gone in the middle of it. */
async function killedWorkers(app: TestApp) {
  const hanging = join(app.context.config.dataDir, 'hanging.mjs');
  writeFileSync(hanging, "process.on('disconnect', () => process.exit()); setInterval(() => {}, 1000);");
  const begun: { stop: () => void; ended: Promise<void> }[] = [];
  return {
    at: async (now: string) => {
      app.clock.set(now);
      const worker = createBackupRunner(app.context, { ...backupDependencies, script: pathToFileURL(hanging) });
      begun.push({ stop: worker.stop, ended: worker.runDue() });
      await expect.poll(() => isRunning(app)).toBeDefined();
      app.clock.advance(61_000);
    },
    [Symbol.asyncDispose]: async () => {
      for (const { stop, ended } of begun) {
        stop();
        await ended;
      }
    },
  };
}

const isRunning = ({ db, clock }: TestApp) =>
  db
    .selectFrom('backupRuns')
    .select('id')
    .where('state', '=', 'running')
    .where('leaseUntil', '>', clock.now().toISOString())
    .executeTakeFirst();

describe.each(everyEngine)('a worker is killed on %s', (engine) => {
  test('the next start makes the missing backup, and no one is mailed', async () => {
    await using app = await testApp({ engine });
    await app.signIn();
    await using killed = await killedWorkers(app);
    await killed.at('2026-11-22T03:00:30.000Z');
    await createBackupRunner(app.context, backupDependencies).runDue();
    expect((await readBackupState(app.db)).backup).toMatchObject({ goodAt: '2026-11-22T03:01:31.000Z', error: null });
    expect(backupsIn(app)).toEqual(['one-health-2026-11-22T03-01-31Z-nightly.tar']);
    expect(await noticesIn(app)).toEqual([]);
  });

  test('the replacement fails in another way: that is mailed', async () => {
    await using app = await testApp({ engine });
    await app.signIn();
    await using killed = await killedWorkers(app);
    await killed.at('2026-11-22T03:00:30.000Z');
    writeFileSync(app.context.config.backup.dir, 'no folder');
    await createBackupRunner(app.context, backupDependencies).runDue();
    expect(await noticesIn(app)).toEqual(['The backup of the website has failed']);
  });
});
