/** Signing up (H1, H2): asks by mail for a confirmation. No one learns from an answer whether an address is known. */
import { sql } from 'kysely';
import { eventKind } from '#features/events/event.kind.ts';
import type { EventRow } from '#features/events/event-lists.server.ts';
import { getItem } from '#features/items/items.server.ts';
import { splitLines } from '#features/items/kind.ts';
import type { AppContext } from '#platform/context.ts';
import { type Db, transact } from '#platform/db/db.ts';
import { Conflict } from '#platform/errors.ts';
import { passFormGate } from '#platform/forms/form-gate.ts';
import { normaliseEmail } from '#platform/mail/mailable-address.ts';
import { enqueueEmail } from '#platform/mail/queue/enqueue-email.ts';
import type { Challenge } from '#shared/calls/api-error.ts';
import { kindOfEmailDue, linkValidSince, listRecentRequestEmails } from './emails/recent-requests.server.ts';
import { countPlacesTaken, refuseTooManyPlaces, refuseUnlessOpen } from './places.server.ts';
import type { RegistrationInput } from './registration.schema.ts';
import { registrationMessages } from './registration.ts';
import type { RegistrationRow, Request } from './registration-links.server.ts';

/** What other features know or do about an address. */
export type SignupHooks = {
  /** Asks for a subscription to the newsletter. */
  subscribe: (trx: Db, email: string, now: Date) => Promise<void>;
  /** Mail to it bounces. */
  isSuppressed: (trx: Db, emailKey: string) => Promise<boolean>;
  /** Removes a person's traces outside the tables. */
  forget: () => Promise<void>;
};

/** No row has this id. */
const noOne = 0;

/**
 * Gives everyone the same answer, with the same statements, whether an address is new, pending, has a place, waits, has left or is
 * suppressed. Returns a challenge if the form must do some work first.
 * @throws NotFound, Conflict while no one can sign up, Invalid, TooMany
 */
export async function signUp(
  context: Pick<AppContext, 'db' | 'config' | 'clock'>,
  { eventId, input, address }: { eventId: number; input: RegistrationInput; address: string },
  hooks: SignupHooks,
): Promise<Challenge | null> {
  const { db, clock } = context;
  const event = await getItem(db, eventKind, eventId);
  refuseUnlessOpen(event, await countPlacesTaken(db, eventId), clock.now());
  refuseTooManyPlaces(event, input.places ?? 1);
  const gate = { form: 'signup', tooManyHere: registrationMessages.tooManyHere, isForCrowds: true };
  const passed = await passFormGate(context, gate, { ...input, address });
  if (passed === 'robot') return null;
  if (passed !== 'passed') return passed;
  const now = clock.now();
  await transact(db, async (trx) => {
    const emailKey = normaliseEmail(input.email);
    const before = await findGuestByEmail(trx, event.id, emailKey);
    const request = {
      name: input.name,
      email: input.email,
      places: input.places ?? 1,
      answers: answersToStore(event, input),
    };
    const due = { request, eventId: event.id, before, written: await listRecentRequestEmails(trx, emailKey, now), now };
    const kind = kindOfEmailDue(due);
    const askedAt = linkValidSince(due);
    const isAskedAnew = kind !== null;
    const guest = await addOrRenew(trx, { eventId: event.id, emailKey, request, isAskedAnew, askedAt, now });
    const isSuppressed = await hooks.isSuppressed(trx, emailKey);
    const registrationId = kind === null || isSuppressed ? noOne : guest.id;
    const content = { ...request, askedAt };
    await enqueueEmail(trx, { kind: kind ?? 'registration-confirm', to: { registrationId }, content }, now);
    if (input.newsletter) await hooks.subscribe(trx, input.email, now);
  });
  return null;
}

type Answered = { question: string; answer: string };

/**
 * Answers with their questions, as stored, including answers to questions no longer asked.
 * @throws Conflict when a form has shown other questions
 */
export function answersToStore(
  event: Pick<EventRow, 'questions'>,
  { answers = [], questions }: { answers?: string[] | undefined; questions?: string[] | undefined },
  before: Answered[] = [],
): string {
  const asked = splitLines(event.questions);
  if (questions && questions.join('\n') !== asked.join('\n')) throw new Conflict(registrationMessages.otherQuestions);
  const former = before.filter(({ question, answer }) => answer !== '' && !asked.includes(question));
  return JSON.stringify([...asked.map((question, at) => ({ question, answer: answers[at] ?? '' })), ...former]);
}

export function findGuestByEmail(db: Db, eventId: number, emailKey: string): Promise<RegistrationRow | undefined> {
  return db
    .selectFrom('registrations')
    .selectAll()
    .where('eventId', '=', eventId)
    .where('emailKey', '=', emailKey)
    .executeTakeFirst();
}

type Asked = {
  eventId: number;
  emailKey: string;
  request: Request;
  isAskedAnew: boolean;
  askedAt: string;
  now: Date;
};

/** Always writes. A confirmed or pending sign-up is only replaced through its link. */
async function addOrRenew(trx: Db, { eventId, emailKey, request, isAskedAnew, askedAt, now }: Asked) {
  const isGone = sql`registrations.state = 'cancelled'`;
  const renewed = (column: string) =>
    sql<never>`case when ${isGone} then ${sql.ref(`excluded.${column}`)} else ${sql.ref(`registrations.${column}`)} end`;
  return trx
    .insertInto('registrations')
    .values({ eventId, emailKey, ...request, state: 'pending', askedAt, createdAt: now.toISOString() })
    .onConflict((conflict) =>
      conflict.columns(['eventId', 'emailKey']).doUpdateSet({
        name: renewed('name'),
        email: renewed('email'),
        places: renewed('places'),
        answers: renewed('answers'),
        state: renewed('state'),
        cancelledBy: renewed('cancelled_by'),
        confirmedAt: renewed('confirmed_at'),
        // It expires with the last of its links.
        askedAt: sql`case when ${isAskedAnew} and excluded.asked_at > registrations.asked_at
          then excluded.asked_at else registrations.asked_at end`,
      }),
    )
    .returningAll()
    .executeTakeFirstOrThrow();
}
