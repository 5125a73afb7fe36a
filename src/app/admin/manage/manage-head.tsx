import type { ReactNode } from 'react';
import type { Kind } from '#features/items/kind.ts';
import { capitalised } from '#shared/text.ts';
import { Button } from '#ui/forms/button.tsx';
import type { ListState } from '#ui/lists/use-list.ts';
import { ScreenHead } from '#ui/page/screen.tsx';
import { HistoryButton } from './history-button.tsx';

type Props = {
  kind: Kind;
  title: string;
  subtitle: string;
  list: Pick<ListState<unknown>, 'loading' | 'reload'>;
  /** Null while the form is for a new one. */
  item: { id: number; title: string } | null;
  /** An earlier version of it is the current one now. */
  onRestored: (item: { id: number }) => void;
  /** The button for a new one. */
  children: ReactNode;
};

/** The head of the screen of a kind, with the history of the item in the form. */
export function ManageHead({ kind, title, subtitle, list, item, onRestored, children }: Props) {
  const reload = () => void list.reload();
  return (
    <ScreenHead title={title} subtitle={subtitle}>
      <Button variant="quiet" aria-disabled={list.loading} onClick={reload}>
        {list.loading ? 'Refreshing...' : `Refresh ${capitalised(kind.name)}`}
      </Button>
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
  );
}
