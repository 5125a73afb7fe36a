import type { ReactNode } from 'react';
import type { Kind } from '#features/items/kind.ts';
import { capitalised } from '#shared/text.ts';
import { Button } from '#ui/forms/button.tsx';
import type { ListState } from '#ui/lists/use-list.ts';
import { ScreenHead } from '#ui/page/screen-parts.tsx';
import { HistoryButton } from './history-button.tsx';

type Props = {
  kind: Kind;
  title: string;
  list: Pick<ListState<unknown>, 'loading' | 'reload'>;
  /** Null while the form is for a new item. */
  item: { id: number; title: string } | null;
  /** Called after an earlier version is restored. */
  onRestored: (item: { id: number }) => void;
  /** True while it loads: its button is already shown. */
  isLoading: boolean;
  /** The button for a new item. */
  children: ReactNode;
};

export function ManageHead({ kind, title, list, item, isLoading, onRestored, children }: Props) {
  const reload = () => void list.reload();
  return (
    <>
      <ScreenHead title={title}>
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
            title={item.title}
            onRestored={(restored) => {
              onRestored(restored);
              reload();
            }}
          />
        )}
        {children}
      </ScreenHead>
    </>
  );
}
