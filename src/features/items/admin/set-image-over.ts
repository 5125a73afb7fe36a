import type { Api } from '#shared/api-client.ts';
import type { FocalPoint } from '#shared/picture.ts';
import { type SaveAttempt, saveOver } from '#ui/drafts/save-once.ts';
import { setItemImage } from '../items.client.ts';
import type { Kind } from '../kind.ts';

type Setting<T> = { item: T; picture: FocalPoint & { imageUrl: string }; attempt: SaveAttempt };

/** After the choice to go on editing. */
export const imageNotSavedYet = 'Another image was saved meanwhile. Yours is kept here.';

/** Puts the picture into its place behind the save: asks when somebody has saved the item since. */
export function setImageOver<T extends { id: number; version: number }>(
  api: Api,
  kind: Kind,
  { item, picture, attempt }: Setting<T>,
) {
  return saveOver<T>({
    version: item.version,
    save: (version) =>
      setItemImage<T>(api, kind, item.id, {
        ...picture,
        ...(version === null ? {} : { version }),
        draft: attempt.draft,
      }),
    resolveConflict: (conflict) => attempt.resolveConflict(conflict, item.id),
  });
}
