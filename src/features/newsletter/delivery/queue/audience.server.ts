/** Whom an issue goes to: confirmed subscribers whose wish it fits. Whether they still want any is asked when each mail leaves. */
import type { ExpressionBuilder } from 'kysely';
import type { SubscribersTable } from '#features/newsletter/newsletter.tables.ts';
import { newsletterAnswers } from '#features/newsletter/newsletter.ts';
import type { Preference } from '#features/newsletter/subscribers/subscriber.ts';
import type { Tables } from '#platform/db/tables.ts';

/** Each article goes to those who want each, digests and notes also to those who want digests alone. */
function wishesServed(articleId: number | null): Preference[] {
  return articleId === null ? ['each', 'digest'] : ['each'];
}

/** In a query on subscribers: the recipients of a newsletter about this article, or of a note or digest. */
export function isServed(articleId: number | null) {
  return (eb: ExpressionBuilder<Tables, 'subscribers'>) =>
    eb.and([eb('subscribers.state', '=', 'confirmed'), eb('subscribers.wish', 'in', wishesServed(articleId))]);
}

/** Why this one is not sent it after all; null when it is. Who came to want digests alone still gets what was on its way. */
export function whyNotServed({ state, wish, ...article }: Article & Reader): string | null {
  const unpublished = unpublishedReason(article);
  if (unpublished !== null) return unpublished;
  if (state === 'suppressed') return 'The address is suppressed';
  if (state !== 'confirmed') return 'No longer subscribed';
  return wish === 'none' ? 'Wants no newsletter' : null;
}

type Reader = Pick<SubscribersTable, 'state'> & { wish: Preference };
/** Of the article of an issue, if that has one. */
type Article = { articleId?: number | null; isPublished: boolean | null; deletedAt: string | null };

/** Why an article is not mailed now; null while visitors can read it, and where there is none. */
export function unpublishedReason({ articleId, isPublished, deletedAt }: Article): string | null {
  if (articleId === null) return null;
  if (deletedAt !== null) return newsletterAnswers.articleDeleted;
  return isPublished ? null : newsletterAnswers.articleOffline;
}
