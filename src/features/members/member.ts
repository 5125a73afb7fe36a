import { compareTexts } from '#shared/text.ts';

export const memberLimits = { name: 50, position: 50, bio: 250 } as const;

export const memberMessages = {
  required: 'Name and position are required',
  missing: { name: 'Please enter a name', position: 'Please enter a position' },
  ordered: 'The new order is saved.',
  orderFailed: 'Failed to save the order. Please try again.',
} as const;

type Sortable = { id: number; name: string; position: string; sortOrder: number | null };

/** `sortOrder` first where it is set, then position, then name (D3). */
export function compareMembers(a: Sortable, b: Sortable): number {
  return placeOf(a) - placeOf(b) || compareTexts(a.position, b.position) || compareTexts(a.name, b.name) || a.id - b.id;
}

function placeOf({ sortOrder }: Sortable): number {
  return sortOrder ?? Number.MAX_SAFE_INTEGER;
}
