/** Guests of events for tests: they sign up and confirm, and the emails that are due are sent by hand. */
import type { SocietyEvent, SocietyEventInput } from '#features/events/event.schema.ts';
import type {
  EventRegistrationCounts,
  OwnRegistration,
  OwnRegistrationInput,
  RegistrationCounts,
  RegistrationInput,
} from '#features/registrations/registration.schema.ts';
import { registrationToken } from '#features/registrations/registration-links.server.ts';
import { normaliseEmail } from '#platform/mail/mailable-address.ts';
import { anEvent } from './builders.ts';
import type { TestApp } from './test-app.ts';

/** An event of the next month that people can sign up for. */
export async function anOpenEvent(app: TestApp, token: string, change: Partial<SocietyEventInput> = {}) {
  const input = anEvent({ hasSignup: true, endDate: '2026-12-01T20:00:00', ...change });
  const { body } = await app.json<SocietyEvent>('POST', '/events/admin', input, token);
  return body;
}

export function ask(app: TestApp, eventId: number, input: Partial<RegistrationInput> = {}) {
  const body = { name: 'Ada', email: 'ada@example.org', ...input };
  return app.json<{ message: string; fields?: Record<string, string> }>(
    'POST',
    `/events/${eventId}/registrations`,
    body,
  );
}

/** As it stands in the link of their mails. */
export async function tokenOf(app: TestApp, eventId: number, email: string): Promise<string> {
  const row = await app.db
    .selectFrom('registrations')
    .select(['id', 'emailKey'])
    .where('eventId', '=', eventId)
    .where('emailKey', '=', normaliseEmail(email))
    .executeTakeFirstOrThrow();
  return (await registrationToken(app.db, row)) ?? '';
}

export function confirm(app: TestApp, token: string, input: OwnRegistrationInput = {}) {
  const body = { ...input, token };
  return app.json<OwnRegistration & { message?: string; fields?: object }>('POST', '/registrations/confirm', body);
}

/** Signs up and confirms; answers their link's token. */
export async function comes(app: TestApp, eventId: number, name: string, input: Partial<RegistrationInput> = {}) {
  const email = `${name.toLowerCase()}@example.org`;
  await ask(app, eventId, { name, email, ...input });
  const token = await tokenOf(app, eventId, email);
  const { body } = await confirm(app, token);
  return { token, ...body };
}

export function mine(app: TestApp, method: 'GET' | 'PUT' | 'DELETE', token: string, body?: object) {
  const path = `/registrations/mine?token=${encodeURIComponent(token)}`;
  return app.json<OwnRegistration & { message?: string }>(method, path, body);
}

export async function counts(app: TestApp, token: string, eventId: number): Promise<RegistrationCounts> {
  const path = `/events/admin/registrations/counts?events=${eventId}`;
  const [{ eventId: _, isUpcoming: _on, ...found }] = (
    await app.json<[EventRegistrationCounts]>('GET', path, undefined, token)
  ).body;
  return found;
}

/** The kinds of the emails that were written, each with its guest's address, in order. */
export async function written(app: TestApp): Promise<string[]> {
  const rows = await app.db
    .selectFrom('mails')
    .innerJoin('registrations', 'registrations.id', 'mails.registrationId')
    .select(['mails.kind', 'registrations.email'])
    .orderBy('mails.id')
    .execute();
  return rows.map(({ kind, email }) => `${kind.replace('registration-', '')} ${email?.split('@')[0]}`);
}
