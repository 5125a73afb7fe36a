/** What the doctor's screen looks at: the site that runs, by itself. */
import { look } from '#features/health/finding.ts';
import type { AppContext } from '#platform/context.ts';
import type { CheckContext } from './check.ts';

/** An error stands in the log, not in the answer. */
export function ownContext({ config, clock, db, store, log, outages }: AppContext): CheckContext {
  return {
    config,
    now: clock.now(),
    db,
    databaseProblem: null,
    findDamage: async () => (outages.current()?.reason === 'database_damaged' ? 'a page cannot be read' : null),
    store,
    site: 'itself',
    triesWriting: true,
    isWorkerReady: null,
    unfinished: (check, error) => {
      log.error('a check of the site failed', { check, error });
      return look('This could not be looked at.', 'Look into the log of the site for what has failed.');
    },
  };
}
