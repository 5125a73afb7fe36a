/** Merges a save into an event's sign-up: fields not sent stay, and its times move with the event. */
import { Invalid } from '#platform/errors.ts';
import type { SocietyEventInput } from '../event.schema.ts';
import type { EventRow } from '../event-lists.server.ts';
import type { Instants } from '../event-times.ts';
import {
  closeNoLaterThanEnd,
  moveSignupTime,
  readSignupTime,
  type SignupTimes,
  signupTimeMessages,
  signupTimesProblem,
} from './signup-times.ts';

/** `isRestored`: by an earlier version, which cannot ask questions. */
type Merge = { eventDate: string; instants: Instants; timeZone: string; isRestored: boolean };

/** @throws Invalid */
export function mergeSignupFields(existing: EventRow | null, input: SocietyEventInput, merge: Merge) {
  const signup = {
    hasSignup: input.hasSignup ?? existing?.hasSignup ?? false,
    capacity: input.capacity === undefined ? (existing?.capacity ?? null) : input.capacity,
    maxPlaces: input.maxPlaces ?? existing?.maxPlaces ?? 1,
    questions: input.questions?.join('\n') ?? existing?.questions ?? '',
    signupOpensAt: mergeTime('signupOpensAt', existing, input, merge),
    signupClosesAt: mergeTime('signupClosesAt', existing, input, merge),
  };
  const problem = signup.hasSignup ? signupTimesProblem(signup, merge.instants) : null;
  if (problem) throw new Invalid(problem.message, { [problem.field]: problem.message });
  return signup;
}

function mergeTime(
  name: keyof SignupTimes,
  existing: EventRow | null,
  { [name]: sent }: SocietyEventInput,
  { eventDate, instants, timeZone, isRestored }: Merge,
): string | null {
  if (sent) {
    const instant = readSignupTime(sent, timeZone);
    if (instant === null) throw Invalid.at(name, signupTimeMessages.notATime);
    return isRestored && name === 'signupClosesAt' ? closeNoLaterThanEnd(instant, instants) : instant;
  }
  if (sent === null || !existing) return null;
  const along = moveSignupTime(existing[name], { from: existing.eventDate, to: eventDate, timeZone });
  return name === 'signupClosesAt' ? closeNoLaterThanEnd(along, instants) : along;
}
