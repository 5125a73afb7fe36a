import { useNavigate } from 'react-router';
import { EventCard } from '#features/events/event-card.tsx';
import { newsletterPlace } from '#features/settings/pages/site-context.ts';
import { LinkButton, TextLink } from '#ui/forms/button.tsx';
import { type Loaded, useLoaded } from '#ui/loaded.ts';
import { EmptyBlock, ErrorState } from '#ui/page/empty-and-error-states.tsx';
import { CardGrid, Section, SectionHeading } from '#ui/page/page-sections.tsx';
import { Spinner } from '#ui/page/spinner.tsx';
import type { HomeEvent } from './next-event.tsx';
import { openEntryViaList } from './open-entry-via-list.ts';

/** `isFirstToCome`: there has never been an event. */
export type ShownEvents = { items: HomeEvent[]; isFirstToCome: boolean };
export function HomeEvents({ first, load }: { first: Loaded<ShownEvents>; load: () => Promise<Loaded<ShownEvents>> }) {
  const { loaded, isLoading, retry } = useLoaded(first, load);
  const navigate = useNavigate();
  const hasEvents = loaded.ok && loaded.data.items.length > 0;
  return (
    <Section>
      <SectionHeading title="Upcoming Events">
        {hasEvents && <TextLink to="/events">View All Events</TextLink>}
      </SectionHeading>
      {isLoading ? (
        <Spinner />
      ) : !loaded.ok ? (
        <ErrorState message={loaded.message} onRetry={retry} />
      ) : hasEvents ? (
        <CardGrid>
          {loaded.data.items.map((event) => (
            <li key={event.id}>
              <EventCard
                event={event}
                to={`/events/${event.id}`}
                onSelect={() => void openEntryViaList(navigate, '/events', `/events/${event.id}`)}
              />
            </li>
          ))}
        </CardGrid>
      ) : (
        <EmptyBlock title="No upcoming events scheduled">
          <LinkButton to={newsletterPlace.address}>
            Be told when the {loaded.data.isFirstToCome ? 'first' : 'next'} event is announced
          </LinkButton>
          <LinkButton variant="quiet" to="/events">
            View All Events
          </LinkButton>
        </EmptyBlock>
      )}
    </Section>
  );
}
