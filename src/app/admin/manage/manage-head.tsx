import type { ReactNode } from 'react';
import type { Kind } from '#features/items/kind.ts';
import { capitalised } from '#shared/text.ts';
import { Button } from '#ui/forms/button.tsx';
import type { ListState } from '#ui/lists/use-list.ts';
import { ScreenHead } from '#ui/page/screen-parts.tsx';
import { HistoryButton } from './history-button.tsx';

type Props<Item> = {
  kind: Kind;
  list: Pick<ListState<unknown>, 'loading' | 'reload' | 'total'>;
  /** Null while the form is for a new item. */
  item: Item | null;
  /** Called after an earlier version is restored. */
  onRestored: (item: { id: number }) => void;
  /** True while it loads: its button is already shown. */
  isLoading: boolean;
  /** The button for a new item. */
  children: ReactNode;
};

export function ManageHead<Item extends { id: number }>({
  kind,
  list,
  item,
  isLoading,
  onRestored,
  children,
}: Props<Item>) {
  const reload = () => void list.reload();
  return (
    <ScreenHead title={`Manage ${kind.label}`}>
      {list.total !== 0 && (
        <Button variant="quiet" onClick={showList}>
          All {kind.name}
        </Button>
      )}
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
      {children}
    </ScreenHead>
  );
}

/** Below the form, which may be long. */
function showList(): void {
  const list = document.querySelector<HTMLElement>('[data-list-head]');
  list?.scrollIntoView();
  list?.focus({ preventScroll: true });
}
