import { articleKind } from '#features/articles/article.kind.ts';
import type { Article } from '#features/articles/article.schema.ts';
import { eventKind } from '#features/events/event.kind.ts';
import type { SocietyEvent } from '#features/events/event.schema.ts';
import { isUpcoming } from '#features/events/signup/guest-count.ts';
import { getItem } from '#features/items/items.client.ts';
import type { Kind } from '#features/items/kind.ts';
import { isIssueOver } from '#features/newsletter/issue.ts';
import { getArticleNewsletter } from '#features/newsletter/issues/issues.client.ts';
import { peopleText } from '#features/registrations/admin/guest-texts.ts';
import { getCountsOfEvent } from '#features/registrations/registrations-admin.client.ts';
import { byEmail } from '#features/settings/admin/mail-server.ts';
import type { Api } from '#shared/calls/api-client.ts';
import { bidiIsolated, pluralise } from '#shared/text.ts';

/** `isScheduled`: it would go live by itself; `effect`: what the deletion has done, besides telling guests. */
export type Removal = { detail: string; effect: string; isScheduled?: boolean };

const unseen = 'Visitors no longer see it.';

/** A member, a page or a past committee, which is always shown. */
type Shown = Record<string, unknown> & { isActive?: boolean; isPublished?: boolean };

/** How the bin affects a schedule. */
const scheduleEnds = 'and no longer will be, even if you restore it from the bin.';

/** Says which item it is and what deleting it affects; null when it cannot be read. */
export async function loadDeletionImpact(api: Api, kind: Kind, id: number): Promise<Removal | null> {
  try {
    if (kind.name === articleKind.name) return await articleRemoval(api, id);
    if (kind.name === eventKind.name) return await eventRemoval(api, id);
    const item = await getItem<Shown>(api, kind, id);
    const isShown = item.isActive ?? item.isPublished ?? true;
    const name = bidiIsolated(String(item[kind.titleField]));
    return { detail: `“${name}” is ${isShown ? '' : 'not '}shown on the site.`, effect: isShown ? unseen : '' };
  } catch {
    return null;
  }
}

async function articleRemoval(api: Api, id: number): Promise<Removal> {
  const [article, { sent, report }] = await Promise.all([
    getItem<Article>(api, articleKind, id),
    getArticleNewsletter(api, id),
  ]);
  const state = article.isPublished ? 'is live' : 'is a draft';
  const mailed = sent > 0 ? ` and was mailed to ${pluralise(sent, 'subscriber')}` : '';
  const isScheduled = Boolean(article.schedule);
  const stops = report && !isIssueOver(report.state) ? ' The newsletter on its way stops.' : '';
  const schedule = isScheduled ? ` It is scheduled, ${scheduleEnds}` : '';
  const detail = `“${bidiIsolated(article.title)}” ${state}${mailed}.${stops}${schedule}`;
  return { detail, effect: article.isPublished ? unseen + stops : '', isScheduled };
}

async function eventRemoval(api: Api, id: number): Promise<Removal> {
  const [event, counts] = await Promise.all([getItem<SocietyEvent>(api, eventKind, id), getCountsOfEvent(api, id)]);
  const people = counts.coming.people + counts.waiting.people;
  const name = `“${bidiIsolated(event.title)}”`;
  if (!isUpcoming(event)) return { detail: `${name} is ${event.cancelledAt ? 'cancelled' : 'over'}.`, effect: unseen };
  if (people === 0)
    return {
      detail: event.hasSignup ? `${name}: no one has signed up.` : `${name} is shown on the site.`,
      effect: unseen,
    };
  const told = byEmail('They are told by email that it will not take place.');
  return { detail: `${name}: ${peopleText(people)} signed up. ${told}`, effect: unseen };
}
