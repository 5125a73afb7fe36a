/** The form's values of an event's sign-up, and what is sent of them (H1). */
import { wallTimeToInstant } from '#shared/instants.ts';
import { momentErrors, noMoment, type TypedMoment, typedMoment, wallTimeOfMoment } from '../dates/typed-moment.ts';
import { type TypedTimes, timesProblem, wallTimesOfTyped } from '../dates/typed-start-and-end.ts';
import type { SocietyEvent, SocietyEventInput } from '../event.schema.ts';
import { eventLimits } from '../event.ts';
import { eventInstants } from '../event-times.ts';
import { signupTimesProblem } from './signup-times.ts';

export type SignupErrors = {
  capacity?: string;
  opens?: Partial<TypedMoment>;
  closes?: Partial<TypedMoment>;
  /** The index of a repeated question. */
  askedTwice?: number;
};

/** An empty capacity means no limit. */
export const noSignup = {
  hasSignup: false,
  capacity: '',
  maxPlaces: '1',
  opens: noMoment,
  closes: noMoment,
  questions: [] as readonly string[],
};
export type SignupValues = typeof noSignup;

export const askedTwiceProblem = 'You already ask this question.';
export const capacityProblem = 'Please enter a number from 1 to 100,000, or leave it empty.';

export function signupValues(event: SocietyEvent, timeZone: string): SignupValues {
  const { hasSignup, capacity, maxPlaces, questions } = event;
  return {
    hasSignup,
    capacity: capacity === null ? '' : String(capacity),
    maxPlaces: String(maxPlaces),
    opens: typedMoment(event.signupOpensAt, timeZone),
    closes: typedMoment(event.signupClosesAt, timeZone),
    questions,
  };
}

/** For another event, on another day. */
export function withoutSignupDays(values: SignupValues): SignupValues {
  return { ...values, opens: { ...values.opens, date: '' }, closes: { ...values.closes, date: '' } };
}

/** The error at each field; none while sign-up is off. */
export function signupErrors(values: SignupValues, times: TypedTimes, timeZone: string): SignupErrors {
  if (!values.hasSignup) return {};
  const unclear = { opens: momentErrors(values.opens), closes: momentErrors(values.closes) };
  const isClear = [unclear.opens, unclear.closes].every((errors) => Object.keys(errors).length === 0);
  const order = isClear ? orderErrors(values, times, timeZone) : {};
  const askedTwice = placeAskedTwice(values.questions);
  return {
    ...(isCapacity(values.capacity) ? {} : { capacity: capacityProblem }),
    ...unclear,
    ...order,
    ...(askedTwice !== null && { askedTwice }),
  };
}

/** The first of what stops the form, or null. */
export function signupProblem(values: SignupValues, times: TypedTimes, timeZone: string): string | null {
  const { capacity, opens, closes, askedTwice } = signupErrors(values, times, timeZone);
  const twice = askedTwice === undefined ? undefined : askedTwiceProblem;
  const said = [capacity, opens?.date, opens?.time, closes?.date, closes?.time, twice];
  return said.find((problem) => problem !== undefined) ?? null;
}

/** The settings of a sign-up that is off stay stored, for another time. */
export function signupInput(values: SignupValues, timeZone: string): SocietyEventInput {
  if (!values.hasSignup) return { hasSignup: false };
  return {
    hasSignup: true,
    capacity: values.capacity.trim() ? Number(values.capacity.trim()) : null,
    maxPlaces: Number(values.maxPlaces),
    ...instantsOfSignup(values, timeZone),
    questions: values.questions.map((question) => question.trim()).filter(Boolean),
  };
}

function instantsOfSignup({ opens, closes }: SignupValues, timeZone: string) {
  const instantOf = (moment: TypedMoment) => {
    const wallTime = wallTimeOfMoment(moment);
    return wallTime && wallTimeToInstant(wallTime, timeZone);
  };
  return { signupOpensAt: instantOf(opens), signupClosesAt: instantOf(closes) };
}

/** Only when the event's times are clear too. */
function orderErrors(values: SignupValues, times: TypedTimes, timeZone: string): SignupErrors {
  if (timesProblem(times) !== null) return {};
  const event = eventInstants(wallTimesOfTyped(times), timeZone);
  const problem = signupTimesProblem(instantsOfSignup(values, timeZone), event);
  if (!problem) return {};
  return problem.field === 'signupOpensAt'
    ? { opens: { date: problem.message } }
    : { closes: { date: problem.message } };
}

/** Answers are stored by their question, so each may be asked only once. */
function placeAskedTwice(questions: readonly string[]): number | null {
  const bare = questions.map((question) => question.trim().replace(/\s+/g, ' '));
  const place = bare.findIndex((question, at) => question !== '' && bare.indexOf(question) < at);
  return place < 0 ? null : place;
}

function isCapacity(typed: string): boolean {
  const text = typed.trim();
  return text === '' || (/^\d{1,6}$/.test(text) && Number(text) >= 1 && Number(text) <= eventLimits.capacity);
}
