/** Ill sites, as `ill-sites.test.ts` has them: who signs in, what waits to be sent, and what was forgotten. */
import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { seedDemo } from '#app/demo/seed.ts';
import { lostBackupsSentence } from '#app/monitoring/backup-checks.ts';
import { healthDependencies } from '#app/monitoring/health-dependencies.ts';
import { startWarnings } from '#app/operator/start-messages.ts';
import { deleteAuthenticatorApp } from '#features/accounts/second-factor/authenticator-app.server.ts';
import { backupName } from '#features/backup/backup.ts';
import { runChecks } from '#features/health/checks.server.ts';
import { runningSiteContext } from '#features/health/doctor.server.ts';
import { readConfig } from '#platform/config/config.ts';
import type { Db } from '#platform/db/db.ts';
import { diskStore } from '#platform/storage/disk-store.ts';
import { smallDisk } from './support/small-disk.ts';
import { testApp } from './support/test-app.ts';
import { expectIll, findingsIn, type IllSite, illsOf } from './support/unhealthy-site.ts';

const day = 86_400_000;
const ago = (days: number) => new Date(Date.now() - days * day).toISOString();
const long = '2020-01-01T00:00:00.000Z';

async function email(db: Db, recipient: string, state: 'failed' | 'sent' | 'queued'): Promise<void> {
  const row = {
    kind: 'account-notice',
    recipient,
    content: '{}',
    state,
    nextAttemptAt: long,
    createdAt: long,
  } as const;
  await db.insertInto('mails').values(row).execute();
}

async function passkeyOfAnotherDomain(db: Db, administratorId: number): Promise<void> {
  const key = {
    name: 'Key',
    domain: 'old.society.org',
    credentialId: 'a',
    publicKey: 'a',
    counter: 0,
    transports: '[]',
  };
  const row = { administratorId, ...key, createdAt: long, lastUsedAt: null };
  await db.insertInto('passkeys').values(row).execute();
}

const withoutFactor = (db: Db) => deleteAuthenticatorApp(db, 2);

const sites: IllSite[] = [
  [
    'one administrator',
    'look administrators',
    /only one administrator/,
    { fill: (db) => db.updateTable('administrators').set({ isActive: false }).where('username', '=', 'bo').execute() },
  ],
  [
    'no one who can sign in',
    'bad administrators',
    /No one can sign in/,
    { fill: (db) => db.updateTable('administrators').set({ isActive: false }).execute() },
  ],
  [
    'an account without a second factor',
    'look second-factor',
    /Only a password protects the account of .*bo/,
    { fill: withoutFactor },
  ],
  [
    'no page about addresses',
    'look privacy',
    /^Your forms ask for email addresses, but no page says what you do with them\.$/,
    { fill: (db) => db.deleteFrom('pages').execute() },
  ],
  [
    'a page about addresses that the settings have overtaken',
    'look privacy',
    /^The page Privacy says .* 30 days after an event, the settings say 60\.$/,
    {
      fill: (db) =>
        db
          .insertInto('settings')
          .values({ key: 'guestsKeptDays', value: '60', updatedAt: new Date().toISOString() })
          .execute(),
    },
  ],
  [
    'demo content still there',
    'look demo',
    /^\d+ pieces of demo content are/,
    {
      async fill(db, { dataDir }) {
        await using app = await testApp();
        const config = { ...app.context.config, dataDir };
        await seedDemo({ ...app.context, config, db, store: diskStore(dataDir) });
      },
    },
  ],
  [
    'a queue that is stuck',
    'bad queue',
    /1 email should have been sent/,
    { fill: (db) => email(db, 'a@b.org', 'queued') },
  ],
];

/** Returns the folder. */
function addBackup(dataDir: string, at: string): string {
  const dir = join(dataDir, 'backups');
  mkdirSync(dir, { recursive: true });
  writeFileSync(join(dir, backupName(new Date(at), 'asked', false)), '');
  return dir;
}

type Kind = 'backup' | 'rehearsal';

async function run(db: Db, kind: Kind, at: string, error: string | null = null): Promise<void> {
  const done = { leaseUntil: null, endedAt: at, fileName: null, bytes: null, articles: null, pictures: null };
  const state = error === null ? ('done' as const) : ('failed' as const);
  const row = { kind, reason: 'nightly' as const, state, at, ...done, error, copyError: null };
  await db.insertInto('backupRuns').values(row).execute();
}

/** Those who have been there since the site began. */
async function begunLongAgo(db: Db): Promise<void> {
  await db
    .updateTable('administrators')
    .set({ createdAt: long, lastSeenAt: ago(1) })
    .execute();
}

