/** Backups that are damaged: each is refused with a sentence, and the site is as it was. */
import { createHash } from 'node:crypto';
import { mkdirSync, readdirSync, readFileSync, renameSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { restoreSite } from '#app/operator/restore-site.ts';
import { BackupRefused } from '#features/backup/backup.ts';
import { makeBackup } from '#features/backup/making.server.ts';
import { diskStore } from '#platform/storage/disk-store.ts';
import { backedUp, filledPlace, pictures } from './support/backups.ts';
import { everyEngine } from './support/database.ts';

const faults = Number(process.env.BACKUP_FAULTS ?? 20);
const later = new Date('2026-11-23T09:00:00.000Z');

/** What the folder holds, with the bytes of each file. */
function stateOf(dataDir: string): string[] {
  const entries = readdirSync(dataDir, { recursive: true, withFileTypes: true });
  return entries
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => {
      const bytes = readFileSync(join(parentPath, name));
      return `${join(parentPath, name)} ${createHash('sha256').update(bytes).digest('hex')}`;
    })
    .sort();
}

/** The same numbers from the same seed. */
function seeded(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
}

test('a folder in place of a file is refused with a sentence', async () => {
  await using site = await filledPlace('sqlite');
  await expect(restoreSite(site, site.dataDir, later)).rejects.toThrow(
    new BackupRefused(`${site.dataDir} is a folder: name the backup in it.`),
  );
});

test('a data folder that cannot be made is refused with a sentence', async () => {
  await using site = await filledPlace('sqlite');
  const { file } = await makeBackup(site, { reason: 'asked', now: later });
  const dataDir = join(file, 'data');
  await expect(restoreSite({ ...site, dataDir }, file, later)).rejects.toThrow(
    new BackupRefused(
      `The data folder ${dataDir} cannot be made (ENOTDIR): on a server the first start makes it. Nothing was changed.`,
    ),
  );
});

test('a refused restore is not mixed with an earlier one that was killed between rows and pictures', async () => {
  await using site = await filledPlace('sqlite');
  const [from, keptIn] = ['restore-2026-11-22T09-00-00', 'before-restore-2026-11-22T09-00-00'];
  const inPlace = join(site.dataDir, 'One Health Images');
  mkdirSync(join(site.dataDir, from));
  renameSync(inPlace, join(site.dataDir, from, 'One Health Images'));
  mkdirSync(inPlace);
  writeFileSync(join(inPlace, 'old.jpg'), 'old');
  writeFileSync(join(site.dataDir, 'restore.json'), JSON.stringify({ from, keptIn }));
  const damaged = join(site.dataDir, 'damaged.tar');
  writeFileSync(damaged, 'nothing');
  await expect(restoreSite(site, damaged, later)).rejects.toThrow(/Nothing was changed\.$/);
  expect(await diskStore(site.dataDir).get(pictures[0] ?? '')).not.toBeNull();
  expect(readdirSync(join(site.dataDir, keptIn, 'One Health Images'))).toEqual(['old.jpg']);
});

test('when the rows cannot be put in place, the pictures of the site stay where they are', async () => {
  await using site = await filledPlace('sqlite');
  const { file } = await makeBackup(site, { reason: 'before-migration', now: later });
  const ofSite = () => stateOf(site.dataDir).filter((line) => /One Health Images|site\.db/.test(line));
  const state = ofSite();
  const keptIn = join(site.dataDir, 'before-restore-2026-11-23T09-00-00');
  writeFileSync(keptIn, 'no folder');
  await expect(restoreSite(site, file, later)).rejects.toThrow(/cannot be put in place: .* Nothing was changed\.$/);
  expect(ofSite()).toEqual(state);
});

test(`a backup with one of ${faults} wrong bytes or ${faults} cut ends is refused`, async () => {
  await using site = await filledPlace(everyEngine[0] ?? 'sqlite');
  const { file } = await backedUp(site);
  const whole = readFileSync(file);
  const state = stateOf(site.dataDir);
  const random = seeded(Number(process.env.BACKUP_SEED ?? 7));
  const refuse = async (what: string) => {
    const error = await restoreSite(site, file, later).catch((thrown: unknown) => thrown);
    expect(error, what).toBeInstanceOf(BackupRefused);
    expect((error as Error).message, what).toMatch(/^This (file|backup) is .* Nothing was changed\.$/);
    writeFileSync(file, whole);
    expect(stateOf(site.dataDir), what).toEqual(state);
  };
  for (let n = 0; n < faults; n++) {
    const at = random(whole.length);
    const bytes = Buffer.from(whole);
    bytes[at] = (bytes[at] ?? 0) ^ (1 << random(8));
    writeFileSync(file, bytes);
    await refuse(`a wrong byte at ${at}`);
    const length = random(whole.length);
    truncateSync(file, length);
    await refuse(`cut after ${length} bytes`);
  }
  writeFileSync(file, Buffer.concat([whole, Buffer.from('more')]));
  await refuse('something after its end');
});
