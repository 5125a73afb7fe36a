import type { MouseEvent } from 'react';
import type { Kind } from '#features/items/kind.ts';
import { capitalised, pluralise } from '#shared/text.ts';
import { Button } from '#ui/forms/button.tsx';
import { ScreenHead } from '#ui/page/screen-parts.tsx';
import { useBegun } from '../lists/begun-cards.tsx';
import { countedHeading, type ItemListState } from '../lists/counted-heading.ts';
import { HistoryButton } from './history-button.tsx';
import type { Edited } from './use-edited-item.ts';

type Props<Item> = {
  kind: Kind;
  list: Pick<ItemListState<unknown>, 'loading' | 'reload' | 'total' | 'isNarrowed'>;
  edited: Edited<Item>;
};

export function ManageHead<Item extends { id: number }>({ kind, list, edited }: Props<Item>) {
  const { item } = edited;
  const reload = () => void list.reload();
  const begun = useBegun(kind.name, edited.newKey).length;
  return (
    <ScreenHead
      title={`Manage ${kind.label}`}
      about={
        <>
          <a href="#list" onClick={(event) => show(event, '[data-list-head]')}>
            {countedHeading(`All ${kind.name}`, list)}
          </a>
          {begun > 0 && ' · '}
          {begun > 0 && (
            <a href="#begun" onClick={(event) => show(event, '[data-begun]')}>
              {pluralise(begun, `unfinished ${kind.noun}`)}
            </a>
          )}
        </>
      }
    >
      <Button variant="quiet" aria-disabled={list.loading} onClick={reload}>
        {list.loading ? 'Refreshing...' : `Refresh ${capitalised(kind.name)}`}
      </Button>
      {/* While the item loads, its button is already there. */}
      {edited.isLoading && (
        <Button variant="quiet" disabled>
          History
        </Button>
      )}
      {item && (
        <HistoryButton
          key={item.id}
          form={`${kind.name}-${item.id}`}
          title={String(item[kind.titleField as keyof Item])}
          onRestored={(restored) => {
            edited.reload(restored);
            reload();
          }}
        />
      )}
      <Button variant="quiet" onClick={edited.startNew}>
        {`New ${capitalised(kind.noun)}`}
      </Button>
    </ScreenHead>
  );
}

/** Below the form, which may be long. */
function show(event: MouseEvent, selector: string): void {
  event.preventDefault();
  const list = document.querySelector<HTMLElement>(selector);
  list?.scrollIntoView();
  list?.focus({ preventScroll: true });
}
