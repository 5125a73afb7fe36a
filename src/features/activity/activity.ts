export function nounOfAction(action: string): string {
  return action.split('.')[0] ?? '';
}

/** Audit rows are kept this long; in days. */
export const keptDays = 400;
