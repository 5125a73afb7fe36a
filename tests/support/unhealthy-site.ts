/** A site that does not run, well but for what a test has spoilt, and what doctor finds there. */
import { createHash } from 'node:crypto';
import { chmodSync, globSync, lstatSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'vitest';
import { healthDependencies } from '#app/monitoring/health-dependencies.ts';
import { insertAdministrator } from '#features/accounts/adding.server.ts';
import type { CheckResult } from '#features/health/check-result.ts';
import { runDoctor } from '#features/health/doctor.server.ts';
import type { Db } from '#platform/db/db.ts';
import { isLostWithContainer } from '#platform/files/folder-state.ts';
import { type Engine, freshDatabase } from './database.ts';

type Place = { dataDir: string; env: Record<string, string> };
type Settings = Record<string, string>;

export type Spoilt = {
  engine?: Engine;
  /** With the database open. */
  fill?: (db: Db, place: Place) => Promise<unknown>;
  /** With the database closed; may answer what to set besides. */
  spoil?: (place: Place) => unknown;
};

/** Of a site that does not run and has no mail server and no backup. */
const usual = [
  'bad address',
  'look smtp',
  'look backup',
  ...(isLostWithContainer(tmpdir()) ? ['look disk', 'bad backup'] : []),
];

/** The site as its name says, what doctor calls it, and what it says of it. */
export type IllSite = [name: string, called: string, said: RegExp, spoilt: Spoilt];

/** Finds that one thing and no other, with one thing to do. */
export async function expectIll([, called, said, spoilt]: IllSite): Promise<void> {
  const findings = await findingsIn(spoilt);
  expect(illsOf(findings).filter((ill) => ill === called || !usual.includes(ill))).toEqual([called]);
  const found = findings.find(({ check }) => called.endsWith(` ${check}`));
  expect(found?.sentence).toMatch(said);
  expect(found?.todo).toMatch(/^[A-Z].{10,}/);
}

/** Also expects that nothing in the data folder changes. */
export async function findingsIn({ engine = 'sqlite', fill, spoil }: Spoilt): Promise<CheckResult[]> {
  await using site = await freshDatabase(engine);
  const { dataDir, db, url } = site;
  const env = { DATA_DIR: dataDir, PORT: '9', ...(url ? { DATABASE_URL: url } : {}) };
  for (const username of ['ada', 'bo']) await addAdministrator(db, username);
  await addPrivacyPage(db);
  await fill?.(db, { dataDir, env });
  await site.close();
  const more = ((await spoil?.({ dataDir, env })) ?? {}) as Settings;
  const before = hashOf(dataDir);
  const findings = await runDoctor({ ...env, ...more }, new Date(), healthDependencies);
  expect(hashOf(dataDir)).toBe(before);
  // Only root could remove what stands in a folder that is read-only.
  chmodSync(dataDir, 0o700);
  return findings;
}

/** What is not good, as 'level check'. */
export function illsOf(findings: CheckResult[]): string[] {
  return findings.filter(({ level }) => level !== 'good').map(({ level, check }) => `${level} ${check}`);
}

/** With an authenticator app. */
export async function addAdministrator(db: Db, username: string, email = `${username}@society.org`): Promise<void> {
  const now = new Date();
  const administratorId = await insertAdministrator(db, { username, email, passwordHash: 'none' }, now);
  const app = { totpSecret: 'A'.repeat(32), totpCreatedAt: now.toISOString() };
  await db.updateTable('administrators').set(app).where('id', '=', administratorId).execute();
}

async function addPrivacyPage(db: Db): Promise<void> {
  const at = new Date().toISOString();
  const content = '<p>We erase all of this 30 days after the event.</p>';
  const page = { title: 'Privacy', address: 'privacy', content, place: 'footer' as const, isPublished: true };
  await db
    .insertInto('pages')
    .values({ ...page, imageUrl: null, createdAt: at, updatedAt: at, deletedAt: null })
    .execute();
}

/** Of every file and folder, with its mode and owner. */
export function hashOf(folder: string): string {
  const hash = createHash('sha256');
  for (const path of globSync('**', { cwd: folder }).sort()) {
    const found = lstatSync(join(folder, path));
    hash.update(`${path} ${found.mode} ${found.uid}\n`);
    if (found.isFile()) hash.update(readFileSync(join(folder, path)));
  }
  return hash.digest('hex');
}
