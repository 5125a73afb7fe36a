/** What guests of an event and its organisers do while the emails about its places are on their way. */
import { registrationToken } from '#features/registrations/registration-links.server.ts';
import type { TestApp } from '../support/test-app.ts';
import type { Checked } from './invariants.ts';
import type { MailServer } from './mail-server.ts';
import type { Random } from './random.ts';
import type { Reached } from './simulate.ts';

type Parts = {
  app: TestApp;
  random: Random;
  server: MailServer;
  checked: Checked;
  reached: Set<Reached>;
  ask: (method: string, path: string, body?: unknown) => Promise<number>;
};

const event = '/events/admin/1';
/** By these a guest hears of a place. */
const ofPlaces = [
  'registration-place',
  'registration-promoted',
  'registration-changed',
  'registration-event-again',
] as const;

export function createGuestEvents({ app: { db }, random, server, checked, reached, ask }: Parts) {
  let guests = 0;

  async function look() {
    const rows = await db
      .selectFrom('registrations')
      .select(['id', 'state', 'email', 'emailKey'])
      .orderBy('id')
      .execute();
    const mails = await db
      .selectFrom('mails')
      .selectAll()
      .where('registrationId', 'is not', null)
      .orderBy('id')
      .execute();
    return { rows, mails };
  }

  async function pick(...states: string[]) {
    const { rows } = await look();
    const some = rows.filter(({ state }) => states.includes(state));
    return some.length > 0 ? random.pick(some) : undefined;
  }

  const linkOf = async (guest: { id: number; emailKey: string | null }) => (await registrationToken(db, guest)) ?? '';

  async function comes(): Promise<void> {
    const email = `g${++guests}@guests.example`;
    if (random.chance(0.1)) server.refused.add(email);
    const body = { name: `Guest ${guests}`, email, places: random.between(1, 2) };
    if ((await ask('POST', '/events/1/registrations', body)) >= 300) return;
    const asked = (await look()).rows.find((row) => row.email === email);
    if (asked) await ask('POST', '/registrations/confirm', { token: await linkOf(asked) });
  }

  async function own(method: 'PUT' | 'DELETE'): Promise<void> {
    const guest = await pick('confirmed', 'waiting');
    if (!guest) return;
    const body = method === 'PUT' ? { places: random.between(1, 2) } : undefined;
    await ask(method, `/registrations/mine?token=${await linkOf(guest)}`, body);
  }

  /** Takes their emails along; what no one has begun must never go out. */
  async function erases(): Promise<void> {
    const { rows, mails } = await look();
    const sending = mails.find(({ state }) => state === 'sending')?.registrationId;
    // Rarely picked by chance, and the hardest.
    const guest =
      rows.find(({ id, email }) => id === sending && email) ?? (await pick('confirmed', 'waiting', 'cancelled'));
    if (!guest) return;
    const theirs = mails.filter(({ registrationId }) => registrationId === guest.id);
    if (theirs.some(({ state }) => state === 'sending')) reached.add('a guest is erased while an email is sent');
    for (const { messageId } of theirs) if (messageId) checked.erased.add(messageId);
    await ask('POST', '/registrations/erase', { token: await linkOf(guest) });
  }

  async function isMoved(method: 'PUT' | 'DELETE'): Promise<void> {
    const guest = await pick('confirmed', 'waiting');
    if (!guest) return;
    const body = { state: guest.state === 'waiting' ? 'confirmed' : 'waiting' };
    await ask(method, `${event}/registrations/${guest.id}`, method === 'PUT' ? body : undefined);
  }

  const does = {
    comes,
    givesBack: () => own('DELETE'),
    changes: () => own('PUT'),
    erases,
    isMoved: () => isMoved('PUT'),
    isRemoved: () => isMoved('DELETE'),
    raises: () => ask('PUT', event, { capacity: random.between(3, 6) }),
    lowers: () => ask('PUT', event, { capacity: random.between(1, 3), isForced: true }),
    cancels: () => ask('POST', `${event}/cancel`, { notify: random.chance(0.5) }),
    takesPlace: () => ask('POST', `${event}/uncancel`, {}),
  };
  type Deed = keyof typeof does;
  const often: Deed[] = ['comes', 'comes', 'comes', 'givesBack', 'givesBack', 'takesPlace', 'takesPlace'];
  const deeds = [...often, ...(Object.keys(does) as Deed[])];

  async function happen(deed = random.pick(deeds)): Promise<void> {
    const before = await look();
    await does[deed]();
    const after = await look();
    const had = new Map(before.rows.map(({ id, state }) => [id, state]));
    const promoted = after.rows.filter(({ id, state }) => state === 'confirmed' && had.get(id) === 'waiting');
    const known = new Set(before.mails.map(({ id }) => id));
    const told = after.mails.filter(({ id, kind }) => kind === 'registration-promoted' && !known.has(id));
    const [places, mails] = [promoted.map(({ id }) => id), told.map(({ registrationId }) => registrationId)];
    if (places.length > 0) reached.add('a place goes to the waiting list');
    if (places.join() !== mails.sort((a, b) => Number(a) - Number(b)).join())
      checked.problems.push(`${deed}: ${places.join()} got a place, and ${mails.join()} an email`);
  }

  return {
    happen: () => happen(),

    /** The event takes place, and there is room for all. */
    async calmDown(): Promise<void> {
      await happen('takesPlace');
      await happen('raises');
    },

    /** Anyone who has a place at the end heard of it last, unless their address takes nothing. */
    async findUntold(): Promise<string[]> {
      const { rows, mails } = await look();
      const having = rows.filter(({ state, email }) => state === 'confirmed' && !server.refused.has(email ?? ''));
      return having.flatMap(({ id, email }) => {
        const theirs = mails.filter(
          ({ registrationId, kind }) => registrationId === id && ofPlaces.some((one) => one === kind),
        );
        const last = theirs.at(-1);
        if (last?.state === 'sent' || last?.state === 'unknown') return [];
        return [`${email} has a place, and the email about it ${last ? `is ${last.kind}, ${last.state}` : 'is none'}`];
      });
    },
  };
}
