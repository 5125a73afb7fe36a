import { useNavigate } from 'react-router';
import { newsletterPlace, useNow } from '#features/settings/pages/site-context.ts';
import type { ListOptions, Page } from '#shared/calls/api-client.ts';
import { foundCountText } from '#shared/text.ts';
import { Button, LinkButton } from '#ui/forms/button.tsx';
import { ClearSearch, ListEnd, ListTools } from '#ui/lists/list-tools.tsx';
import { useSearchParam } from '#ui/lists/use-search-param.ts';
import { useSearchedList } from '#ui/lists/use-searched-list.ts';
import { EmptyState } from '#ui/page/empty-and-error-states.tsx';
import { Spinner } from '#ui/page/spinner.tsx';
import { useSearchParams } from '#ui/router/use-search-params.ts';
import { groupIntoAgenda } from './agenda.ts';
import { type EventFilter, eventFilters, eventListAddress, filterFailed, type ListedEvent } from './event-filter.ts';
import { EventRow } from './event-row.tsx';
import styles from './events.module.css';
import type { EventsLoaded } from './events.route.tsx';

const hints: Record<EventFilter, string> = {
  all: 'There is nothing on the calendar yet.',
  upcoming: 'The next one is still being planned.',
  past: 'Events that have taken place will be listed here.',
};

const invitations: Partial<Record<EventFilter, string>> = {
  all: 'Be told when the first event is announced',
  upcoming: 'Be told when the next event is announced',
};

type EventsSearchProps = {
  loaded: EventsLoaded;
  load: (options: ListOptions, signal?: AbortSignal) => Promise<Page<ListedEvent>>;
};

export function EventsSearch({ loaded, load }: EventsSearchProps) {
  const [params] = useSearchParams();
  const navigate = useNavigate();
  const { text, term, setText } = useSearchParam();
  const list = useSearchedList({ loaded, term, load, failure: filterFailed[loaded.filter] });

  return (
    <>
      <ListTools
        label="Search Events"
        text={text}
        onType={setText}
        count={list.isCounted ? foundCountText(list.total, 'event', term) : ''}
      >
        <Filters
          current={loaded.filter}
          onChoose={(filter) => void navigate(eventListAddress(params, { filter }), { preventScrollReset: true })}
        />
      </ListTools>
      {!list.items ? (
        <Spinner />
      ) : list.items.length > 0 ? (
        <Events events={list.items} isSearching={term !== ''} />
      ) : (
        !list.error && <NoEvents filter={loaded.filter} isSearching={term !== ''} onClear={() => setText('')} />
      )}
      <ListEnd
        list={list}
        headingLevel={2}
        hrefOf={(cursor) =>
          `/events?${new URLSearchParams({ filter: loaded.filter, ...(term && { search: term }), cursor })}`
        }
      />
    </>
  );
}

/** A search lists what it found without one large above the others. */
function Events({ events, isSearching }: { events: ListedEvent[]; isSearching: boolean }) {
  const { lead, months, past } = groupIntoAgenda(events, useNow(), { hasLead: !isSearching });
  return (
    <>
      {lead && (
        <section className={styles.lead}>
          <h2 className="sr-only">Next event</h2>
          <EventRow event={lead} isLead />
        </section>
      )}
      {months.map(({ title, events: ofMonth }) => (
        <Rows key={title} title={title} events={ofMonth} />
      ))}
      {past.length > 0 && <Rows title="Past Events" events={past} />}
    </>
  );
}

function Rows({ title, events }: { title: string; events: ListedEvent[] }) {
  return (
    <section className={styles.month} aria-label={title}>
      <h2 className={styles.monthTitle}>{title}</h2>
      {/* oxlint-disable-next-line jsx-a11y/no-redundant-roles -- Safari drops the list role with list-style: none */}
      <ul className={styles.rows} role="list">
        {events.map((event) => (
          <li key={event.id}>
            <EventRow event={event} />
          </li>
        ))}
      </ul>
    </section>
  );
}

/** Buttons of the search form, so that they also work without scripts. */
function Filters({ current, onChoose }: { current: EventFilter; onChoose: (filter: EventFilter) => void }) {
  return (
    <div className={`row ${styles.filters}`} role="group" aria-label="Show">
      {eventFilters.map(({ value, label }) => (
        <Button
          key={value}
          type="submit"
          name="filter"
          value={value}
          variant="quiet"
          size="small"
          aria-pressed={value === current}
          onClick={(event) => {
            event.preventDefault();
            onChoose(value);
          }}
        >
          {label}
        </Button>
      ))}
    </div>
  );
}

function NoEvents({
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
