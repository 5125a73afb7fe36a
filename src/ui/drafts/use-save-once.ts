import { useEditing } from './editing-context.ts';
import type { SaveAttempt } from './save-once.ts';
import type { Draft } from './use-draft.ts';

/** What `saveOnce` needs of a draft. `onAsking(true)` while a conflict waits for a decision. */
export function useSaveOnce<V extends object>(draft: Draft<V>, onAsking: (isAsking: boolean) => void) {
  const { resolveConflict } = useEditing();

  /**
   * Call it before a save is sent; `file` is a picture that follows, `uploadedUrl` its address once it has one. It stores what is sent
   * first, so that a reload in between has nothing to ask.
   */
  function beginSave(unsaved: () => object, file: File | null, uploadedUrl: () => string | null): SaveAttempt {
    const { id, key, version, sent, saved, values } = draft.now.current;
    const { imageUrl: before = null } = values as { imageUrl?: string | null };
    draft.set({ sent: unsaved() });
    draft.storeHere();
    return {
      ...{ key, version, draft: id },
      resolveConflict: async (conflict, itemId) => {
        onAsking(true);
        const imageUrl = file && URL.createObjectURL(file);
        const mine = { ...unsaved(), ...(imageUrl && { imageUrl }) };
        const uploaded = uploadedUrl();
        const pictures = uploaded === null ? [before] : [before, uploaded];
        const form = saved.form.replace(/-new$/, `-${itemId}`);
        const resolution = await resolveConflict(form, conflict, { unsaved: mine, sent, pictures });
        if (imageUrl) URL.revokeObjectURL(imageUrl);
        onAsking(false);
        return resolution;
      },
    };
  }

  /** After a refusal nothing exists under this key. */
  function saveRefused() {
    draft.set({ sent: null });
  }

  return { beginSave, saveRefused };
}
