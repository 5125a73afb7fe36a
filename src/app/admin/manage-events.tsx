import { EventAdminCard } from '#features/events/admin/event-admin-card.tsx';
import { EventForm } from '#features/events/admin/event-form.tsx';
import type { SocietyEvent } from '#features/events/event.schema.ts';
import { eventsFound } from '#features/events/event.ts';
import { Button } from '#ui/button.tsx';
import { ListView } from '#ui/list-view.tsx';
import { Alert, ListHead, Narrow, Panel, ScreenHead } from '#ui/screen.tsx';
import { Spinner } from '#ui/spinner.tsx';
import { EmptyState } from '#ui/states.tsx';
import { useList } from '#ui/use-list.ts';
import { useSearchParam } from '#ui/use-search-param.ts';
import { HistoryButton } from './history-button.tsx';
import { countedHeading, ListSearch, NoMatches } from './list-search.tsx';
import { loadEvents, loadFailures, readEvent } from './loading.ts';
import { useDeleting } from './use-deleting.ts';
import { useEdited, useFormFocus } from './use-edited.ts';
import { useSettings } from './use-settings.ts';

export function ManageEvents() {
  const { timeZone, defaultEventImage } = useSettings();
  const search = useSearchParam();
  const list = useList(loadEvents, loadFailures.events, { search: search.searched });
  const edited = useEdited(readEvent);
  const place = useFormFocus(edited.formKey);
  const deleting = useDeleting();

  async function remove({ id }: SocietyEvent) {
    if (!(await deleting.remove('event', id, () => void list.reload()))) return;
    if (edited.item?.id === id) edited.clear();
    await list.reload();
  }

  return (
    <>
      <ScreenHead title="Manage Events" subtitle="What is coming up, and what has been">
        <Button look="quiet" aria-disabled={list.loading} onClick={() => void list.reload()}>
          {list.loading ? 'Refreshing...' : 'Refresh Events'}
        </Button>
        {edited.item && (
          <HistoryButton
            key={edited.item.id}
            form={`events-${edited.item.id}`}
            title={edited.item.title}
            onRestored={(restored) => {
              edited.reread(restored);
              void list.reload();
            }}
          />
        )}
        {edited.item && <Button onClick={edited.startNew}>New Event</Button>}
      </ScreenHead>
      <Narrow>
        <div ref={place} tabIndex={-1}>
          <Panel title={edited.item ? 'Edit event' : 'New event'}>
            {edited.isComing ? (
              <Spinner />
            ) : (
              <EventForm
                key={edited.formKey}
                event={edited.item}
                timeZone={timeZone}
                onSaved={() => void list.reload()}
                onClose={edited.clear}
                onLoadLatest={edited.reread}
              />
            )}
          </Panel>
        </div>
      </Narrow>
      <ListHead>{countedHeading('Events', list, search.searched)}</ListHead>
      <ListSearch
        label="Search Events"
        search={search}
        found={list.total === null || list.loading ? null : eventsFound(list.total, search.searched)}
      />
      {deleting.problem && <Alert inSight>{deleting.problem}</Alert>}
      <ListView
        list={list}
        empty={
          search.searched ? <NoMatches what="events" search={search} /> : <EmptyState message="No events available." />
        }
        card={(event) => (
          <EventAdminCard
            key={event.id}
            event={event}
            fallback={defaultEventImage}
            onEdit={({ id }) => edited.edit(id)}
            onDelete={(doomed) => void remove(doomed)}
          />
        )}
      />
      {deleting.dialog}
    </>
  );
}
