/** Whom an issue goes to: confirmed subscribers whose wish it fits, asked when it is queued and again when each mail leaves. */
import type { ExpressionBuilder } from 'kysely';
import type { SubscribersTable } from '#features/newsletter/newsletter.tables.ts';
import type { Preference } from '#features/newsletter/subscribers/subscriber.ts';
import type { Tables } from '#platform/db/tables.ts';

/** Each article goes to those who want each, digests and notes also to those who want digests alone. */
function wishesServed(articleId: number | null): Preference[] {
  return articleId === null ? ['each', 'digest'] : ['each'];
}

/** In a query on subscribers: whom a newsletter about this article, or about none, goes to. */
export function isServed(articleId: number | null) {
  return (eb: ExpressionBuilder<Tables, 'subscribers'>) =>
    eb.and([eb('subscribers.state', '=', 'confirmed'), eb('subscribers.wish', 'in', wishesServed(articleId))]);
}

export const digestAlone = 'Wants no mail of each article';

type Reader = Pick<SubscribersTable, 'state'> & { articleId: number | null; wish: Preference };

/** Why this one is not sent it after all; null when it is. */
export function whyNotServed({ articleId, state, wish }: Reader): string | null {
  if (state === 'suppressed') return 'The address is suppressed';
  if (state !== 'confirmed') return 'No longer subscribed';
  if (wishesServed(articleId).includes(wish)) return null;
  return wish === 'none' ? 'Wants no newsletter' : digestAlone;
}
