import type { Article, ArticleCard } from '#features/articles/article.schema.ts';
import { getArticle, listAllArticles } from '#features/articles/articles.client.ts';
import type { SocietyEvent } from '#features/events/event.schema.ts';
import { eventMessages } from '#features/events/event.ts';
import { getEvent, listAllEvents } from '#features/events/events.client.ts';
import type { Member } from '#features/members/member.schema.ts';
import { getMember, listAllMembers } from '#features/members/members.client.ts';
import type { Page } from '#shared/api-client.ts';
import type { ListOptions } from '#shared/list-options.ts';
import { errorMessage } from '#ui/loaded.ts';
import { toast } from '#ui/toast.tsx';
import { api } from './session.ts';

/** What the lists say when the server gives no sentence of its own (spec 8). */
export const loadFailures = {
  articles: 'Failed to load articles',
  members: 'Failed to load members',
  events: 'Failed to load events. Please try again later.',
} as const;

export type ListLoad<T> = (options: ListOptions) => Promise<Page<T>>;

/** Newest first. */
export const loadArticles: ListLoad<ArticleCard> = (options) => listAllArticles(api, options);

/** By name. */
export const loadMembers: ListLoad<Member> = (options) => listAllMembers(api, options);

/** Newest first. */
export const loadEvents: ListLoad<SocietyEvent> = (options) => listAllEvents(api, options);

export function readArticle(id: number): Promise<Article | null> {
  return orTold(getArticle(api, id), 'Failed to load article');
}

export function readMember(id: number): Promise<Member | null> {
  return orTold(getMember(api, id), loadFailures.members);
}

export function readEvent(id: number): Promise<SocietyEvent | null> {
  return orTold(getEvent(api, id), eventMessages.loadFailed);
}

async function orTold<T>(promise: Promise<T>, failed: string): Promise<T | null> {
  try {
    return await promise;
  } catch (error) {
    toast.error(errorMessage(error, failed));
    return null;
  }
}