const backups: IllSite[] = [
  [
    'a backup that fails',
    'bad backup',
    /has failed: The disk is full/,
    { fill: (db) => run(db, 'backup', ago(1), 'The disk is full.') },
  ],
  ['an old backup', 'bad backup', /5 days old/, { spoil: ({ dataDir }) => addBackup(dataDir, ago(5)) }],
  ['a backup whose file is gone', 'bad backup', /^There is no backup in /, { fill: (db) => run(db, 'backup', ago(1)) }],
  [
    'a backup of a wrong clock',
    'look backup',
    /dated in the future/,
    { spoil: ({ dataDir }) => [addBackup(dataDir, ago(-400)), addBackup(dataDir, ago(1))] },
  ],
  [
    'no backup but one of a wrong clock',
    'bad backup',
    /^There is no backup in /,
    { fill: (db) => run(db, 'backup', ago(-400)), spoil: ({ dataDir }) => addBackup(dataDir, ago(-400)) },
  ],
  [
    'no backup at all',
    'bad backup',
    /There is no backup/,
    { fill: async (db) => [await begunLongAgo(db), await run(db, 'rehearsal', ago(1))] },
  ],
  [
    'a rehearsal that fails',
    'bad rehearsal',
    /could not be restored/,
    { fill: (db) => run(db, 'rehearsal', ago(1), 'A row is missing.') },
  ],
  [
    'a rehearsal of a wrong clock',
    'look rehearsal',
    /dated in the future/,
    { fill: (db) => run(db, 'rehearsal', ago(-400)) },
  ],
  ['an old rehearsal', 'look rehearsal', /50 days old/, { fill: (db) => run(db, 'rehearsal', ago(50)) }],
];

test.each(backups)('%s is named %s', async (...ill) => expectIll(ill));

test.skipIf(process.getuid?.() === 0)('a folder that the site cannot write into is named', async () => {
  const dir = mkdtempSync(join(tmpdir(), 'backups-'));
  chmodSync(dir, 0o500);
  const said = /^The site cannot save backups in .*\.$/;
  await expectIll(['', 'bad backup', said, { spoil: () => ({ BACKUP_DIR: dir }) }]);
  rmSync(dir, { recursive: true });
  const spoils = [
    ({ dataDir }: { dataDir: string }) => chmodSync(dataDir, 0o500),
    ({ dataDir }: { dataDir: string }) => {
      mkdirSync(join(dataDir, 'One Health Images'), { mode: 0o500 });
    },
  ];
  for (const spoil of spoils) {
    const disk = (await findingsIn({ spoil })).find(({ check }) => check === 'disk');
    expect(disk).toMatchObject({
      level: 'bad',
      sentence: expect.stringContaining('cannot write into its data folder'),
    });
  }
});

test('a backup that was made by a command counts', async () => {
  const found = await findingsIn({ fill: begunLongAgo, spoil: ({ dataDir }) => void addBackup(dataDir, ago(1)) });
  expect(found.find(({ check }) => check === 'backup')).toMatchObject({
    level: 'good',
    sentence: 'The newest backup was made 1 day ago.',
  });
});

test('folders that end with the container are named', async (test) => {
  await using disk = smallDisk(4);
  if (!disk) return test.skip('no disk could be mounted');
  const { dataDir } = disk;
  await expectIll(['', 'look backup', /are lost with the container/, { spoil: () => ({ BACKUP_DIR: dataDir }) }]);
  const [data, , backups] = startWarnings(readConfig({ DATA_DIR: dataDir }));
  expect(data).toBe(`What the site saves in ${dataDir} is lost with the container, which keeps that folder in itself.`);
  expect(backups).toBe(lostBackupsSentence(`${dataDir}/backups`));
});

test('no word of the site’s own sentences is hidden as a password', async () => {
  const env = { SMTP_URL: 'smtp://news:password@127.0.0.1:9?tls=none', MAIL_FROM: 'a@society.example' };
  const found = await findingsIn({ fill: withoutFactor, spoil: () => env });
  expect(found.find(({ check }) => check === 'second-factor')?.sentence).toMatch(/^Only a password protects /);
});

test.each(sites)('%s is named %s', async (...ill) => expectIll(ill));

test('an account whose passkeys are all of another domain has no second factor', async () => {
  const fill = async (db: Db) => [await withoutFactor(db), await passkeyOfAnotherDomain(db, 2)];
  const found = (await findingsIn({ fill })).find(({ check }) => check === 'second-factor');
  expect(found).toMatchObject({
    level: 'look',
    sentence: expect.stringMatching(/Only a password protects the account of .*bo/) as string,
    // Of someone else: no button of ours leads there.
    action: undefined,
  });
});

test('the running site names a dead worker', async () => {
  await using app = await testApp();
  await app.db
    .insertInto('erasingClock')
    .values({ id: 1, seenAt: '2026-11-21T09:00:00.000Z', waitsUntil: null })
    .execute();
  const findings = await runChecks(runningSiteContext(app.context, healthDependencies));
  expect(findings.find(({ check }) => check === 'worker')).toMatchObject({
    level: 'bad',
    sentence: expect.stringMatching(/last seen 3 hours ago/),
  });
  expect(findings.find(({ check }) => check === 'storage')?.sentence).toMatch(/a test file was written/);
});

test('demo content that the society has edited no longer counts as demo content', async () => {
  const findings = await findingsIn({
    async fill(db, { dataDir }) {
      await using app = await testApp();
      const config = { ...app.context.config, dataDir };
      await seedDemo({ ...app.context, config, db, store: diskStore(dataDir) });
      for (const table of ['articles', 'events', 'members'] as const)
        await db.updateTable(table).set({ version: 2 }).execute();
    },
  });
  expect(illsOf(findings)).not.toContain('look demo');
});
