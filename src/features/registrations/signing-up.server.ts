/** Signing up (H1, H2): asks by mail for a confirmation. No one learns from an answer whether an address is known. */
import { type Insertable, sql } from 'kysely';
import { eventKind } from '#features/events/event.kind.ts';
import type { EventRow } from '#features/events/event-lists.server.ts';
import { getItem } from '#features/items/items.server.ts';
import { splitLines } from '#features/items/kind.ts';
import type { AppContext } from '#platform/context.ts';
import { type Db, transact } from '#platform/db/db.ts';
import { Conflict } from '#platform/errors.ts';
import { passFormGate } from '#platform/forms/form-gate.ts';
import { mayFormWrite } from '#platform/mail/first-mails.ts';
import { normaliseEmail } from '#platform/mail/mailable-address.ts';
import { enqueueEmail, noOne } from '#platform/mail/queue/enqueue-email.ts';
import type { Challenge } from '#shared/calls/api-error.ts';
import { countPlacesTaken, refuseTooManyPlaces, refuseUnlessOpen } from './places.server.ts';
import type { RegistrationInput } from './registration.schema.ts';
import { registrationMessages } from './registration.ts';
import type { RegistrationRow } from './registration-links.server.ts';
import type { RegistrationsTable } from './registrations.tables.ts';

/** What other features know or do about an address. */
export type SignupHooks = {
  /** Asks for a subscription to the newsletter. */
  subscribe: (trx: Db, email: string, now: Date) => Promise<void>;
  /** Mail to it bounces, or its owner wants none. */
  isSuppressed: (trx: Db, emailKey: string, now: Date) => Promise<boolean>;
  /** Removes a person's traces outside the tables. */
  forget: () => Promise<void>;
};

const minuteMs = 60_000;
const coolDownMs = { 'registration-confirm': 15 * minuteMs, 'registration-known': 24 * 60 * minuteMs } as const;

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
  // First, so that a network over its limit is refused without a statement.
  const gate = { form: 'signup', tooManyHere: registrationMessages.tooManyHere, isForCrowds: true };
  const passed = await passFormGate(context, gate, { ...input, address });
  const event = await getItem(db, eventKind, eventId);
  refuseUnlessOpen(event, await countPlacesTaken(db, eventId), clock.now());
  refuseTooManyPlaces(event, input.places ?? 1);
  if (passed === 'robot') return null;
  if (passed !== 'passed') return passed;
  const now = clock.now();
  await transact(db, async (trx) => {
    const emailKey = normaliseEmail(input.email);
    const before = await findGuestByEmail(trx, event.id, emailKey);
    const { name, email, places = 1 } = input;
    const request = { name, email, places, answers: answersToStore(event, input) };
    const { kind, ...due } = await findEmailDue(trx, before, now);
    const guest = await addOrRenew(trx, { eventId: event.id, emailKey, ...request }, now);
    const isDue = !(await hooks.isSuppressed(trx, emailKey, now)) && due.isDue;
    const wanted = { form: 'signup', email: emailKey, isDue, isFirst: kind === 'registration-confirm' } as const;
    const registrationId = (await mayFormWrite(trx, wanted, now)) ? guest.id : noOne;
    await enqueueEmail(trx, { kind, to: { registrationId } }, now);
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

/** Someone who has given their place back is written to at once. */
async function findEmailDue(trx: Db, before: RegistrationRow | undefined, now: Date) {
  const isIn = before?.state === 'confirmed' || before?.state === 'waiting';
  const kind = isIn ? 'registration-known' : 'registration-confirm';
  const last = await trx
    .selectFrom('mails')
    .select('id')
    .where('registrationId', '=', before?.id ?? noOne)
    .where('kind', '=', kind)
    .where('createdAt', '>', new Date(now.getTime() - coolDownMs[kind]).toISOString())
    .limit(1)
    .executeTakeFirst();
  return { kind, isDue: !last || before?.state === 'cancelled' } as const;
}

type Asked = Pick<Insertable<RegistrationsTable>, 'eventId' | 'emailKey' | 'name' | 'email' | 'places' | 'answers'>;

/** Always writes. The last request counts until one is confirmed, which is only replaced through its link. */
async function addOrRenew(trx: Db, asked: Asked, now: Date): Promise<RegistrationRow> {
  const at = now.toISOString();
  const row = { ...asked, state: 'pending', cancelledBy: null, confirmedAt: null, askedAt: at } as const;
  const names = Object.keys(row) as (keyof typeof row)[];
  const renewed = (name: string) =>
    sql<never>`case when registrations.state in ('pending', 'cancelled')
      then ${sql.ref(`excluded.${name}`)} else ${sql.ref(`registrations.${name}`)} end`;
  return trx
    .insertInto('registrations')
    .values({ ...row, createdAt: at })
    .onConflict((conflict) =>
      conflict
        .columns(['eventId', 'emailKey'])
        .doUpdateSet(Object.fromEntries(names.map((name) => [name, renewed(name)]))),
    )
    .returningAll()
    .executeTakeFirstOrThrow();
}
