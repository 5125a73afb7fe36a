/** 'Articles (27)'. No number while it is unknown, or while a search or a filter lists only some. */
export function countedHeading(title: string, { total }: { total: number | null }, isNarrowed = false): string {
  return total === null || isNarrowed ? title : `${title} (${total})`;
}
