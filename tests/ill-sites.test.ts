/** Prepared ill sites: each is named rightly, with one thing to do, and nothing else is found. */
import { cpSync, readdirSync, rmSync, statSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { describe, expect, test } from 'vitest';
import { healthDependencies } from '#app/monitoring/health-dependencies.ts';
import { runDoctor } from '#features/health/doctor.server.ts';
import { storePicture } from '#features/uploads/pictures.server.ts';
import type { Db } from '#platform/db/db.ts';
import { diskStore } from '#platform/storage/disk-store.ts';
import { damagePage } from './support/damage-database.ts';
import { engines } from './support/database.ts';
import { plainJpeg } from './support/photos.ts';
import { s3Server } from './support/s3.ts';
import { testApp } from './support/test-app.ts';
import { expectIll, findingsIn, hashOf, type IllSite, illsOf } from './support/unhealthy-site.ts';

describe.each(engines)('on %s', (engine) => {
  test('a healthy site gets no false alarm, only that it does not run and has no mail server', async () => {
    const findings = await findingsIn({ engine });
    expect(illsOf(findings)).toEqual(['bad address', 'look smtp']);
    expect(findings.every(({ level, todo }) => (level === 'good') === (todo === null))).toBe(true);
  });
});

const site = (file: string) => (dataDir: string) => join(dataDir, file);
const database = site('site.db');

async function clockAt(db: Db, seenAt: string, waitsUntil: string | null = null): Promise<void> {
  await db.insertInto('erasingClock').values({ id: 1, seenAt, waitsUntil }).execute();
}

async function onePicture(db: Db, dataDir: string): Promise<string> {
  await using app = await testApp();
  const context = { ...app.context, db, store: diskStore(dataDir) };
  const bytes = await plainJpeg(40, 30);
  return (await storePicture(context, { purpose: 'articles', bytes, fileName: 'a.jpg', administratorId: null }))
    .imageUrl;
}

const sites: IllSite[] = [
  ['a full disk', 'bad disk', /nothing can be saved/, { spoil: () => ({ DISK_RESERVE_MB: '1000000' }) }],
  ['a damaged page', 'bad database', /damaged/, { spoil: ({ dataDir }) => damagePage(dataDir, 'revisions') }],
  [
    'a file that is no database',
    'bad database',
    /not a database|damaged/,
    { spoil: ({ dataDir }) => writeFileSync(database(dataDir), 'x'.repeat(8192)) },
  ],
  [
    'a database that is gone',
    'bad database',
    /There is no database/,
    { spoil: ({ dataDir }) => rmSync(database(dataDir)) },
  ],
  [
    'a database of a newer version',
    'bad database',
    /newer than this program/,
    {
      spoil({ dataDir }) {
        const file = new DatabaseSync(database(dataDir));
        file.exec("INSERT INTO migrations VALUES (9999, '9999_later', 'x', '2036-01-01T00:00:00.000Z')");
        file.close();
      },
    },
  ],
  ['a clock that is behind', 'bad clock', /was running at/, { fill: (db) => clockAt(db, '2036-01-01T00:00:00.000Z') }],
  [
    'a clock that has jumped',
    'look clock',
    /jumped/,
    { fill: (db) => clockAt(db, '2026-01-01T00:00:00.000Z', '2036-01-01T00:00:00.000Z') },
  ],
  [
    'settings that cannot be used',
    'bad settings',
    /^PORT: must be a whole number/,
    { spoil: () => ({ PORT: 'http' }) },
  ],
  [
    'a misspelt setting',
    'look settings',
    /SITE_ULR is not a setting/,
    { spoil: () => ({ SITE_ULR: 'https://society.org' }) },
  ],
  [
    'a proxy that is not trusted',
    'look settings',
    /limits count all visitors as one/,
    { spoil: () => ({ SITE_URL: 'https://society.example' }) },
  ],
  [
    'a proxy that is trusted and not there',
    'look settings',
    /visitors can claim any address/,
    { spoil: () => ({ SITE_URL: 'http://192.0.2.10:3000', PORT: '3000', TRUST_PROXY: 'true' }) },
  ],
  [
    'a picture that is missing',
    'bad pictures',
    /^1 of 1 picture is missing/,
    {
      async fill(db, { dataDir }) {
        const url = await onePicture(db, dataDir);
        rmSync(join(dataDir, url.replace('/uploads', 'One Health Images')));
      },
    },
  ],
  [
    'a storage that is away',
    'bad storage',
    /cannot be read/,
    { spoil: () => ({ S3_ENDPOINT: 'http://127.0.0.1:9', S3_ACCESS_KEY_ID: 'a', S3_SECRET_ACCESS_KEY: 'hidden-key' }) },
  ],
];

test.each(sites)('%s is named %s', async (...ill) => expectIll(ill));

test('a wrong key of a bucket is named, and no key is shown', async () => {
  await using s3 = await s3Server();
  const { endpoint, bucket, region, accessKeyId } = s3.settings;
  const keys = { S3_ACCESS_KEY_ID: accessKeyId, S3_SECRET_ACCESS_KEY: 'not-the-right-key' };
  const env = { S3_ENDPOINT: endpoint, S3_BUCKET: bucket, S3_REGION: region, ...keys };
  await expectIll(['', 'bad storage', /S3 answered 403/, { spoil: () => env }]);
});

test('only damaged files are advised to be replaced by a backup', async () => {
  const todoAfter = async (spoil: (file: string) => void) =>
    (await findingsIn({ spoil: ({ dataDir }) => spoil(database(dataDir)) })).find(({ check }) => check === 'database')
      ?.todo;
  expect(await todoAfter((file) => rmSync(file))).toMatch(/^See that DATA_DIR is the right folder/);
  expect(await todoAfter((file) => writeFileSync(file, 'x'.repeat(8192)))).toMatch(/restore the newest backup/);
});

test('a truncated database is named, without its consequences', async () => {
  const spoil = ({ dataDir }: { dataDir: string }) =>
    truncateSync(database(dataDir), statSync(database(dataDir)).size / 2);
  await expectIll(['', 'bad database', /damaged|malformed/, { spoil }]);
});

test('a site that was killed is read with everything it had saved, and not changed', async () => {
  await using app = await testApp();
  await app.signIn();
  const { dataDir } = app.context.config;
  const killed = `${dataDir}-killed`;
  cpSync(dataDir, killed, { recursive: true });
  try {
    expect(readdirSync(killed)).toContain('site.db-wal');
    const before = hashOf(killed);
    const findings = await runDoctor({ DATA_DIR: killed, PORT: '9' }, new Date(), healthDependencies);
    expect(findings.find(({ check }) => check === 'administrators')?.sentence).toMatch(/only one/);
    expect(hashOf(killed)).toBe(before);
    rmSync(join(killed, 'site.db-shm'));
    const alone = await runDoctor({ DATA_DIR: killed, PORT: '9' }, new Date(), healthDependencies);
    expect(alone.find(({ check }) => check === 'database')?.sentence).toMatch(/Start the site/);
  } finally {
    rmSync(killed, { recursive: true });
  }
});
