/** `npm run upgrade` killed at its steps: the old version or the new one is there, whole; the next upgrade says which, and goes through. */
import { mkdirSync, readdirSync, symlinkSync, writeFileSync } from 'node:fs';
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
const all = Number.isFinite(most) ? `${most}` : 'all';
const killer = resolve(import.meta.dirname, '../support/kill-at.ts');
const migrations = 'db/migrations/sqlite';
const next = String(readdirSync(migrations).length + 1).padStart(4, '0');
const files = { [`${migrations}/${next}_upgraded.sql`]: 'CREATE TABLE upgraded (id integer PRIMARY KEY) STRICT;\n' };
/** The database is as the new version wants it when the start fails. */
const migratesAndEnds = `
  import { openDatabase } from '#platform/db/db.ts';
  const database = await openDatabase({ dataDir: process.env.DATA_DIR });
  await database.close();
  process.exit(1);`;

let release: ReturnType<typeof makeRelease>;
let unpacked: string;
let good: string;
let bad: string;

beforeAll(async () => {
  release = makeRelease();
  unpacked = unpack(release.archive, join(release.folder, 'unpacked'));
  good = await otherVersion(unpacked, '7.0.0', { files });
  bad = await otherVersion(unpacked, '6.0.0', { files: { ...files, 'src/app/main.ts': migratesAndEnds } });
});
afterAll(() => release?.[Symbol.dispose]());

const upgrade = (server: Server, archive: string, asked: Record<string, string> = {}) => {
  const isWatched = Object.keys(asked).length > 0;
  const env = isWatched ? { NODE_OPTIONS: `--import ${killer}`, ...asked } : {};
  return server.runWith(env, 'upgrade', '--', '--wait', archive === bad ? '1' : '30', archive);
};

function inDatabase(server: Server, query: string): unknown[] {
  const database = new DatabaseSync(join(server.dataDir, 'site.db'));
  try {
    return database.prepare(query).all();
  } finally {
    database.close();
  }
}

/** With an article, and what an upgrade before this one has left. `putBack` brings that back and starts it. */
async function installOld(name: string) {
  const server = await installServer(join(release.folder, name), unpacked);
  const site = { url: server.url };
  await ask(site, 'POST', '/articles/admin', anArticle({ isPublished: true }), await signIn(site));
  for (const folder of [join(server.home, 'releases/one-health-0.0.1'), join(server.dataDir, 'before-0.0.2')]) {
    mkdirSync(folder);
    for (const file of ['one', 'other']) writeFileSync(join(folder, file), file);
  }
  symlinkSync('releases/one-health-0.0.1', join(server.home, 'previous'));
  const putBack = server.keep();
  return {
    server,
    before: await server.runs(),
    putBack: async () => {
      putBack();
      server.systemctl('start');
      await eventually(server.isReady, 60_000);
    },
    /** Nothing that was begun lies about, and what is saved now stays. */
    expectTidy: async (at: string) => {
      const names = [...readdirSync(server.dataDir), ...readdirSync(server.home), ...server.releases()];
      expect(
        names.filter((one) => /^upgrade-|^\.u/.test(one)),
        at,
      ).toEqual([]);
      expect(inDatabase(server, 'SELECT id FROM articles'), at).toHaveLength(1);
      const saved = await ask(site, 'POST', '/articles/admin', anArticle(), await signIn(site));
      expect(saved.status, at).toBe(201);
    },
  };
}

const hasNewTable = (server: Server) =>
  inDatabase(server, "SELECT 1 FROM sqlite_schema WHERE name = 'upgraded'").length === 1;

/** From the end: there most has happened. */
function chosenOf(steps: number[]): number[] {
  const every = Number.isFinite(most) ? Math.ceil(steps.length / most) : 1;
  return steps.toReversed().filter((_, n) => n % every === 0);
}

test(`killed in ${all} states`, { timeout: patient(3_600_000) }, async () => {
  const { server, before, putBack, expectTidy } = await installOld('server');
  await using _ = server;
  await putBack();
  const { status, told } = await upgrade(server, good, { WATCHED: server.home });
  const steps = stepsThatDiffer(told);
  expect([status, steps.length > 10], told).toEqual([0, true]);
  const seen: string[] = [];
  for (const step of chosenOf(steps)) {
    await putBack();
    const killed = await upgrade(server, good, { KILL_AT: String(step) });
    const at = `step ${step} of ${steps.at(-1)}\n${killed.told}`;
    expect(killed.status, at).not.toBe(0);
    // As after a power cut: the service starts what there is.
    const version = await server.runs();
    if (!(await server.isReady())) server.systemctl('start');
    await eventually(server.isReady, 60_000);
    expect([before, '7.0.0'], at).toContain(version);
    expect(hasNewTable(server), at).toBe(version !== before);
    expect(inDatabase(server, 'SELECT id FROM articles'), at).toHaveLength(1);
    seen.push(version);
    const again = await upgrade(server, good);
    expect([again.status, await server.runs()], `${at}\n${again.told}`).toEqual([0, '7.0.0']);
    expect(again.told, at).toContain('The site runs 7.0.0.');
    if (version !== before)
      expect(again.told, at).toContain('An upgrade to 7.0.0 was cut off. The site has version 7.0.0');
    await expectTidy(at);
    expect(server.releases(), at).toEqual([`one-health-${before}`, 'one-health-7.0.0'].sort());
    expect(
      readdirSync(server.dataDir).filter((name) => name.startsWith('before-')),
      at,
    ).toEqual(['before-7.0.0']);
  }
  if (seen.length > 5) expect([...new Set(seen)].sort()).toEqual([before, '7.0.0'].sort());
  console.log(`Killed ${seen.length} times, in each state that ${steps.at(-1)} steps leave.`);
});

test(`going back from a version that does not start, killed in ${all} states`, {
  timeout: patient(3_600_000),
}, async () => {
  const { server, before, putBack, expectTidy } = await installOld('going-back');
  await using _ = server;
  await putBack();
  const { status, told } = await upgrade(server, bad, { WATCHED: server.home });
  const steps = stepsThatDiffer(told);
  expect([status, steps.length > 10, await server.runs()], told).toEqual([1, true, before]);
  const chosen = chosenOf(steps);
  for (const step of chosen) {
    await putBack();
    const killed = await upgrade(server, bad, { KILL_AT: String(step) });
    const at = `step ${step} of ${steps.at(-1)}\n${killed.told}`;
    expect(killed.told, at).not.toContain('The site runs the version of before');
    const again = await upgrade(server, bad);
    expect([again.status, await server.runs()], `${at}\n${again.told}`).toEqual([1, before]);
    expect(again.told, at).toContain('The site runs the version of before');
    expect([hasNewTable(server), await server.isReady()], at).toEqual([false, true]);
    await expectTidy(at);
  }
  console.log(`Killed ${chosen.length} times, in each state that ${steps.at(-1)} steps leave.`);
});
