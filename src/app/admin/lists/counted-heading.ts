import type { ListState } from '#ui/lists/use-list.ts';

export type ItemListState<Entry> = ListState<Entry> & {
  /** A search or a filter lists only some. */
  isNarrowed: boolean;
};

/** 'Articles (27)'. No number while it is unknown, or while a search or a filter lists only some. */
export function countedHeading(
  title: string,
  { total, isNarrowed }: Pick<ItemListState<unknown>, 'total' | 'isNarrowed'>,
): string {
  return total === null || isNarrowed ? title : `${title} (${total})`;
}
