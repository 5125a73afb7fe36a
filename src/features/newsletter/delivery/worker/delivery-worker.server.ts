/** Sends the newsletters that are due, at the pace that the settings allow. */
import { systemTiming } from '#platform/clock.ts';
import { countWorkers } from '#platform/mail/queue/mail-rows.ts';
import { createMailWorker, type MailWorkerContext } from '#platform/mail/queue/mail-worker.ts';
import { finishIssues, skipAllCancelled } from '../queue/finish-issues.server.ts';
import { shortenDelays } from '../queue/send-delay.server.ts';
import { newsletterSource } from './newsletters.server.ts';
import { createRateLimiter } from './rate-limiter.server.ts';
import { readerRules } from './reader-rules.server.ts';

/** One a second. */
const looksRemembered = 5;

export function createDeliveryWorker(context: MailWorkerContext) {
  const { db, clock, config, timing = systemTiming } = context;
  const { ratePerSecond } = config.newsletter;
  const { connections = config.newsletter.connections } = context;
  const rateLimiter = createRateLimiter(ratePerSecond, timing);
  // A second's worth: a pause takes effect soon, and a fast worker asks the database seldom.
  const ahead = Math.max(connections, Math.min(connections * 10, Math.ceil(ratePerSecond)));
  /** At the last looks: between two claims a worker holds no lease, and is there all the same. */
  let seen: number[] = [];
  const worker = createMailWorker({
    ...context,
    sources: [newsletterSource({ ...context, timing }, readerRules(context))],
    pace: { ahead, wait: () => rateLimiter.wait() },
  });
  return {
    ...worker,

    async renewLeases(): Promise<void> {
      if (worker.countLeased() > 0) {
        seen = [...seen, await countWorkers(db, clock.now())].slice(-looksRemembered);
        rateLimiter.shareWith(Math.max(...seen));
      }
      await worker.renewLeases();
    },

    async finishIssues(): Promise<void> {
      await finishIssues(db, clock.now());
      await shortenDelays(db, clock.now());
      await skipAllCancelled(db);
    },
  };
}
