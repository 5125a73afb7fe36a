import { z } from '@hono/zod-openapi';
import { itemAnswer, itemInput } from '#features/items/item.schema.ts';
import { inSentence, mapTexts } from '#features/items/optional-texts.ts';
import { emptyAsAbsent, Instant, lineSchema, secureUrlSchema, textSchema } from '#platform/http/schemas.ts';
import { eventTexts } from './event.kind.ts';
import { eventLimits } from './event.ts';

const wallTime = { example: '2026-12-01T20:30:00' };

/** `eventDate` is the wall time as typed, `startsAt` its instant in the site's time zone (C1). */
export const SocietyEvent = z
  .object({
    ...itemAnswer,
    title: z.string(),
    eventDate: z.string().openapi({ example: '2026-12-01T18:00:00' }),
    startsAt: Instant,
    endDate: z
      .string()
      .nullable()
      .openapi({ ...wallTime, description: 'A wall time; its day is the last one when isAllDay is true' }),
    endsAt: Instant.nullable().openapi({ description: 'Past once this has passed, or startsAt if it is null' }),
    isAllDay: z.boolean(),
    location: z.string(),
    ...mapTexts(eventTexts, () => z.string().nullable()),
    description: z.string(),
    cancelledAt: Instant.nullable(),
    cancellationNote: z.string().nullable(),
    hasSignup: z.boolean(),
    signupOpensAt: Instant.nullable().openapi({ description: 'Null: at once' }),
    signupClosesAt: Instant.nullable().openapi({ description: 'Null: when the event begins' }),
    capacity: z.number().int().nullable().openapi({ description: 'Places in all; null: unlimited' }),
    maxPlaces: z.number().int().openapi({ description: 'Places that one person may take' }),
    questions: z.array(z.string()).openapi({ description: 'Asked in the sign-up' }),
    seriesId: z.number().int().nullable().openapi({ description: 'The same for all events of one series' }),
    told: z.number().int().optional().openapi({ description: 'After a change: guests told by email' }),
  })
  .openapi('Event');
export type SocietyEvent = z.infer<typeof SocietyEvent>;

function orNull(given: z.ZodType<string>, maxLength: number) {
  return given
    .transform((value) => value || null)
    .nullable()
    .openapi({ type: 'string', maxLength });
}

/** An instant, or a wall time of the site's zone. */
const SignupTime = z
  .string()
  .transform((value) => value.trim() || null)
  .nullable()
  .openapi({ type: 'string', example: '2026-11-24T18:00:00', description: 'An instant, or a wall time' });

function wholeNumber(what: string, most: number) {
  const message = `${what} must be a number from 1 to ${most}`;
  return z.number(message).int(message).min(1, message).max(most, message);
}

const Questions = z
  .array(lineSchema(eventLimits.question, 'A question'))
  .transform((questions) => questions.map((question) => question.replace(/\s+/g, ' ')).filter(Boolean))
  .refine(({ length }) => length <= eventLimits.questions, `At most ${eventLimits.questions} questions`)
  .refine((questions) => new Set(questions).size === questions.length, 'Please ask each question once')
  .openapi({
    type: 'array',
    items: { type: 'string', maxLength: eventLimits.question },
    maxItems: eventLimits.questions,
  });

/** What may be sent to create or update an event; a field that is absent stays as it is. */
export const SocietyEventInput = z
  .object({
    ...itemInput,
    title: lineSchema(eventLimits.title, 'Title'),
    eventDate: z.string().openapi(wallTime),
    endDate: emptyAsAbsent(
      z
        .string()
        .nullable()
        .openapi({ ...wallTime, description: 'When it is absent and eventDate changes, the end moves along' }),
    ),
    isAllDay: z.boolean(),
    location: lineSchema(eventLimits.location, 'Location'),
    ...mapTexts(eventTexts, ({ label, limit, isLink }) =>
      isLink ? secureUrlSchema(limit, `The ${inSentence(label)}`) : orNull(lineSchema(limit, label), limit),
    ),
    description: textSchema(eventLimits.description, 'Description'),
    hasSignup: z.boolean(),
    signupOpensAt: emptyAsAbsent(SignupTime),
    signupClosesAt: emptyAsAbsent(SignupTime),
    capacity: emptyAsAbsent(wholeNumber('The number of places', eventLimits.capacity).nullable()),
    maxPlaces: emptyAsAbsent(wholeNumber('The number of places for one person', eventLimits.places)),
    questions: Questions,
    isForced: z.boolean().openapi({ description: 'Allows a capacity below the places already taken' }),
    notify: z.boolean().openapi({ description: 'Tells guests about a new time or place; true unless sent' }),
  })
  .partial()
  .openapi('EventInput');
export type SocietyEventInput = z.infer<typeof SocietyEventInput>;

/** `notify`: tells guests; true by default. */
export const Cancellation = z
  .object({
    note: orNull(textSchema(eventLimits.cancellationNote, 'The note'), eventLimits.cancellationNote),
    notify: z.boolean(),
    version: z.number().int(),
  })
  .partial()
  .openapi('EventCancellation');
export type Cancellation = z.infer<typeof Cancellation>;

export const Uncancellation = Cancellation.pick({ version: true, notify: true }).openapi('EventUncancellation');

export const EventRepeat = z
  .object({
    dates: z
      .array(z.string().openapi({ example: '2026-12-08' }))
      .min(1, 'Please choose a date')
      .max(eventLimits.repeatDates, `At most ${eventLimits.repeatDates} dates at once`),
  })
  .openapi('EventRepeat');

export const RepeatedEvent = SocietyEvent.extend({
  isNew: z.boolean().openapi({ description: 'False where the series had one on that day already' }),
}).openapi('RepeatedEvent');
export type RepeatedEvent = z.infer<typeof RepeatedEvent>;
