/** Second copies in a bucket, and pass phrases. */
import { readdirSync, readFileSync, watch, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { backupDependencies } from '#app/backup/backup-dependencies.ts';
import { rehearseLatestBackup } from '#app/backup/rehearse.ts';
import { restoreSite } from '#app/operator/restore-site.ts';
import { createBackupRunner } from '#features/backup/backups.jobs.ts';
import { copyToBucket } from '#features/backup/keeping/second-copy.server.ts';
import { makeBackup } from '#features/backup/making.server.ts';
import { readBackupState } from '#features/backup/runs.server.ts';
import { backedUp, everything, filledPlace, inDatabase, placeFor } from './support/backups.ts';
import { s3Server } from './support/s3.ts';
import { testApp } from './support/test-app.ts';

const later = new Date('2026-11-23T09:00:00.000Z');
const passphrase = 'correct horse battery staple';

test('an encrypted backup can be restored with its passphrase alone', async () => {
  await using site = await filledPlace('sqlite');
  const encrypting = { ...site, backup: { ...site.backup, passphrase } };
  const { file, name } = await backedUp(encrypting);
  expect(name).toMatch(/\.tar\.age$/);
  expect(readFileSync(file).toString('latin1')).not.toMatch(/rows\/|Ωmega|reader/);
  await using other = await placeFor('sqlite');
  await expect(restoreSite(other, file, later)).rejects.toThrow(/^This backup is encrypted: set BACKUP_PASSPHRASE/);
  const wrong = { ...other, backup: { ...other.backup, passphrase: 'another pass phrase' } };
  await expect(restoreSite(wrong, file, later)).rejects.toThrow(
    /^This backup is damaged, or BACKUP_PASSPHRASE is not its pass phrase\./,
  );
  const bytes = readFileSync(file);
  bytes[bytes.length - 100] = (bytes.at(-100) ?? 0) ^ 1;
  const damaged = join(site.dataDir, 'damaged.tar.age');
  writeFileSync(damaged, bytes);
  await expect(restoreSite(encrypting, damaged, later)).rejects.toThrow(
    /^This backup is damaged: a part of it cannot be decrypted\./,
  );
  await restoreSite({ ...other, backup: encrypting.backup }, file, later);
  const members = (place: typeof site) => inDatabase(place, async (db) => (await everything(db)).members);
  expect(await members(other)).toEqual(await members(site));
});

test('with a passphrase nothing is ever written in plain text beside the backups', async () => {
  await using app = await testApp();
  await using elsewhere = await placeFor('sqlite');
  const dir = elsewhere.dataDir;
  const config = { ...app.context.config, backup: { ...app.context.config.backup, dir, passphrase } };
  const seen = new Set<string | null>();
  const watcher = watch(dir, (_, name) => void seen.add(name));
  const { name } = await makeBackup(config, { reason: 'asked', now: later });
  await rehearseLatestBackup(config);
  writeFileSync(join(dir, 'end'), '');
  await expect.poll(() => seen.has('end')).toBe(true);
  watcher.close();
  const expected = [name, `${name}.part`, 'backup.lock', 'backup.lock-journal', 'end'];
  expect([...seen].filter((one) => !expected.includes(one ?? ''))).toEqual([]);
  expect(readdirSync(app.context.config.dataDir).filter((one) => /rows|rehearsal/.test(one))).toEqual([]);
});

test('a second copy goes to the bucket, and outdated ones are removed there', async () => {
  await using server = await s3Server({ bucket: 'one-health-backups' });
  await using app = await testApp();
  const { config } = app.context;
  const token = await app.signIn();
  const ask = () => app.json('POST', '/backups/admin', undefined, token);
  const context = { ...app.context, config: { ...config, backup: { ...config.backup, s3: server.settings } } };
  const backups = createBackupRunner(context, backupDependencies);
  await ask();
  await backups.runDue();
  const [name = ''] = [...server.objects.keys()];
  expect(server.objects.get(name)?.bytes).toEqual(readFileSync(join(config.backup.dir, name)));
  await server.stop();
  app.clock.advance(60_000);
  await ask();
  await backups.runDue();
  const state = await readBackupState(app.db);
  expect(state.backup.error).toBeNull();
  expect(state.copyError).toMatch(
    /^The second copy of the backup could not be stored in the bucket one-health-backups: connect ECONNREFUSED/,
  );
  const mails = await app.db.selectFrom('mails').where('issueId', 'is', null).select('content').execute();
  expect(mails.map(({ content }) => (JSON.parse(content) as { subject: string }).subject)).toEqual([
    'The second copy of the backup has failed',
  ]);
}, 180_000);

test('a large file is sent in parts, and a failed one leaves nothing', async () => {
  await using server = await s3Server({ bucket: 'one-health-backups' });
  await using place = await placeFor('sqlite');
  const file = join(place.dataDir, 'large.tar');
  const bytes = Buffer.alloc(34 * 1024 * 1024, 'a');
  writeFileSync(file, bytes);
  await copyToBucket(server.settings, file, 'large.tar');
  expect(server.objects.get('large.tar')?.bytes.equals(bytes)).toBe(true);
  expect(server.requests).toEqual(['POST', 'PUT', 'PUT', 'PUT', 'POST'].map((method) => `${method} large.tar`));
  server.objects.clear();
  server.manners.next = ['fine', 'fine', 503, 503, 503];
  await expect(copyToBucket(server.settings, file, 'large.tar')).rejects.toThrow('does not answer');
  expect(server.objects.size).toBe(0);
});
