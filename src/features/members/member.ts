export const memberLimits = { name: 50, position: 50, bio: 250 } as const;

export const memberMessages = {
  required: 'Name and position are required',
} as const;

const collator = new Intl.Collator('en');

type Named = { id: number; name: string };
type Sortable = Named & { position: string; sortOrder: number | null };

/** `sortOrder` first where it is set, then position, then name (D3). */
export function byPosition(a: Sortable, b: Sortable): number {
  return compareOrder(a.sortOrder, b.sortOrder) || collator.compare(a.position, b.position) || byName(a, b);
}

export function byName(a: Named, b: Named): number {
  return collator.compare(a.name, b.name) || a.id - b.id;
}

function compareOrder(a: number | null, b: number | null): number {
  if (a === b) return 0;
  if (a === null) return 1;
  return b === null ? -1 : a - b;
}
