/** Does the same to several items in one transaction. What somebody has removed meanwhile is left out. */
import { NotFound } from '#platform/errors.ts';

/** Each id once and in order, so that two who do this at once do not wait for each other. Answers those
 * that were there and that `work` has not answered false for. */
export async function doToEach(
  ids: readonly number[],
  work: (id: number) => Promise<void | boolean>,
): Promise<number[]> {
  const done: number[] = [];
  for (const id of [...new Set(ids)].sort((a, b) => a - b))
    try {
      if ((await work(id)) !== false) done.push(id);
    } catch (error) {
      if (!(error instanceof NotFound)) throw error;
    }
  return done;
}
