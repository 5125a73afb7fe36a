import type { ComponentProps } from 'react';
import type { ItemPicture } from '#shared/picture.ts';
import type { ItemCard } from '#ui/lists/item-card.tsx';
import type { Kind } from '../kind.ts';

/** What the screen around the card of an item gives it. */
export type CardProps = Pick<ComponentProps<typeof ItemCard>, 'fallback' | 'onEdit' | 'onDelete'>;

/** What the cards of every kind show alike. */
export function cardOf({ name }: Kind, item: ItemPicture & { id: number }) {
  return { form: `${name}-${item.id}`, picture: item, standIn: { id: item.id } };
}
