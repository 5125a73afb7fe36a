/** How many readers there are, and how many more than a month ago. */
import type { Db } from '#platform/db/db.ts';
import { countSubscribers } from './subscribers.server.ts';

const monthMs = 30 * 86_400_000;

/** People who were erased meanwhile are in neither number. */
export async function countReaders(db: Db, now: Date): Promise<{ total: number; change: number }> {
  const before = new Date(now.getTime() - monthMs).toISOString();
  const subscribers = db.selectFrom('subscribers').select(({ fn }) => fn.countAll<number>().as('count'));
  const joined = subscribers.where('confirmedAt', '>=', before).where('state', '=', 'confirmed');
  const left = subscribers.where('unsubscribedAt', '>=', before).where('state', '=', 'unsubscribed');
  const suppressed = subscribers.where('suppressedAt', '>=', before).where('state', '=', 'suppressed');
  const counts: number[] = [];
  for (const some of [joined, ...[left, suppressed].map((gone) => gone.where('confirmedAt', '<', before))])
    counts.push(Number((await some.executeTakeFirstOrThrow()).count));
  const [came = 0, ...gone] = counts;
  const { confirmed } = await countSubscribers(db);
  return { total: confirmed, change: gone.reduce((change, one) => change - one, came) };
}
