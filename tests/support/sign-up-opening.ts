/** An event whose sign-up opens: many people confirm at once, for 20 places. */
import { setTimeout as sleep } from 'node:timers/promises';
import { registrationToken } from '#features/registrations/registration-links.server.ts';
import { openMigratedDatabase } from '#platform/db/db.ts';
import { type Engine, emptyPlace } from './database.ts';
import { type Site, startSite } from './site.ts';

export const people = 500;
export const places = 20;
/** One process on SQLite, three on PostgreSQL. */
const processes = { sqlite: 1, postgres: 3 };

export async function openSignUp(engine: Engine) {
  const place = await emptyPlace(engine);
  const tokens = await prepare(place);
  const env = {
    DATA_DIR: place.dataDir,
    TRUST_PROXY: 'true',
    LOG_LEVEL: 'error',
    SITE_URL: 'https://society.example',
    ...(place.url !== undefined && { DATABASE_URL: place.url }),
  };
  const sites: Site[] = [];
  for (let n = 0; n < processes[engine]; n++) sites.push(await startSite(env));
  const confirmAll = (links: string[]) =>
    Promise.all(links.map((token, n) => confirm(sites[n % sites.length] as Site, token, n)));
  return {
    place,
    tokens,
    confirmAll,
    async [Symbol.asyncDispose]() {
      await Promise.all(sites.map((site) => site.stop()));
      await place[Symbol.asyncDispose]();
    },
  };
}

/** An event for 20, and people who have not confirmed yet; answers the tokens of their links. */
async function prepare(place: { dataDir: string; url: string | undefined }): Promise<string[]> {
  const database = await openMigratedDatabase({ dataDir: place.dataDir, databaseUrl: place.url });
  const { db } = database;
  const now = new Date().toISOString();
  const startsAt = new Date(Date.now() + 30 * 86_400_000).toISOString();
  const times = { eventDate: startsAt.slice(0, 19), startsAt, createdAt: now, updatedAt: now, deletedAt: null };
  const event = { title: 'Opening', location: 'Hall', description: '', imageUrl: null, hasSignup: true };
  const { id: eventId } = await db
    .insertInto('events')
    .values({ ...event, ...times, capacity: places })
    .returning('id')
    .executeTakeFirstOrThrow();
  const rows = Array.from({ length: people }, (_, n) => ({
    eventId,
    name: `Guest ${n}`,
    email: `g${n}@example.org`,
    emailKey: `g${n}@example.org`,
    places: 1,
    state: 'pending' as const,
    answers: null,
    askedAt: now,
    createdAt: now,
  }));
  const guests = await db.insertInto('registrations').values(rows).returning(['id', 'emailKey']).execute();
  const tokens = await Promise.all(guests.map(async (guest) => (await registrationToken(db, guest)) ?? ''));
  await database.close();
  return tokens;
}

/** Each from a network of its own; one that is told to come back comes back. */
async function confirm(site: Site, token: string, n: number): Promise<{ state: string; tries: number }> {
  const headers = { 'content-type': 'application/json', 'x-forwarded-for': `10.${n >> 8}.${n & 255}.1` };
  for (let tries = 1; ; tries++) {
    const answer = await fetch(`${site.url}/api/v1/registrations/confirm`, {
      method: 'POST',
      headers,
      body: JSON.stringify({ token }),
    });
    if (answer.ok) return { ...((await answer.json()) as { state: string }), tries };
    if (answer.status !== 503) throw new Error(`${answer.status}: ${await answer.text()}`);
    await answer.arrayBuffer();
    await sleep(100 + Math.random() * 200);
  }
}
