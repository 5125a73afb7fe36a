import { mostSaves } from '#shared/drafts/lost-saves.ts';
import { newKey } from './draft-storage.ts';
import { useEditing } from './editing-context.ts';
import type { SaveAttempt } from './save-once.ts';
import type { Draft } from './use-draft.ts';

/** What `saveOnce` needs of a draft. `onAsking(true)` while a conflict waits for a decision. */
export function useSaveOnce<V extends object>(draft: Draft<V>, onAsking: (isAsking: boolean) => void) {
  const { resolveConflict, isFirstVersion } = useEditing();

  /**
   * Call it before a save is sent; `file` is a picture that follows, `uploadedUrl` its address once it has one. It stores what is sent
   * first, so that a reload in between has nothing to ask.
   */
  function beginSave(unsaved: () => object, file: File | null, uploadedUrl: () => string | null): SaveAttempt {
    const { id: key, version, sent, saved, values } = draft.now.current;
    const { imageUrl: before = null } = values as { imageUrl?: string | null };
    const saves = [...draft.now.current.saves, newKey()].slice(-mostSaves);
    draft.set({ sent: unsaved(), saves });
    draft.store();
    return {
      key,
      version,
      saves,
      isOwnCreation: async (id) => sent !== null && isFirstVersion(formOf(saved.form, id), sent),
      resolveConflict: async (conflict, id) => {
        onAsking(true);
        const imageUrl = file && URL.createObjectURL(file);
        const mine = { ...unsaved(), ...(imageUrl && { imageUrl }) };
        const uploaded = uploadedUrl();
        const known = uploaded === null ? [before] : [before, uploaded];
        const resolution = await resolveConflict(formOf(saved.form, id), conflict, mine, known);
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

/** 'articles-new' and 7 are 'articles-7'. */
function formOf(form: string, id: number): string {
  return form.replace(/-new$/, `-${id}`);
}
