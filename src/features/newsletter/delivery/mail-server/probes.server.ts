/**
 * What may be handed to the mail server: everything, or while the breaker is open one mail a minute. Newsletters and e-mails to
 * subscribers probe in turn: a mail that makes the server fail must not be the only probe.
 */
import { subscriberEmailKinds } from '#features/newsletter/subscribers/emails/subscriber-emails.server.ts';
import type { AppContext } from '#platform/context.ts';
import { isAnyDue } from '#platform/mail/queue/mail-rows.ts';
import { areDeliveriesDue } from '../worker/newsletters.server.ts';
import { closeBreaker, countWaiting, readProbeTime, takeProbe } from './mail-breaker.server.ts';

type Queue = 'deliveries' | 'emails';

export type Probes = ReturnType<typeof createProbes>;

/** One for each worker. */
export function createProbes({ db, config }: Pick<AppContext, 'db' | 'config'>) {
  let last: Queue | null = null;
  const isDue = {
    deliveries: (now: Date) => areDeliveriesDue(db, config, now),
    emails: (now: Date) => isAnyDue(db, { kinds: subscriberEmailKinds, now }),
  };

  return {
    async admit(queue: Queue, now: Date): Promise<'all' | 'probe' | 'none'> {
      const probeAt = await readProbeTime(db);
      if (probeAt === null) return 'all';
      if (probeAt > now.toISOString()) return 'none';
      const isOtherDue = await isDue[queue === 'emails' ? 'deliveries' : 'emails'](now);
      if (!(await isDue[queue](now))) {
        // Nobody waits for the mail server any more; the next mail will find out about it.
        if (!isOtherDue && (await countWaiting(db)) === 0) await closeBreaker(db, now);
        return 'none';
      }
      if (isOtherDue && last === queue) return 'none';
      if (!(await takeProbe(db, { probeAt, now }))) return 'none';
      last = queue;
      return 'probe';
    },
  };
}
