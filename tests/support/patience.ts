/** The limits of the tests, measured once when a run begins and handed to all that it starts. */
import { setTimeout as sleep } from 'node:timers/promises';
import { measureSlowness } from './machine-slowness.ts';

process.env.TEST_SLOWNESS ||= String(measureSlowness());

/** A limit in milliseconds as it stands on an idle machine, for this one. */
export function patient(milliseconds: number): number {
  return Math.ceil(milliseconds * Number(process.env.TEST_SLOWNESS));
}

/** As the machine is now: others may have begun since the run did. Takes a second, for when the usual limit has passed. */
export function patientNow(milliseconds: number): number {
  return Math.max(patient(milliseconds), Math.ceil(milliseconds * measureSlowness()));
}

/** Whether it took less, as the machine was when the run began or, since others may have begun in the meantime, as it is now. */
export function isWithin(milliseconds: number, taken: number): boolean {
  return taken < patient(milliseconds) || taken < patientNow(milliseconds);
}

/** Between two looks at something that takes a while: the longer it has taken, for on a busy machine each look delays it. */
export async function untilNextLook(begun: number): Promise<void> {
  await sleep(Math.min(250, Math.max(15, (Date.now() - begun) / 20)));
}
