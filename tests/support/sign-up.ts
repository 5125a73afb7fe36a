/** Events that people sign up for, and guests of them, for the journeys. */
import type { SocietyEventInput } from '#features/events/event.schema.ts';
import type { RegistrationInput } from '#features/registrations/registration.schema.ts';
import type { Post } from './post.ts';
import { linkIn } from './smtp.ts';
import { type Editor, inDatabase } from './states.ts';

export const asked = 'Please check your inbox and confirm your place with the link in our email.';

/** An event in years, with sign-up; answers its id. */
export function addSignup(editor: Editor, change: Partial<SocietyEventInput> = {}): Promise<number> {
  return editor.addEvent({ title: 'Bat walk', eventDate: '2098-12-01T18:30:00', hasSignup: true, ...change });
}

export function requestPlace({ site }: Post, eventId: number, input: RegistrationInput): Promise<void> {
  return call(site.url, `/events/${eventId}/registrations`, input);
}

/** The link of the mail that asks for it. */
export async function linkOfGuest(post: Post, eventId: number, input: RegistrationInput): Promise<string> {
  await requestPlace(post, eventId, input);
  const [confirmation] = await post.mailbox.waitForMails(1, input.email);
  if (!confirmation) throw new Error('No mail that confirms');
  return linkIn(confirmation, '/signup').href;
}

/** Has a place, or waits for one; answers the link. */
export async function addGuest(post: Post, eventId: number, input: RegistrationInput): Promise<string> {
  const link = await linkOfGuest(post, eventId, input);
  await call(post.site.url, '/registrations/confirm', { token: new URL(link).searchParams.get('token') });
  return link;
}

/** The newest sign-up of an address. */
export function guestOf(post: Post, email: string): Record<string, unknown> | undefined {
  return guestsOf(post, email)[0];
}

export function guestsOf({ site }: Post, email: string): Record<string, unknown>[] {
  const sql = 'SELECT state, places, name, answers, cancelled_by FROM registrations WHERE email = ? ORDER BY id DESC';
  return inDatabase(site, sql, email);
}

async function call(url: string, path: string, body: unknown): Promise<void> {
  const headers = { 'content-type': 'application/json' };
  const answer = await fetch(`${url}/api/v1${path}`, { method: 'POST', headers, body: JSON.stringify(body) });
  if (!answer.ok) throw new Error(`POST ${path} answered ${answer.status}: ${await answer.text()}`);
}
