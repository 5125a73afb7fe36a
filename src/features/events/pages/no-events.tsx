import { newsletterPlace } from '#features/settings/pages/site-context.ts';
import { LinkButton } from '#ui/forms/button.tsx';
import { ClearSearch } from '#ui/lists/list-tools.tsx';
import { EmptyState } from '#ui/page/empty-and-error-states.tsx';
import type { EventFilter } from './event-filter.ts';

const hints: Record<EventFilter, string> = {
  all: 'There is nothing on the calendar yet.',
  upcoming: 'The next one is still being planned.',
  past: 'Events that have taken place will be listed here.',
};

const invitations: Partial<Record<EventFilter, string>> = {
  all: 'Be told when the first event is announced',
  upcoming: 'Be told when the next event is announced',
};

export function NoEvents({
  filter,
  isSearching,
  onClear,
}: {
  filter: EventFilter;
  isSearching: boolean;
  onClear: () => void;
}) {
  if (isSearching) {
    return (
      <EmptyState headingLevel={2} title="No matching events found">
        <ClearSearch action="/events" onClear={onClear} />
      </EmptyState>
    );
  }
  return (
    <EmptyState
      headingLevel={2}
      title={filter === 'all' ? 'No events available' : `No ${filter} events available`}
      message={hints[filter]}
    >
      {invitations[filter] && <LinkButton to={newsletterPlace.address}>{invitations[filter]}</LinkButton>}
    </EmptyState>
  );
}
