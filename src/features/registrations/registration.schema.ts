import { z } from '@hono/zod-openapi';
import { Email, publicFormFields } from '#platform/forms/public-form-fields.ts';
import { emptyAsAbsent, Instant, lineSchema, textSchema } from '#platform/http/schemas.ts';
import { registrationLimits, registrationMessages } from './registration.ts';

const placesMessage = `The number of places must be from 1 to ${registrationLimits.places}`;
const Places = z
  .number(placesMessage)
  .int(placesMessage)
  .min(1, placesMessage)
  .max(registrationLimits.places, placesMessage);
const Answers = z.array(lineSchema(registrationLimits.answer, 'An answer')).max(registrationLimits.questions);
/** The questions as shown; answers to others are refused. */
const Questions = z.array(z.string()).max(registrationLimits.questions);
const Name = lineSchema(registrationLimits.name, 'The name').refine(
  (name) => name !== '',
  registrationMessages.nameMissing,
);

/** The state of an event's sign-up; 'off' without one. */
export const EventPlaces = z
  .object({
    state: z.enum(['off', 'soon', 'open', 'full', 'closed', 'past', 'cancelled']),
    /** Null: unlimited. */
    capacity: z.number().int().nullable(),
    placesLeft: z.number().int().nullable(),
  })
  .openapi('EventPlaces');
export type EventPlaces = z.infer<typeof EventPlaces>;

/** `answers` in the order of the event's questions. The form adds `website` and, where it was asked for one, `proof`. */
export const RegistrationInput = z
  .object({
    ...publicFormFields,
    name: Name,
    places: Places.optional(),
    answers: Answers.optional(),
    questions: Questions.optional(),
    newsletter: z.boolean().optional().openapi({ description: 'Also asks for a subscription to the newsletter' }),
  })
  .openapi('RegistrationInput');
export type RegistrationInput = z.infer<typeof RegistrationInput>;

const Answered = z.object({ question: z.string(), answer: z.string() });
/** `pending`: not confirmed yet; `cancelled`: given back, or removed by an organiser. */
const State = z.enum(['pending', 'confirmed', 'waiting', 'cancelled']);

/** What a guest sees of their own sign-up. */
export const OwnRegistration = z
  .object({
    state: State,
    name: z.string(),
    email: z.string(),
    places: z.number().int(),
    answers: z.array(Answered),
    /** People on the waiting list who come first; null unless they wait, or would once they confirm. */
    ahead: z.number().int().nullable(),
    /** How many places one person can have now. */
    most: z.number().int(),
    /** Null: unlimited. */
    placesLeft: z.number().int().nullable(),
    /** How many places may be requested; null when nothing can be changed. */
    mostPlaces: z.number().int().nullable(),
    canGiveBack: z.boolean(),
    /** Why it is `cancelled`. */
    cancelledBy: z.enum(['guest', 'organiser']).nullable(),
    signup: EventPlaces.shape.state,
    eventId: z.number().int(),
    /** When personal data is erased. */
    erasedAt: Instant,
    others: z
      .array(z.string())
      .openapi({ description: 'The tokens of the address for its other sign-ups that wait to be confirmed' }),
  })
  .openapi('OwnRegistration');
export type OwnRegistration = z.infer<typeof OwnRegistration>;

export const OwnRegistrationInput = z
  .object({ name: Name, places: Places, answers: Answers, questions: Questions })
  .partial()
  .openapi('OwnRegistrationInput');
export type OwnRegistrationInput = z.infer<typeof OwnRegistrationInput>;

const Shown = z.object({ name: z.string(), places: z.number(), answers: z.array(z.string()) }).partial();

export const OwnRegistrationChange = OwnRegistrationInput.extend({
  shown: Shown.optional().openapi({
    description: 'What the form was opened with: what it leaves as it was shown is not changed',
  }),
}).openapi('OwnRegistrationChange');
export type OwnRegistrationChange = z.infer<typeof OwnRegistrationChange>;

/** A guest as organisers see them. */
export const Registration = z
  .object({
    id: z.number().int().positive(),
    name: z.string(),
    email: z.string(),
    places: z.number().int(),
    state: State,
    answers: z.array(Answered),
    createdAt: Instant,
    confirmedAt: Instant.nullable(),
    cancelledBy: z.enum(['guest', 'organiser']).nullable(),
    presentAt: Instant.nullable(),
    /** Personal data is erased: name and email are empty. */
    isErased: z.boolean(),
  })
  .openapi('Registration');
export type Registration = z.infer<typeof Registration>;

/** A guest after a change of their place. */
export const ChangedRegistration = Registration.extend({
  promoted: z.array(z.string()).openapi({ description: 'The names of those who have moved up from the waiting list' }),
}).openapi('ChangedRegistration');
export type ChangedRegistration = z.infer<typeof ChangedRegistration>;

/** People and the places they have or wait for. */
const Count = z.object({ people: z.number().int(), places: z.number().int() });

export const RegistrationCounts = z
  .object({
    coming: Count,
    waiting: Count,
    gone: Count,
    /** Signed up and not confirmed yet. */
    pending: Count,
    /** Guests with a place who are here. */
    present: Count,
  })
  .openapi('RegistrationCounts');
export type RegistrationCounts = z.infer<typeof RegistrationCounts>;

export const EventRegistrationCounts = RegistrationCounts.extend({
  eventId: z.number().int().positive(),
  isUpcoming: z.boolean().openapi({ description: 'Whether the event is neither over nor cancelled; also in the bin' }),
}).openapi('EventRegistrationCounts');
export type EventRegistrationCounts = z.infer<typeof EventRegistrationCounts>;

const isForced = z.boolean().optional().openapi({ description: 'Beyond the capacity as well' });

/** Onto the list or the waiting list. */
export const MovedRegistration = z
  .object({ state: z.enum(['confirmed', 'waiting']), isForced })
  .openapi('MovedRegistration');
export type MovedRegistration = z.infer<typeof MovedRegistration>;

export const AddedRegistration = OwnRegistrationInput.extend({
  name: Name,
  email: Email,
  isForced,
  isWaiting: z.boolean().optional().openapi({ description: 'Puts them on the waiting list if there is no place' }),
}).openapi('AddedRegistration');
export type AddedRegistration = z.infer<typeof AddedRegistration>;

/** `at`: the time of the tap, which may have waited for a network. */
export const Presence = z.object({ isPresent: z.boolean(), at: emptyAsAbsent(Instant) }).openapi('Presence');
export type Presence = z.infer<typeof Presence>;

export const GuestMessage = z
  .object({
    to: z.enum(['coming', 'waiting', 'all']),
    subject: lineSchema(registrationLimits.messageSubject, 'The subject'),
    text: textSchema(registrationLimits.message, 'The message'),
  })
  .openapi('GuestMessage');
export type GuestMessage = z.infer<typeof GuestMessage>;
