/** `npm run upgrade` killed at its steps: the old version or the new one is there, whole; the next upgrade says which, and goes through. */
import { existsSync, readdirSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { ask, signIn } from '../support/ask.ts';
import { anArticle } from '../support/builders.ts';
import { patient } from '../support/patience.ts';
import { stepsThatDiffer } from '../support/processes.ts';
import { makeRelease, otherVersion, unpack } from '../support/releases.ts';
import { installServer, type Server } from '../support/server-of-site.ts';
import { eventually } from '../support/smtp.ts';

/** `npm run test:recovery` takes all. */
const most = Number(process.env.UPGRADE_KILLS ?? 8);
const killer = resolve(import.meta.dirname, '../support/kill-at.ts');
const migrations = 'db/migrations/sqlite';
const next = String(readdirSync(migrations).length + 1).padStart(4, '0');
const files = { [`${migrations}/${next}_upgraded.sql`]: 'CREATE TABLE upgraded (id integer PRIMARY KEY) STRICT;\n' };

let release: ReturnType<typeof makeRelease>;
let unpacked: string;
let good: string;

beforeAll(async () => {
  release = makeRelease();
  unpacked = unpack(release.archive, join(release.folder, 'unpacked'));
  good = await otherVersion(unpacked, '7.0.0', { files });
});
afterAll(() => release?.[Symbol.dispose]());

const upgrade = (server: Server, asked: Record<string, string> = {}) => {
  const isWatched = Object.keys(asked).length > 0;
  const env = isWatched ? { NODE_OPTIONS: `--import ${killer}`, ...asked } : {};
  return server.runWith(env, 'upgrade', '--', '--wait', '30', good);
};

function inDatabase(server: Server, query: string): unknown[] {
  const database = new DatabaseSync(join(server.dataDir, 'site.db'));
  try {
    return database.prepare(query).all();
  } finally {
    database.close();
  }
}

test(`killed at ${Number.isFinite(most) ? most : 'all'} steps`, { timeout: patient(3_600_000) }, async () => {
  await using server = await installServer(join(release.folder, 'server'), unpacked);
  const site = { url: server.url };
  await ask(site, 'POST', '/articles/admin', anArticle({ isPublished: true }), await signIn(site));
  const before = await server.runs();
  const putBack = server.keep();
  const asBefore = async () => {
    putBack();
    server.systemctl('start');
    await eventually(server.isReady, 60_000);
  };
  await asBefore();
  const { status, told } = await upgrade(server, { WATCHED: server.home });
  const steps = stepsThatDiffer(told);
  expect([status, steps.length > 10], told).toEqual([0, true]);
  const every = Number.isFinite(most) ? Math.ceil(steps.length / most) : 1;
  // From the end: there the new version is in place.
  const chosen = steps.toReversed().filter((_, n) => n % every === 0);
  const seen: string[] = [];
  for (const step of chosen) {
    await asBefore();
    const killed = await upgrade(server, { KILL_AT: String(step) });
    const at = `step ${step} of ${steps[0]}\n${killed.told}`;
    expect(killed.status, at).not.toBe(0);
    // As after a power cut: the service starts what there is.
    const version = await server.runs();
    if (!(await server.isReady())) server.systemctl('start');
    await eventually(server.isReady, 60_000);
    expect([before, '7.0.0'], at).toContain(version);
    expect(inDatabase(server, "SELECT 1 FROM sqlite_schema WHERE name = 'upgraded'").length, at).toBe(
      version === before ? 0 : 1,
    );
    expect(inDatabase(server, 'SELECT id FROM articles'), at).toHaveLength(1);
    seen.push(version === before ? 'old' : 'new');
    const again = await upgrade(server);
    expect([again.status, await server.runs()], `${at}\n${again.told}`).toEqual([0, '7.0.0']);
    expect(again.told, at).toContain('The site runs 7.0.0.');
    if (version !== before)
      expect(again.told, at).toContain('An upgrade to 7.0.0 was cut off. The site has version 7.0.0');
    expect(inDatabase(server, 'SELECT id FROM articles'), at).toHaveLength(1);
    expect(
      readdirSync(server.dataDir).filter((name) => /^upgrade-/.test(name)),
      at,
    ).toEqual([]);
    expect(existsSync(join(server.home, '.upgrade-under-way')), at).toBe(false);
    expect(
      server.releases().filter((name) => name.startsWith('.')),
      at,
    ).toEqual([]);
    // What is saved now stays: nothing is held back any more.
    const saved = await ask(site, 'POST', '/articles/admin', anArticle(), await signIn(site));
    expect(saved.status, at).toBe(201);
  }
  expect([...new Set(seen)].sort()).toEqual(['new', 'old']);
  console.log(
    `Killed ${seen.length} times, in the states that ${steps.at(-1)} steps leave; the old one ran after ${seen.filter((one) => one === 'old').length}.`,
  );
});
