import { describe, expect, test } from 'vitest';
import { signupState } from '#features/registrations/registration.ts';
import { everyEngine } from '../support/database.ts';
import { anOpenEvent, ask, confirm, mine, tokenOf } from '../support/guests.ts';
import { patient } from '../support/patience.ts';
import { type TestApp, testApp } from '../support/test-app.ts';
import { createRandom } from './random.ts';

/** `PLACES_SEEDS=10000` for a night. */
const seeds = { sqlite: Number(process.env.PLACES_SEEDS ?? 12), postgres: Number(process.env.PLACES_SEEDS ?? 3) };
const steps = 40;

async function look({ db, clock }: TestApp, eventId: number) {
  const event = await db.selectFrom('events').selectAll().where('id', '=', eventId).executeTakeFirstOrThrow();
  const guests = await db
    .selectFrom('registrations')
    .selectAll()
    .where('eventId', '=', eventId)
    .orderBy('id')
    .execute();
  const mails = await db
    .selectFrom('mails')
    .select(['id', 'registrationId'])
    .where('kind', '=', 'registration-promoted')
    .execute();
  const taken = guests.filter(({ state }) => state === 'confirmed').reduce((sum, { places }) => sum + places, 0);
  const left = event.capacity === null ? Number.POSITIVE_INFINITY : event.capacity - taken;
  const state = event.deletedAt === null ? signupState(event, taken, clock.now().toISOString()) : 'cancelled';
  return { event, guests, mails, taken, left, state };
}

/** One history of an event that a seed decides; answers what must never be, in sentences. */
async function live(app: TestApp, seed: number): Promise<string[]> {
  const random = createRandom(seed);
  const token = await app.signIn();
  const { id } = await anOpenEvent(app, token, { capacity: random.between(1, 5), maxPlaces: 3 });
  const path = `/events/admin/${id}`;
  const tokens = new Map<string, string>();
  const problems: string[] = [];
  const names = ['ada', 'ben', 'cem', 'dan', 'eve', 'fay', 'gus'];

  const comes = async () => {
    const name = random.pick(names);
    const email = `${name}@example.org`;
    if ((await ask(app, id, { name, email, places: random.between(1, 3) })).status !== 200) return;
    const link = await tokenOf(app, id, email);
    tokens.set(name, link);
    await confirm(app, link);
  };
  const own = async (method: 'PUT' | 'DELETE') => {
    const link = tokens.get(random.pick(names));
    if (link) await mine(app, method, link, method === 'PUT' ? { places: random.between(1, 3) } : undefined);
  };
  const guest = async (verb: 'DELETE' | 'PUT') => {
    const { guests } = await look(app, id);
    if (guests.length === 0) return;
    const { id: rid } = random.pick(guests);
    const body = verb === 'PUT' ? { state: random.pick(['confirmed', 'waiting'] as const) } : undefined;
    await app.json(verb, `${path}/registrations/${rid}`, body, token);
  };
  const save = (input: object) => app.json('PUT', path, input, token);
  const does = {
    comes,
    changes: () => own('PUT'),
    leaves: () => own('DELETE'),
    erases: async () => {
      const link = tokens.get(random.pick(names));
      if (link) await app.json('POST', '/registrations/erase', { token: link });
    },
    isMoved: () => guest('PUT'),
    isRemoved: () => guest('DELETE'),
    raises: async () => save({ capacity: ((await look(app, id)).event.capacity ?? 1) + random.between(1, 2) }),
    lowers: () => save({ capacity: random.between(1, 3), isForced: true }),
    closes: () => save({ signupClosesAt: app.clock.now().toISOString() }),
    opens: () => save({ signupClosesAt: null }),
    cancels: () => app.json('POST', `${path}/cancel`, {}, token),
    uncancels: () => app.json('POST', `${path}/uncancel`, {}, token),
    bins: () => app.json('DELETE', path, undefined, token),
    restores: () => app.json('POST', `/bin/admin/events/${id}`, undefined, token),
  };
  type Deed = keyof typeof does;
  const often: Deed[] = [
    'comes',
    'comes',
    'comes',
    'comes',
    'changes',
    'leaves',
    'leaves',
    'raises',
    'opens',
    'uncancels',
  ];
  const deeds = [...often, 'restores', ...(Object.keys(does) as Deed[])] as const;

  for (let step = 1; step <= steps; step++) {
    const before = await look(app, id);
    const deed = random.pick(deeds);
    await does[deed]();
    app.clock.advance(1000);
    const after = await look(app, id);
    const wrong = (what: string) => problems.push(`seed ${seed}, step ${step} (${deed}): ${what}`);
    if (after.left < 0 && after.taken > before.taken)
      wrong(`${after.taken} places are given of ${after.event.capacity}`);
    const isOpen = after.state === 'open' || after.state === 'full';
    const waits = after.guests.find(({ state, places }) => state === 'waiting' && places <= after.left);
    if (isOpen && waits) wrong(`${waits.id} waits for ${waits.places} of ${after.left} places`);
    const had = new Map(before.guests.map((one) => [one.id, one.state]));
    const promoted = after.guests.filter((one) => one.state === 'confirmed' && had.get(one.id) === 'waiting');
    const known = new Set(before.mails.map((mail) => mail.id));
    // Anyone who is erased takes their emails along.
    const told = after.mails.filter((mail) => !known.has(mail.id)).map(({ registrationId }) => registrationId);
    if (told.sort((a, b) => (a ?? 0) - (b ?? 0)).join() !== promoted.map((one) => one.id).join())
      wrong(`${promoted.map((one) => one.id).join()} got a place, and ${told.join()} an email`);
  }
  return problems;
}

describe.each(everyEngine)('the places of an event on %s', (engine) => {
  test(
    'never more places are given than exist, no one waits while a place fits, and each guest is told once',
    async () => {
      const problems: string[] = [];
      for (let seed = 1; seed <= seeds[engine]; seed++) {
        await using app = await testApp({ engine, config: { subscribeLimitPerHour: 100_000 } });
        problems.push(...(await live(app, seed)));
      }
      expect(problems).toEqual([]);
    },
    patient(60_000 + seeds[engine] * 2_000),
  );
});
