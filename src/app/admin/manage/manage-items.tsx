import { type ReactNode, useEffect, useState } from 'react';
import type { ItemFormProps } from '#features/items/admin/use-item-form.ts';
import type { Kind } from '#features/items/kind.ts';
import { useSearchParam } from '#ui/lists/use-search-param.ts';
import { useStateParam } from '#ui/lists/use-state-param.ts';
import { EmptyState } from '#ui/page/empty-and-error-states.tsx';
import { BegunCards } from '../lists/begun-cards.tsx';
import { ItemList } from '../lists/item-list.tsx';
import { ComingForm } from './coming-form.tsx';
import { ManageHead } from './manage-head.tsx';
import { type JustSaved, SavedNotice } from './saved-notice.tsx';
import { useDeleteItem } from './use-delete-item.ts';
import { type Edited, useEditedItem } from './use-edited-item.ts';
import { useFormFocus } from './use-form-focus.ts';
import { useItemList, useReadItem } from './use-items.ts';

type CardProps<Item> = { item: Item; onEdit: () => void; onDelete: () => void };

type Props<Item> = {
  kind: Kind;
  form: (props: ItemFormProps<Item>) => ReactNode;
  card: (props: CardProps<Item>) => ReactNode;
  /** Shown above the list; receives a function that reloads it. */
  above?: (reload: () => void) => ReactNode;
  /** Called with the items of each fetch. Must keep its identity. */
  onListed?: (items: Item[]) => void;
};

/** The screen of a kind: the form of one item above the list of all. */
export function ManageItems<Item extends { id: number }>(props: Props<Item>) {
  const { kind, onListed } = props;
  const search = useSearchParam();
  const choice = useStateParam(Object.keys(kind.states));
  const list = useItemList<Item>(kind, { search: search.searched, state: choice.state });
  const edited = useEditedItem(kind, useReadItem<Item>(kind));
  const deleting = useDeleteItem();
  const { item } = edited;
  const [saved, setSaved] = useState<JustSaved | null>(null);
  if (saved && (item || edited.isLoading)) setSaved(null);
  // A search that finds one must not close what stands above the list.
  const [hasSeveral, setHasSeveral] = useState(false);
  if (list.items.length > 1 && !hasSeveral) setHasSeveral(true);
  const reload = () => void list.reload();

  function onSaved(now?: Item, path: string | null = null) {
    if (now) setSaved({ id: now.id, title: String(now[kind.titleField as keyof Item]), path });
    reload();
  }

  useEffect(() => onListed?.(list.items), [onListed, list.items]);

  async function remove({ id }: Item) {
    if (!(await deleting.remove(kind, id, reload))) return;
    if (item?.id === id) edited.clear();
    if (saved?.id === id) setSaved(null);
    await list.reload();
  }

  return (
    <>
      <ManageHead kind={kind} list={list} edited={edited} />
      <EditedForm edited={edited} form={props.form} saved={saved} onSaved={onSaved} />
      <ItemList
        kind={kind}
        list={list}
        search={search}
        choice={choice}
        problem={deleting.problem}
        empty={<EmptyState message={kind.texts.empty} />}
        card={(shown) =>
          props.card({ item: shown, onEdit: () => edited.edit(shown.id), onDelete: () => void remove(shown) })
        }
      >
        {hasSeveral && props.above?.(reload)}
        <BegunCards kind={kind.name} openKey={edited.newKey} onContinue={edited.continueNew} />
      </ItemList>
      {deleting.dialog}
    </>
  );
}

type FormProps<Item> = Pick<Props<Item>, 'form'> &
  Pick<ItemFormProps<Item>, 'onSaved'> & { edited: Edited<Item>; saved: JustSaved | null };

function EditedForm<Item>({ edited, form, saved, onSaved }: FormProps<Item>) {
  const place = useFormFocus(edited.formKey);
  return (
    <div ref={place} tabIndex={-1}>
      {saved && <SavedNotice saved={saved} />}
      {edited.isLoading ? (
        <ComingForm readAgain={edited.readAgain} />
      ) : (
        <div key={edited.formKey} data-folded={edited.isFolded || undefined}>
          {form({ edited, onSaved })}
        </div>
      )}
    </div>
  );
}
