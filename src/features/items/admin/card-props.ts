import type { ComponentProps } from 'react';
import { formNameOf } from '#features/drafts/draft.ts';
import { useDraftList } from '#features/drafts/drafts-context.ts';
import type { ItemPicture } from '#shared/item-picture.ts';
import type { ItemCard } from '#ui/lists/item-card.tsx';
import type { Kind } from '../kind.ts';

/** Props that a screen passes to an item's card. */
export type CardProps = Pick<ComponentProps<typeof ItemCard>, 'fallback' | 'onEdit' | 'onDelete'>;

/** Props shared by the cards of every kind. */
export function useItemCardProps({ name }: Kind, item: ItemPicture & { id: number }) {
  const form = formNameOf(name, item.id);
  return { isUnfinished: useDraftList().some((draft) => draft.form === form), picture: item };
}
