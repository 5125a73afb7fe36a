/** Guests of an event of a running site, who have confirmed a day ago. */
import type { Site } from './site.ts';
import { inDatabase } from './states.ts';

type Guest = {
  name: string;
  places?: number;
  state?: 'pending' | 'confirmed' | 'waiting' | 'cancelled';
  answers?: { question: string; answer: string }[];
};

/** Their addresses are made of their names. Answers their ids. */
export function addGuests(site: Site, eventId: number, guests: readonly Guest[]): number[] {
  const dayAgo = Date.now() - 86_400_000;
  return guests.map(({ name, places = 1, state = 'confirmed', answers = [] }, at) => {
    const email = `${name.toLowerCase().replaceAll(/[^a-z0-9]+/g, '.')}@example.org`;
    const when = new Date(dayAgo + at * 1000).toISOString();
    const [row] = inDatabase(
      site,
      `INSERT INTO registrations (event_id, name, email, email_key, places, state, cancelled_by, answers, asked_at, confirmed_at, created_at)
       VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?) RETURNING id`,
      ...[eventId, name, email, email, places, state, state === 'cancelled' ? 'guest' : null],
      ...[JSON.stringify(answers), when, state === 'pending' ? null : when, when],
    );
    return Number(row?.id);
  });
}

/** 'Guest 001', 'Guest 002'… */
export function addManyGuests(site: Site, eventId: number, count: number): number[] {
  const names = Array.from({ length: count }, (_, at) => ({ name: `Guest ${String(at + 1).padStart(3, '0')}` }));
  return addGuests(site, eventId, names);
}
