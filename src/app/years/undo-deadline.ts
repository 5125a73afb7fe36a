import { binDays } from '#features/bin/bin.ts';

/** As long as members who left stay in the bin. */
export const undoDays = binDays;

export function undoDeadline(closedAt: string): Date {
  return new Date(Date.parse(closedAt) + undoDays * 86_400_000);
}
