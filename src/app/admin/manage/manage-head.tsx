import type { MouseEvent } from 'react';
import type { Kind } from '#features/items/kind.ts';
import { capitalised } from '#shared/text.ts';
import { Button } from '#ui/forms/button.tsx';
import { ScreenHead } from '#ui/page/screen-parts.tsx';
import { countedHeading, type ItemListState } from '../lists/counted-heading.ts';
import { HistoryButton } from './history-button.tsx';

type Props<Item> = {
  kind: Kind;
  list: Pick<ItemListState<unknown>, 'loading' | 'reload' | 'total' | 'isNarrowed'>;
  /** Null while the form is for a new item. */
  item: Item | null;
  /** Called after an earlier version is restored. */
  onRestored: (item: { id: number }) => void;
  /** True while it loads: its button is already shown. */
  isLoading: boolean;
  onNew: () => void;
};

export function ManageHead<Item extends { id: number }>({
  kind,
  list,
  item,
  isLoading,
  onRestored,
  onNew,
}: Props<Item>) {
  const reload = () => void list.reload();
  return (
    <ScreenHead
      title={`Manage ${kind.label}`}
      about={
        <a href="#list" onClick={showList}>
          {countedHeading(`All ${kind.name}`, list)}
        </a>
      }
    >
      <Button variant="quiet" aria-disabled={list.loading} onClick={reload}>
        {list.loading ? 'Refreshing...' : `Refresh ${capitalised(kind.name)}`}
      </Button>
      {isLoading && (
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
            onRestored(restored);
            reload();
          }}
        />
      )}
      <Button variant="quiet" onClick={onNew}>
        {`New ${capitalised(kind.noun)}`}
      </Button>
    </ScreenHead>
  );
}

/** Below the form, which may be long. */
function showList(event: MouseEvent): void {
  event.preventDefault();
  const list = document.querySelector<HTMLElement>('[data-list-head]');
  list?.scrollIntoView();
  list?.focus({ preventScroll: true });
}
