import { useNavigate } from 'react-router';
import type { SocietyEvent } from '#features/events/event.schema.ts';
import { EventCard } from '#features/events/event-card.tsx';
import { LinkButton, TextLink } from '#ui/forms/button.tsx';
import { type Loaded, useLoaded } from '#ui/loaded.ts';
import { CardGrid, Section, SectionHeading } from '#ui/page/layout.tsx';
import { Spinner } from '#ui/page/spinner.tsx';
import { EmptyState, ErrorState } from '#ui/page/states.tsx';
import { navigateThenOpen } from './navigate-then-open.ts';

type HomeEventsProps = { first: Loaded<SocietyEvent[]>; load: () => Promise<Loaded<SocietyEvent[]>> };

export function HomeEvents({ first, load }: HomeEventsProps) {
  const { loaded, isLoading, retry } = useLoaded(first, load);
  const navigate = useNavigate();
  const hasEvents = loaded.ok && loaded.data.length > 0;
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
          {loaded.data.map((event) => (
            <li key={event.id}>
              <EventCard
                event={event}
                to={`/events/${event.id}`}
                onSelect={() => void navigateThenOpen(navigate, '/events', `/events/${event.id}`)}
              />
            </li>
          ))}
        </CardGrid>
      ) : (
        <EmptyState title="No upcoming events scheduled">
          <LinkButton variant="quiet" to="/events">
            View All Events
          </LinkButton>
        </EmptyState>
      )}
    </Section>
  );
}
