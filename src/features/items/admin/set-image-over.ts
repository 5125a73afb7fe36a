import type { Api } from '#shared/api-client.ts';
import { ApiError } from '#shared/api-error.ts';
import type { FocalPoint } from '#shared/picture.ts';
import { toast } from '#ui/dialogs/toast.tsx';
import { type SaveAttempt, saveOver } from '#ui/drafts/save-once.ts';
import { getItem, setItemImage } from '../items.client.ts';
import type { Kind } from '../kind.ts';

type Pictured = { id: number; version: number; imageUrl: string | null; merged?: string };
type Setting<T> = { item: T; picture: FocalPoint & { imageUrl: string }; attempt: SaveAttempt };

/** After the choice to go on editing. */
export const imageNotSavedYet = 'Another image was saved meanwhile. Yours is kept here.';

const merged = 'Somebody else has saved meanwhile; both changes were saved.';

/**
 * Puts the picture into its place after its upload, which takes a while: asks when another one has come there since `item` was saved.
 * Whatever else has changed is in the answer, which says `merged` then.
 */
export function setImageOver<T extends Pictured>(api: Api, kind: Kind, { item, picture, attempt }: Setting<T>) {
  const set = (version: number | null) =>
    setItemImage<T>(api, kind, item.id, { ...picture, ...(version === null ? {} : { version }) });
  return saveOver<T>({
    version: item.version,
    save: async (version) => {
      try {
        return await set(version);
      } catch (error) {
        if (!(error instanceof ApiError) || !error.conflict) throw error;
        const now = await getItem<T>(api, kind, item.id);
        if (now.imageUrl !== item.imageUrl && now.imageUrl !== picture.imageUrl) throw error;
        const saved = await set(now.version);
        toast.info(merged);
        return { ...saved, merged };
      }
    },
    resolveConflict: (conflict) => attempt.resolveConflict(conflict, item.id),
  });
}
