import { addList, itemApi } from '#features/items/items.api.ts';
import { presentItem } from '#features/items/items.server.ts';
import type { AppContext } from '#platform/context.ts';
import { createApiApp, type ListQuery } from '#platform/http/api.ts';
import { eventKind } from './event.kind.ts';
import { SocietyEvent, SocietyEventInput } from './event.schema.ts';
import { type EventList, listEvents, saveEvent } from './events.server.ts';

export function eventsApi(context: AppContext) {
  const { db, clock } = context;
  const list = (which: EventList, description: string, of = 'events') => ({
    of,
    description,
    entry: SocietyEvent,
    read: (query: ListQuery) => listEvents(db, which, query, clock.now()),
  });
  const publicRoutes = createApiApp();
  addList(publicRoutes, eventKind, list('all', 'Upcoming events, soonest first, then past ones, newest first'));
  addList(publicRoutes, eventKind, { path: '/upcoming', ...list('upcoming', 'Soonest first', 'upcoming events') });
  addList(publicRoutes, eventKind, { path: '/past', ...list('past', 'Newest first', 'past events') });

  return itemApi(context, {
    kind: eventKind,
    entity: SocietyEvent,
    input: SocietyEventInput,
    publicRoutes,
    list: list('newest', 'All events, latest date first', 'all events'),
    present: presentItem,
    save: (save) => saveEvent(context, save),
  });
}
