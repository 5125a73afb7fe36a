import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, test } from 'vitest';
import { registrationToken } from '#features/registrations/registration-links.server.ts';
import { openMigratedDatabase } from '#platform/db/db.ts';
import { emptyPlace, mainlyOn } from './support/database.ts';
import { expectOnceOrNamed } from './support/mail-workers.ts';
import { patient } from './support/patience.ts';
import { startSite } from './support/site.ts';
import { eventually, smtpServer } from './support/smtp.ts';

// `npm run test:long -- faults` asks for 20.
const kills = Number(process.env.CRASH_KILLS ?? 2);
const places = 8;
const perKill = 4;
/** As many emails are under way at once. */
const underWay = 5;
const waiting = kills * perKill + 5;

type Place = Awaited<ReturnType<typeof emptyPlace>>;

const open = ({ dataDir, url }: Place) => openMigratedDatabase({ dataDir, databaseUrl: url });

/** Eight have a place, the others wait in the order of their ids; answers the tokens of all. */
async function prepare(place: Place): Promise<string[]> {
  const database = await open(place);
  const { db } = database;
  const startsAt = new Date(Date.now() + 30 * 86_400_000).toISOString();
  const now = new Date().toISOString();
  const times = { eventDate: startsAt.slice(0, 19), startsAt, createdAt: now, updatedAt: now, deletedAt: null };
  const event = { title: 'Full', location: 'Hall', description: '', imageUrl: null, hasSignup: true, capacity: places };
  const { id: eventId } = await db
    .insertInto('events')
    .values({ ...event, ...times })
    .returning('id')
    .executeTakeFirstOrThrow();
  const rows = Array.from({ length: places + waiting }, (_, n) => ({
    eventId,
    name: `Guest ${n}`,
    email: `g${n}@example.org`,
    emailKey: `g${n}@example.org`,
    places: 1,
    state: n < places ? ('confirmed' as const) : ('waiting' as const),
    answers: null,
    askedAt: now,
    confirmedAt: now,
    createdAt: now,
  }));
  await db.insertInto('registrations').values(rows).execute();
  const guests = await db.selectFrom('registrations').select(['id', 'emailKey']).orderBy('id').execute();
  const tokens = await Promise.all(guests.map(async (guest) => (await registrationToken(db, guest)) ?? ''));
  await database.close();
  return tokens;
}

async function read(place: Place) {
  const database = await open(place);
  const { db } = database;
  const guests = await db.selectFrom('registrations').select(['id', 'state', 'email']).orderBy('id').execute();
  const emails = await db
    .selectFrom('mails')
    .where('issueId', 'is', null)
    .select(['kind', 'registrationId', 'state'])
    .execute();
  await database.close();
  return { guests, emails };
}

describe.each(mainlyOn('postgres'))('places that are given back on %s', (engine) => {
  test('while the site is killed in the middle, no guest is lost and none is told twice', {
    timeout: patient(60_000 + kills * 30_000),
  }, async () => {
    await using server = await smtpServer();
    await using place = await emptyPlace(engine);
    const tokens = await prepare(place);
    const tokenOf = (id: number) => tokens.find((token) => token.startsWith(`${id}.`)) ?? '';
    const env = {
      DATA_DIR: place.dataDir,
      ...(place.url === undefined ? {} : { DATABASE_URL: place.url }),
      SMTP_URL: server.url,
      MAIL_FROM: 'Society <news@society.example>',
      LOG_LEVEL: 'error',
    };
    const giveBack = (url: string, token: string) =>
      fetch(`${url}/api/v1/registrations/mine?token=${token}`, { method: 'DELETE' }).catch(() => null);
    const gives = new Set<number>();
    for (let n = 0; n < kills; n++) {
      const having = (await read(place)).guests.filter(({ state }) => state === 'confirmed').slice(0, perKill);
      for (const { id } of having) gives.add(id);
      const site = await startSite(env);
      const asked = having.map(({ id }) => giveBack(site.url, tokenOf(id)));
      await sleep(Math.random() * 40);
      await site.stop('SIGKILL');
      await Promise.all(asked);
      const { guests } = await read(place);
      expect(guests.filter(({ state }) => state === 'confirmed')).toHaveLength(places);
    }
    // Anyone who was told nothing tries again.
    await using site = await startSite(env);
    for (const id of gives) expect((await giveBack(site.url, tokenOf(id)))?.status).toBe(200);
    const left = gives.size;
    // Anyone who has given theirs back before the email went out does not get it.
    const ended = ['sent', 'failed', 'unknown'];
    await eventually(
      async () => (await read(place)).emails.every(({ state }) => ended.includes(state)),
      patient(60_000),
    );
    const { guests, emails } = await read(place);
    // In the order of the line.
    expect(guests.map(({ state }) => state)).toEqual([
      ...Array(left).fill('cancelled'),
      ...Array(places).fill('confirmed'),
      ...Array(waiting - left).fill('waiting'),
    ]);
    const told = emails.map(({ kind, registrationId }) => `${kind} ${registrationId}`);
    const promoted = guests.slice(places, places + left).map(({ id }) => `registration-promoted ${id}`);
    const gone = guests.slice(0, left).map(({ id }) => `registration-given-back ${id}`);
    expect(told.filter((one) => one.includes('promoted')).sort()).toEqual(promoted.sort());
    expect(told.filter((one) => one.includes('given-back')).sort()).toEqual(gone.sort());
    const holders = new Set(guests.filter(({ state }) => state === 'confirmed').map(({ id }) => id));
    const isUntold = ({ registrationId, state }: (typeof emails)[number]) =>
      state === 'failed' && holders.has(registrationId ?? 0);
    expect(emails.filter(isUntold)).toEqual([]);
    const database = await open(place);
    const unsure = await expectOnceOrNamed(database, server.mails, ended);
    await database.close();
    expect(unsure.length).toBeLessThanOrEqual(kills * underWay);
  });
});
