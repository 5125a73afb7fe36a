import { useState } from 'react';
import { type LoaderFunctionArgs, Outlet, type RouteObject, useLoaderData, useParams } from 'react-router';
import { PageMeta } from '#features/settings/pages/page-meta.tsx';
import type { Api } from '#shared/calls/api-client.ts';
import { loaderApi, useApi } from '#ui/api-context.ts';
import { Toaster } from '#ui/dialogs/toast.tsx';
import { TextLink } from '#ui/forms/button.tsx';
import tools from '#ui/lists/list-tools.module.css';
import { loadListAndMatches, pageSize, type Searched, shouldRevalidateList } from '#ui/lists/show-more.ts';
import { type Loaded, settleLoad, useLoaded } from '#ui/loaded.ts';
import { ErrorState } from '#ui/page/empty-and-error-states.tsx';
import { Section } from '#ui/page/page-sections.tsx';
import { PicturesWait } from '#ui/page/picture.tsx';
import { Spinner } from '#ui/page/spinner.tsx';
import { Icon } from '#ui/theme/icon.tsx';
import { SubscribeToCalendar } from '../calendar/subscribe-to-calendar.tsx';
import { type EventFilter, eventFilterOf, filterFailed, type ListedEvent, listFilteredEvents } from './event-filter.ts';
import styles from './events.module.css';
import { EventsSearch } from './events-search.tsx';

export const eventsRoute = {
  loader: ({ context, request }: LoaderFunctionArgs) =>
    loadEvents(context.get(loaderApi), new URL(request.url).searchParams, request.signal),
  shouldRevalidate: shouldRevalidateList,
  element: <EventsPage />,
} satisfies RouteObject;

export type EventsLoaded = Searched<ListedEvent> & { filter: EventFilter };

function loadEvents(api: Api, params: URLSearchParams, signal?: AbortSignal): Promise<Loaded<EventsLoaded>> {
  const filter = eventFilterOf(params);
  const lists = loadListAndMatches((options) => listFilteredEvents(api, filter, options, signal), params);
  return settleLoad(
    lists.then((searched) => ({ filter, ...searched })),
    filterFailed[filter],
  );
}

function EventsPage() {
  const api = useApi();
  const isModalOpen = useParams().eventId !== undefined;
  // A dialog opened with the page covers the list, whose pictures are fetched once it closes.
  const [isCovered, setCovered] = useState(isModalOpen);
  if (isCovered && !isModalOpen) setCovered(false);
  const { loaded, isLoading, retry } = useLoaded(useLoaderData<Loaded<EventsLoaded>>(), () =>
    loadEvents(api, new URLSearchParams(location.search)),
  );
  return (
    <>
      {!isModalOpen && <PageMeta title="Our Events" path="/events" />}
      <Outlet />
      <Section>
        <div className={`line ${styles.head}`}>
          <h1>Our Events</h1>
          {/* On a site without events it would lead to others' calendars for nothing. */}
          {!(loaded.ok && loaded.data.list.items.length === 0) && <SubscribeToCalendar />}
        </div>
        {isLoading ? (
          <Spinner />
        ) : !loaded.ok ? (
          <ErrorState headingLevel={2} title="Something went wrong" message={loaded.message} onRetry={retry} />
        ) : (
          <PicturesWait value={isCovered}>
            <EventsSearch
              loaded={loaded.data}
              load={(options, signal) =>
                listFilteredEvents(api, loaded.data.filter, { limit: pageSize, ...options }, signal)
              }
            />
          </PicturesWait>
        )}
        <p className={tools.more}>
          <TextLink to="/">
            <Icon name="arrow-left" />
            Back to Home
          </TextLink>
        </p>
      </Section>
      <Toaster />
    </>
  );
}
