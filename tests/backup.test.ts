/** A backup of a whole site, read by other programs, and put back. */
import { execFileSync, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import { restoreSite } from '#app/operator/restore-site.ts';
import { makeBackup } from '#features/backup/making.server.ts';
import { Manifest } from '#features/backup/manifest.schema.ts';
import { eraseGuestsOfOldEvents } from '#features/registrations/registrations.jobs.ts';
import { getSettings } from '#features/settings/settings.server.ts';
import { diskStore } from '#platform/storage/disk-store.ts';
import {
  type BackupPlace,
  backedUp,
  backupNow,
  everything,
  filledPlace,
  inDatabase,
  pictures,
  placeFor,
} from './support/backups.ts';
import { changePostgres } from './support/change-postgres.ts';
import { compileCache } from './support/compile-cache.ts';
import { engines } from './support/database.ts';
import { anOpenEvent, comes } from './support/guests.ts';
import { isLacking } from './support/programs.ts';
import { s3Server } from './support/s3.ts';
import { testApp } from './support/test-app.ts';

const later = new Date('2026-11-23T09:00:00.000Z');
const hasPython = !isLacking('python3');
const hasSums = !isLacking('sha256sum');

describe.each(engines)('a backup on %s', (engine) => {
  test('can be read by tar, and describes its contents', async () => {
    await using site = await filledPlace(engine);
    const { file, name, bytes, manifest } = await backedUp(site);
    expect(name).toBe('one-health-2026-11-21T03-10-00Z-asked.tar');
    expect(readdirSync(site.backup.dir).sort()).toEqual(['backup.lock', name]);
    expect(statSync(file)).toMatchObject({ size: bytes, mode: 0o100600 });
    const folder = mkdtempSync(join(tmpdir(), 'site-unpacked-'));
    execFileSync('tar', ['-xf', file, '-C', folder]);
    expect(Manifest.parse(JSON.parse(readFileSync(join(folder, 'manifest.json'), 'utf8')))).toEqual(manifest);
    if (hasSums) expect(spawnSync('sha256sum', ['-c', 'manifest.sha256'], { cwd: folder }).status).toBe(0);
    for (const { path, sha256 } of manifest.entries)
      expect(
        createHash('sha256')
          .update(readFileSync(join(folder, path)))
          .digest('hex'),
        path,
      ).toBe(sha256);
    expect(manifest).toMatchObject({ engine, madeAt: backupNow.toISOString(), pictures: { files: 2 } });
    const [subscriber] = readFileSync(join(folder, 'rows/subscribers.ndjson'), 'utf8').split('\n');
    expect(JSON.parse(subscriber ?? '')).toMatchObject({ id: 1, state: 'confirmed' });
    const names = execFileSync('tar', ['-tf', file], { encoding: 'utf8' }).trim().split('\n');
    expect(names).toEqual([...manifest.entries.map(({ path }) => path), 'manifest.json', 'manifest.sha256']);
    const tables = Object.entries(await inDatabase(site, everything));
    expect(manifest.tables.map(({ name, rows }) => [name, rows])).toEqual(
      tables.map(([name, rows]) => [name, rows.length]),
    );
  });

  test('has pictures with long names, which tar, Python and a restore can read', async () => {
    await using site = await filledPlace(engine);
    const long = [101, 150, 190].map((length) => `articles/${'a'.repeat(length - 13)}.jpg`);
    for (const path of long) await diskStore(site.dataDir).put(path, Buffer.from(path));
    const { file, manifest } = await backedUp(site);
    const folder = mkdtempSync(join(tmpdir(), 'site-unpacked-'));
    execFileSync('tar', ['-xf', file, '-C', folder]);
    const script = 'import sys,tarfile; t=tarfile.open(sys.argv[1]); print(t.extractfile(sys.argv[2]).read().decode())';
    for (const path of long) {
      expect(readFileSync(join(folder, 'pictures', path), 'utf8')).toBe(path);
      if (!hasPython) continue;
      const inPython = execFileSync('python3', ['-c', script, file, `pictures/${path}`], { encoding: 'utf8' });
      expect(inPython.trim()).toBe(path);
    }
    expect(manifest.pictures?.files).toBe(5);
    await using other = await placeFor(engine);
    await restoreSite(other, file, later);
    for (const path of long) expect((await diskStore(other.dataDir).get(path))?.size).toBe(path.length);
  });

  test('holds nothing of guests who were erased', async () => {
    await using app = await testApp({ engine });
    const { id } = await anOpenEvent(app, await app.signIn(), { questions: ['What do you eat?'] });
    await comes(app, id, 'Philippa', { answers: ['No aubergines'] });
    const held = async () => {
      const { file } = await makeBackup(app.context.config, { reason: 'asked', now: app.clock.now() });
      return readFileSync(file, 'latin1').match(/philippa|aubergines/gi) ?? [];
    };
    expect((await held()).length).toBeGreaterThan(2);
    app.clock.set('2027-01-15T12:00:00.000Z');
    await eraseGuestsOfOldEvents(app.context);
    expect(await held()).toEqual([]);
  });

  test('holds no session, and nothing if there is no site yet', async () => {
    await using site = await filledPlace(engine);
    const { manifest } = await backedUp(site);
    const names = manifest.tables.map(({ name }) => name);
    for (const name of ['sessions', 'throttles', 'workers']) expect(names).not.toContain(name);
    await using empty = await placeFor(engine);
    await expect(makeBackup(empty, { reason: 'asked', now: backupNow })).rejects.toThrow(
      /^There is no site in .* yet\.$/,
    );
  });
});

describe('a restore', () => {
  test('restores every row and picture, and keeps the replaced state', async () => {
    await using site = await filledPlace('sqlite');
    const { file } = await backedUp(site);
    const before = await inDatabase(site, everything);
    await inDatabase(site, (db) => db.deleteFrom('members').execute());
    await diskStore(site.dataDir).remove(pictures[0] ?? '');
    const { kept } = await restoreSite(site, file, later);
    if (kept === null) throw new Error('Nothing was kept');
    const after = await inDatabase(site, everything);
    for (const table of ['issues', 'audit', 'secrets', 'scheduled_publications'])
      for (const rows of [before, after]) delete rows[table];
    expect(after).toEqual(before);
    for (const path of pictures) expect(await diskStore(site.dataDir).get(path), path).not.toBeNull();
    expect(
      await inDatabase({ dataDir: kept, databaseUrl: undefined }, (db) =>
        db.selectFrom('members').selectAll().execute(),
      ),
    ).toEqual([]);
    expect(existsSync(join(kept, 'One Health Images', pictures[1] ?? ''))).toBe(true);
    const { dataDir } = site;
    expect(readdirSync(dataDir).filter((name) => /^restore(-|\.json)/.test(name))).toEqual([]);
  });

  test('ends sessions, pauses newsletters with a sentence, and continues the numbering of ids', async () => {
    await using site = await filledPlace('sqlite');
    await inDatabase(site, (db) =>
      db
        .updateTable('issues')
        .set({ state: 'sending', pauseReason: null, sendAfter: new Date().toISOString() })
        .execute(),
    );
    const { file } = await backedUp(site);
    await using other = await placeFor('sqlite');
    await restoreSite(other, file, later);
    await inDatabase(other, async (db) => {
      expect(await db.selectFrom('sessions').selectAll().execute()).toEqual([]);
      const issues = await db.selectFrom('issues').select(['state', 'pauseReason', 'sendAfter']).execute();
      for (const issue of issues)
        expect(issue).toEqual({
          state: 'paused',
          sendAfter: null,
          pauseReason: expect.stringMatching(
            /^Paused, because the site was restored from the backup of .*2026, 03:10 UTC\. /,
          ),
        });
      expect(issues).not.toEqual([]);
      const { id: _, ...values } = await db
        .selectFrom('articles')
        .selectAll()
        .where('id', '=', 1)
        .executeTakeFirstOrThrow();
      expect(await db.insertInto('articles').values(values).returning('id').executeTakeFirst()).toEqual({ id: 11 });
      const done = await db.selectFrom('audit').select('action').orderBy('id', 'desc').executeTakeFirst();
      expect(done).toEqual({ action: 'backup.restore' });
    });
  });

  test('says where the pictures of a site without a database are kept', async () => {
    await using site = await filledPlace('sqlite');
    const { file } = await backedUp(site);
    rmSync(join(site.dataDir, 'site.db'));
    const { kept } = await restoreSite(site, file, later);
    expect(existsSync(join(kept ?? '', 'One Health Images', pictures[0] ?? ''))).toBe(true);
    await using empty = await placeFor('sqlite');
    expect((await restoreSite(empty, file, later)).kept).toBeNull();
  });

  test('names the pictures that the backup does not have, and so does the backup', async () => {
    await using site = await filledPlace('sqlite');
    const store = diskStore(site.dataDir);
    const file = 'articles/1.jpg';
    await store.put(file, Buffer.from('x'));
    const settings = { DATA_DIR: site.dataDir, BACKUP_DIR: site.backup.dir };
    const run = (command: string, ...args: string[]) => {
      const env = { PATH: process.env.PATH ?? '', NODE_COMPILE_CACHE: compileCache, ...settings };
      return spawnSync(process.execPath, [`scripts/${command}.ts`, ...args], { env, encoding: 'utf8' });
    };
    expect((await restoreSite(site, (await backedUp(site)).file, later)).lost).toBeNull();
    await store.remove(file);
    const made = run('backup');
    const sentence = (place: string) => `1 of 1 picture is missing in ${place}: /uploads/${file}. `;
    expect(made).toMatchObject({ status: 0, stderr: '' });
    expect(made.stdout).toContain(sentence('the site, and in this backup'));
    const restored = run('restore', /Backed up into (\S+)/.exec(made.stdout)?.[1] ?? '');
    expect(restored).toMatchObject({ status: 0, stderr: '' });
    expect(restored.stdout).toContain(sentence('the backup'));
  });

  test('drops links and settings that a save would refuse', async () => {
    await using site = await filledPlace('sqlite');
    const hostile = 'javascript:alert(1)';
    const good = { label: 'Elsewhere', url: 'https://society.example' };
    await inDatabase(site, async (db) => {
      const updatedAt = backupNow.toISOString();
      const settings = {
        socialLinks: [{ label: 'Bad', url: hostile }, good],
        membershipUrl: hostile,
        homeVariant: 'none',
        heroTagline: 'Kept',
      };
      for (const [key, value] of Object.entries(settings)) {
        await db.deleteFrom('settings').where('key', '=', key).execute();
        await db
          .insertInto('settings')
          .values({ key, value: JSON.stringify(value), updatedAt })
          .execute();
      }
    });
    const { file } = await backedUp(site);
    await using other = await placeFor('sqlite');
    await restoreSite(other, file, later);
    await inDatabase(other, async (db) => {
      const { socialLinks, membershipUrl, homeVariant, heroTagline } = await getSettings(db, { timeZone: 'UTC' });
      expect({ socialLinks, membershipUrl, homeVariant, heroTagline }).toEqual({
        socialLinks: [good],
        membershipUrl: '',
        homeVariant: 'grid',
        heroTagline: 'Kept',
      });
    });
  });

  test('includes schedules: nothing goes live by itself after a restore, and administrators are told of each', async () => {
    await using site = await filledPlace('sqlite');
    const ids = await inDatabase(site, async (db) => {
      const ids = (await db.selectFrom('articles').select('id').orderBy('id').limit(3).execute()).map(({ id }) => id);
      const publishAt = '2099-12-01T08:00:00';
      const plan = { publishAt, dueAt: `${publishAt}.000Z`, hasNewsletter: true, administratorId: 1 };
      await db.deleteFrom('scheduledPublications').execute();
      for (const [at, state] of (['scheduled', 'late', 'published'] as const).entries())
        await db
          .insertInto('scheduledPublications')
          .values({ ...plan, articleId: ids[at] ?? 0, state, createdAt: plan.dueAt, toldAt: plan.dueAt })
          .execute();
      return ids;
    });
    const { file } = await backedUp(site);
    await using other = await placeFor('sqlite');
    await restoreSite(other, file, later);
    const held = await inDatabase(other, (db) =>
      db.selectFrom('scheduledPublications').select(['articleId', 'state', 'toldAt']).orderBy('articleId').execute(),
    );
    expect(held).toEqual(ids.slice(0, 2).map((articleId) => ({ articleId, state: 'restored', toldAt: null })));
  });

  test('refuses while the site runs, and refuses other files', async () => {
    await using site = await filledPlace('sqlite');
    const { file } = await backedUp(site);
    await inDatabase(site, async () => {
      await expect(restoreSite(site, file, later)).rejects.toThrow(/^The site in .* is running/);
    });
    await expect(restoreSite(site, join(site.dataDir, 'none.tar'), later)).rejects.toThrow(
      /^The file .* cannot be read\.$/,
    );
    await expect(restoreSite(site, join(site.dataDir, 'site.db'), later)).rejects.toThrow(
      /^This file is damaged, or is not a backup/,
    );
  });
});

describe('between engines and stores', () => {
  /** Without what a restore changes on purpose. */
  const unchanged = async (place: BackupPlace) => {
    const {
      issues: _1,
      audit: _2,
      secrets: _3,
      scheduled_publications: _4,
      ...tables
    } = await inDatabase(place, everything);
    return tables;
  };

  test.skipIf(!engines.includes('postgres'))('SQLite to PostgreSQL and back gives the same rows', async () => {
    // More than one batch of rows.
    await using sqlite = await filledPlace('sqlite', 1100);
    await using postgres = await placeFor('postgres');
    await using back = await placeFor('sqlite');
    const before = await unchanged(sqlite);
    // A new table has to be filled in tests/support/filled-site.ts.
    expect(Object.entries(before).filter(([, rows]) => rows.length === 0)).toEqual([]);
    expect((await restoreSite(postgres, (await backedUp(sqlite)).file, later)).kept).toBeNull();
    expect(await unchanged(postgres)).toEqual(before);
    await restoreSite(back, (await backedUp(postgres)).file, later);
    expect(await unchanged(back)).toEqual(before);
    for (const place of [postgres, back])
      await inDatabase(place, async (db) => {
        const { id: _, ...values } = await db
          .selectFrom('articles')
          .selectAll()
          .where('id', '=', 1)
          .executeTakeFirstOrThrow();
        expect(await db.insertInto('articles').values(values).returning('id').executeTakeFirst()).toEqual({ id: 11 });
      });
  });

  test.skipIf(!engines.includes('postgres'))('replaces a site in PostgreSQL, which is backed up first', async () => {
    await using site = await filledPlace('postgres');
    const { file } = await backedUp(site);
    await inDatabase(site, (db) => db.deleteFrom('members').execute());
    const changed = await unchanged(site);
    const triggers = sql`SELECT tgrelid::regclass::text, tgname FROM pg_trigger WHERE NOT tgisinternal ORDER BY 1, 2`;
    const triggersOf = async () => (await inDatabase(site, (db) => triggers.execute(db))).rows;
    const before = await triggersOf();
    const { kept } = await restoreSite(site, file, later);
    expect(kept).toMatch(/2026-11-23T09-00-00Z-before-restore\.tar$/);
    expect((await unchanged(site)).members).not.toEqual([]);
    expect(before).not.toEqual([]);
    expect(await triggersOf()).toEqual(before);
    await using other = await placeFor('sqlite');
    await restoreSite(other, kept ?? '', later);
    expect(await unchanged(other)).toEqual(changed);
    await inDatabase(site, async (db) => {
      await db.selectFrom('kinds').selectAll().execute();
      await expect(restoreSite(site, file, later)).rejects.toThrow(/^A site or a worker is running .* then restore\.$/);
    });
  });

  test.skipIf(!engines.includes('postgres'))('a restore that PostgreSQL refuses leaves the old state', async () => {
    await using site = await filledPlace('sqlite');
    await inDatabase(site, (db) => db.updateTable('members').set({ bio: 'a\0b' }).where('id', '=', 2).execute());
    const { file } = await backedUp(site);
    await using other = await filledPlace('postgres');
    const before = await inDatabase(other, everything);
    await expect(restoreSite(other, file, later)).rejects.toThrow(
      /^PostgreSQL did not take the site: .* Nothing was changed\.$/,
    );
    expect(await inDatabase(other, everything)).toEqual(before);
    await using foreign = await placeFor('postgres');
    const { databaseUrl = '' } = foreign;
    await changePostgres(databaseUrl, 'CREATE TABLE invoices (id integer)');
    await expect(restoreSite(foreign, file, later)).rejects.toThrow(
      /has tables that are not the site’s\. Create a new/,
    );
    await changePostgres(databaseUrl, 'SELECT id FROM invoices');
  });

  test('pictures can be restored from a bucket and into one', async () => {
    await using site = await filledPlace('sqlite');
    await using from = await s3Server();
    await using to = await s3Server();
    const path = 'events/1790000000000-0123456789abcdef.png';
    for (const [name, bytes] of [
      [path, Buffer.alloc(600_000, 'a')],
      ['cards/articles/1-a.jpg', Buffer.from('drawn again')],
    ] as const)
      from.objects.set(name, { bytes, contentType: 'image/png', cacheControl: '', modifiedAt: backupNow });
    const { file, manifest } = await backedUp({ ...site, s3: from.settings });
    expect(manifest.pictures).toEqual({ files: 1, bytes: 600_000 });
    await using other = await placeFor('sqlite');
    await restoreSite({ ...other, s3: to.settings }, file, later);
    expect([...to.objects]).toMatchObject([[path, { contentType: 'image/png', bytes: from.objects.get(path)?.bytes }]]);
    expect(existsSync(join(other.dataDir, 'One Health Images'))).toBe(false);
    await restoreSite(other, file, later);
    expect(readFileSync(join(other.dataDir, 'One Health Images', path))).toEqual(from.objects.get(path)?.bytes);
  });
});
