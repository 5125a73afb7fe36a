import { ConnectionLost } from '#shared/calls/api-client.ts';
import { ApiError, type SaveConflict } from '#shared/calls/api-error.ts';
import { isOutageCode } from '#shared/outage.ts';

/** What to do when someone else has saved the same item in the meantime. */
export type ConflictResolution = 'overwrite' | 'load latest' | 'keep editing';

export type SavedItem = { id: number; version: number; updatedAt: string; updatedBy?: string | null | undefined };

type SaveOutcome<T> = { end: 'saved'; item: T } | { end: Exclude<ConflictResolution, 'overwrite'> };

type SavingOver<T> = {
  version: number | null;
  save: (version: number | null) => Promise<T>;
  resolveConflict: (conflict: SaveConflict) => Promise<ConflictResolution>;
};

/** Saves over `version`, and over someone else's newer save only when the conflict is resolved that way. */
export async function saveResolvingConflicts<T>({
  version,
  save,
  resolveConflict,
}: SavingOver<T>): Promise<SaveOutcome<T>> {
  try {
    return { end: 'saved', item: await save(version) };
  } catch (error) {
    if (!(error instanceof ApiError) || !error.conflict) throw error;
    const resolution = await resolveConflict(error.conflict);
    if (resolution !== 'overwrite') return { end: resolution };
    return saveResolvingConflicts({ version: error.conflict.version, save, resolveConflict });
  }
}

/** Shown after the choice to keep editing. */
export const notSavedYet = 'Your changes are not saved yet: someone else has saved in the meantime.';

export function saveFailureText(error: unknown, fallback: string): string {
  if (error instanceof ConnectionLost) return error.message;
  if (error instanceof ApiError && error.status === 404)
    return 'It has since been deleted. Restore it from the bin, then save again.';
  const isExplained = error instanceof ApiError && (error.isForPeople || isOutageCode(error.code));
  return isExplained && error.message ? error.message : fallback;
}

/** True when the server has stored nothing, also where a retry may help (429, 408). After 5xx or no answer no one knows. */
export function isRefusal(error: unknown): boolean {
  return error instanceof ApiError && error.status < 500;
}
