/** Makes one call again and again, each time with another of its steps failing, until none is left to fail. */

import { type Manner, mark } from './faults.ts';
import type { Site } from './site.ts';
import { type Content, changedPlaces, contentOf } from './stored-content.ts';

export type Call = { path: string; init: RequestInit };

/** `text` is null where the answer was broken off, and of events, which a browser asks for again when they break off. */
export type Outcome = { status: number; text: string | null; isFile: boolean; changed: string[] };
type Fault = { n: number; step: string; outcome: Outcome };

/**
 * Every `every`-th step fails, beginning with the `first`. `content` is that of the site as it is opened. `mayLeave`: a table that
 * may change although the call is refused, or although a report tells of the fault.
 */
type Walk = {
  site: Site;
  content: Content;
  call: Call;
  first: number;
  every: number;
  mayLeave?: string | undefined;
  /** The answer tells what has failed. */
  isReport?: boolean | undefined;
};

/** An attempt counts whether it succeeds or not. */
export const counts = 'throttles';

/** Answers what is wrong with the call, in sentences, and how many faults it has met. Leaves the site as it was. */
export async function walk({
  site,
  content,
  call,
  first,
  every,
  mayLeave,
  isReport,
}: Walk): Promise<{ problems: string[]; faults: number }> {
  const faults: Fault[] = [];
  const tries: Outcome[] = [];
  for (let n = first; ; n += every) {
    const { step, outcome } = await attempt(site, call, { n, content });
    if (step === undefined) {
      await site.restore(outcome.changed);
      // What comes after all that failed before it is the second try of each.
      const problems = faults.flatMap((fault) => whatIsWrong(fault, outcome, { mayLeave, isReport }));
      return { problems: [...problems, ...[...tries, outcome].flatMap(whyRefused)], faults: faults.length };
    }
    faults.push({ n, step, outcome });
    let { changed } = outcome;
    if (changed.join() === counts) {
      const again = await attempt(site, call, { n: 0, content });
      tries.push(again.outcome);
      changed = again.outcome.changed;
    }
    await site.restore(changed);
  }
}

type Armed = { n: number; manner?: Manner; content: Content };

/** Nothing fails with an `n` of 0. */
export async function attempt(site: Site, { path, init }: Call, { n, manner = 'refused', content }: Armed) {
  site.faults.arm(n, manner);
  const response = await site.request(path, init);
  const isFile = response.headers.get('content-type')?.startsWith('text/csv') ?? false;
  const text = await response.text().catch(() => null);
  const step = site.faults.hit();
  site.faults.arm(0);
  const changed = changedPlaces(content, await contentOf(site.app().context));
  const outcome: Outcome = { status: response.status, text, isFile, changed };
  return { step, outcome };
}

/** A fault is answered with a sentence and leaves everything as it was, or it does no harm: the call comes through as without it. */
function whatIsWrong(
  { n, step, outcome }: Fault,
  unharmed: Outcome,
  { mayLeave, isReport }: Pick<Walk, 'mayLeave' | 'isReport'>,
): string[] {
  const { status, text, isFile } = outcome;
  const [changed, expected] = [namesOf(outcome), namesOf(unharmed)];
  const problems: string[] = [];
  problems.push(...whatIsSaidWrong(outcome));
  if (status >= 500) {
    if (changed && changed !== mayLeave) problems.push(`says ${status}, but has changed ${changed}`);
  } else if (status !== unharmed.status) problems.push(`says ${status}: ${text}`);
  else if (isReport && changed === mayLeave && text !== unharmed.text) return problems;
  else if (changed !== expected)
    problems.push(`says ${status}, but has changed ${changed || 'nothing'}, not ${expected}`);
  else if (!isReport && (isFile || !changed) && text !== null && text !== unharmed.text)
    problems.push(`says ${status}, but not all: ${text}`);
  return problems.map((problem) => `with step ${n} failing (${step.slice(0, 150)}) it ${problem.slice(0, 300)}`);
}

/** An error that is shown, or none that people understand. */
export function whatIsSaidWrong({ status, text }: Outcome): string[] {
  if (text?.includes(mark)) return [`shows the error: ${text}`];
  const isSentence = /^[A-Z][^{}]+ [^{}]+$/.test(messageIn(text));
  return status >= 500 && !isSentence ? [`says ${status} without a sentence: ${text}`] : [];
}

function whyRefused({ status, text }: Outcome): string[] {
  return status < 300 ? [] : [`with nothing failing it is refused: ${status} ${text}`];
}

function namesOf({ changed }: Outcome): string {
  return changed.filter((place) => place !== counts).join(', ');
}

function messageIn(text: string | null): string {
  try {
    return String((JSON.parse(text ?? '') as { message?: unknown }).message);
  } catch {
    return '';
  }
}
