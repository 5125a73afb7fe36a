/** The audience of an issue: confirmed subscribers who chose its kind. Checked again when each mail is sent. */
import { setImmediate as letOthersRun } from 'node:timers/promises';
import type { ExpressionBuilder } from 'kysely';
import { type MailedArticle, unpublishedReason } from '#features/newsletter/content/issue-texts.server.ts';
import type { SubscribersTable } from '#features/newsletter/newsletter.tables.ts';
import type { Wish } from '#features/newsletter/subscribers/subscriber.ts';
import type { Db } from '#platform/db/db.ts';
import type { Tables } from '#platform/db/tables.ts';

/** In a query on subscribers: articles go to those who chose each one, digests and notes also to those who chose digests only. */
export function isInAudience(articleId: number | null) {
  const wishes: Wish[] = articleId === null ? ['each', 'digest'] : ['each'];
  return (eb: ExpressionBuilder<Tables, 'subscribers'>) =>
    eb.and([eb('subscribers.state', '=', 'confirmed'), eb('subscribers.wish', 'in', wishes)]);
}

/** Why a subscriber no longer gets it, or null. Someone who has since chosen digests only still gets queued articles. */
export function whyNoLongerInAudience({ state, wish, ...article }: MailedArticle & Recipient): string | null {
  const unpublished = unpublishedReason(article);
  if (unpublished !== null) return unpublished;
  if (state === 'suppressed') return 'The address is suppressed';
  if (state !== 'confirmed') return 'No longer subscribed';
  return wish === 'none' ? 'Wants no newsletter' : null;
}

type Recipient = Pick<SubscribersTable, 'state'> & { wish: Wish };

/** About 20 ms on SQLite, which runs in the web thread; far below PostgreSQL's statement timeout. */
const idsAtOnce = 1_000;

/** Both ends are included. */
export type IdRange = { from: number; to: number };

/** The ids of all present subscribers, in parts: no statement runs long, and other requests are served in between. */
export async function* subscriberIdRanges(trx: Db): AsyncGenerator<IdRange> {
  const { highest } = await trx
    .selectFrom('subscribers')
    .select(({ fn }) => fn.max('id').as('highest'))
    .executeTakeFirstOrThrow();
  for (let from = 1; from <= Number(highest ?? 0); from += idsAtOnce) {
    if (from > 1) await letOthersRun();
    yield { from, to: from + idsAtOnce - 1 };
  }
}
