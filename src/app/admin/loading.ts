import type { Article } from '#features/articles/article.schema.ts';
import { getArticle, listAllArticles } from '#features/articles/articles.client.ts';
import type { SocietyEvent } from '#features/events/event.schema.ts';
import { eventMessages } from '#features/events/event.ts';
import { getEvent, listAllEvents } from '#features/events/events.client.ts';
import type { Member } from '#features/members/member.schema.ts';
import { byName } from '#features/members/member.ts';
import { listAllMembers } from '#features/members/members.client.ts';
import type { Page } from '#shared/api-client.ts';
import { errorMessage } from '#ui/loaded.ts';
import { toast } from '#ui/toast.tsx';
import { api } from './session.ts';

/** What the lists say when the server gives no sentence of its own (spec 8). */
export const loadFailures = {
  articles: 'Failed to load articles',
  members: 'Failed to load members',
  events: 'Failed to load events. Please try again later.',
} as const;

/** Newest first. */
export function loadArticles(cursor: string | null): Promise<Page<Article>> {
  return listAllArticles(api, pageAfter(cursor));
}

/** A committee is small: the API answers it whole. */
export async function loadMembers(): Promise<Page<Member>> {
  const page = await listAllMembers(api);
  return { ...page, items: page.items.toSorted(byName) };
}

/** Newest first. */
export function loadEvents(cursor: string | null): Promise<Page<SocietyEvent>> {
  return listAllEvents(api, pageAfter(cursor));
}

export function readArticle(id: number): Promise<Article | null> {
  return orTold(getArticle(api, id), 'Failed to load article');
}

/** From the administrators' list: the public address hides who is not active. */
export async function readMember(id: number): Promise<Member | null> {
  const members = await orTold(loadMembers(), loadFailures.members);
  return members?.items.find((member) => member.id === id) ?? null;
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

function pageAfter(cursor: string | null) {
  return { limit: 60, ...(cursor ? { cursor } : {}) };
}
