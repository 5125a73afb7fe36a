/** Whom an issue goes to: confirmed subscribers whose wish it fits, asked when it is queued and again when each mail leaves. */
import type { ExpressionBuilder } from 'kysely';
import type { SubscribersTable } from '#features/newsletter/newsletter.tables.ts';
import type { Tables } from '#platform/db/tables.ts';

/** In a query on subscribers. */
export function isServed(eb: ExpressionBuilder<Tables, 'subscribers'>) {
  return eb.and([eb('subscribers.state', '=', 'confirmed'), eb('subscribers.wish', '=', 'each')]);
}

/** Why this one is not sent it after all; null when it is. */
export function whyNotServed({ state, wish }: Pick<SubscribersTable, 'state'> & { wish: string }): string | null {
  if (state === 'suppressed') return 'The address is suppressed';
  if (state !== 'confirmed') return 'No longer subscribed';
  return wish === 'each' ? null : 'Wants no mail of each article';
}
