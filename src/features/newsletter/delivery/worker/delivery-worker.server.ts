/** Sends due newsletters at the pace that the settings allow, and marks issues with nothing left to send as done. */
import type { ExpressionBuilder } from 'kysely';
import { settleBounces } from '#features/newsletter/bounces/bounces.server.ts';
import { newsletterAnswers } from '#features/newsletter/newsletter.ts';
import { systemTiming } from '#platform/clock.ts';
import { type Db, transact } from '#platform/db/db.ts';
import type { Tables } from '#platform/db/tables.ts';
import { countWorkers, type MailRow } from '#platform/mail/queue/mail-rows.ts';
import { createMailWorker, type MailWorkerContext } from '#platform/mail/queue/mail-worker.ts';
import { notPaused } from '../mail-server/mail-server-pauses.server.ts';
import { skipQueuedDeliveries } from '../queue/enqueue-deliveries.server.ts';
import { shortenUndoWindows } from '../queue/undo-window.server.ts';
import { createNewsletterSource } from './newsletter-source.server.ts';
import { createDeliveryRules } from './outcome-rules.server.ts';
import { createRateLimiter } from './sending-pace.server.ts';

const looksRemembered = 5;

export function createDeliveryWorker(context: MailWorkerContext) {
  const { db, clock, config, timing = systemTiming } = context;
  const { ratePerSecond } = config.newsletter;
  const { connections = config.newsletter.connections } = context;
  const rateLimiter = createRateLimiter(ratePerSecond, timing);
  // About a second's mails: a pause takes effect soon, and a fast worker rarely asks the database.
  const ahead = Math.max(connections, Math.min(connections * 20, Math.ceil(ratePerSecond)));
  /** From the last looks: a worker between two claims holds no lease, yet it is running. */
  let seen: number[] = [];
  const worker = createMailWorker({
    ...context,
    source: createNewsletterSource(context, createDeliveryRules(context)),
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
      await shortenUndoWindows(db, clock.now());
      await skipAllCancelled(db);
      await settleBounces(db, clock.now());
    },
  };
}

async function finishIssues(db: Db, now: Date): Promise<void> {
  const finished = db.selectFrom('issues').select('id').where('state', '=', 'sending');
  const ids = await finished.where((eb) => eb.not(hasMail(unfinished)(eb))).execute();
  for (const { id } of ids) await finishIssue(db, id, now);
}

async function finishIssue(db: Db, id: number, now: Date): Promise<void> {
  await transact(db, async (trx) => {
    // Locks first and asks then: it must see deliveries that another send is adding.
    const issue = trx.selectFrom('issues').select('id').where('id', '=', id).where('state', '=', 'sending');
    if (!(await issue.forUpdate().executeTakeFirst())) return;
    if (await issue.where(hasMail(unfinished)).executeTakeFirst()) return;
    const done = { ...notPaused, state: 'done', sendAfter: null, updatedAt: now.toISOString() } as const;
    await trx.updateTable('issues').set(done).where('id', '=', id).execute();
  });
}

/** Mails released by a worker after their issue was cancelled must not wait forever. */
async function skipAllCancelled(db: Db): Promise<void> {
  const cancelled = db.selectFrom('issues').select('id').where('state', '=', 'cancelled');
  for (const { id } of await cancelled.where(hasMail(['queued', 'retry'])).execute())
    await transact(db, (trx) => skipQueuedDeliveries(trx, id, newsletterAnswers.cancelled));
}

const unfinished = ['queued', 'sending', 'retry'] as const;

/** In a query on issues: one of its mails is in one of these states. */
function hasMail(states: readonly MailRow['state'][]) {
  return (eb: ExpressionBuilder<Tables, 'issues'>) => {
    const mails = eb.selectFrom('mails').select('mails.id').whereRef('mails.issueId', '=', 'issues.id');
    return eb.exists(mails.where('mails.state', 'in', states));
  };
}
