import { useState } from 'react';
import { useApi } from '#ui/api-context.ts';
import { toast } from '#ui/dialogs/toast.tsx';
import type { StoredDraft } from '#ui/drafts/draft-storage.ts';
import { useDraftsContext } from '#ui/drafts/drafts-context.ts';
import { useUnstoredGuard } from '#ui/drafts/unsaved-context.ts';
import type { Draft } from '#ui/drafts/use-draft.ts';
import {
  fileNamesText,
  listPendingPictures,
  restoreTextPictures,
  usePendingPictures,
  withoutPendingPictures,
} from './pending-pictures.ts';

/** The pictures of the text that are not on the site yet. Asks before one is left that this browser cannot keep. */
export function useDraftTextPictures<N extends string, V extends Record<N, string>>(
  draft: Pick<Draft<V>, 'now' | 'store' | 'offers'>,
  field: N,
) {
  const api = useApi();
  const { owner } = useDraftsContext();
  const { now } = draft;
  const [attaching] = useState(() => new Set<File>());
  /** The key of the editor: it starts again with a restored text. */
  const [editorRound, setEditorRound] = useState(0);
  const { isBusy: isUploading, isUnstored } = usePendingPictures(now.current.values[field]);
  useUnstoredGuard(isUnstored);
  const work = () => ({ api, owner, draft: now.current.key });

  async function restore(offer: StoredDraft<V>) {
    await draft.offers.restore(offer, async ({ key, values }) => {
      await restoreTextPictures({ api, owner, draft: key }, values[field]);
      return values;
    });
    setEditorRound((round) => round + 1);
  }

  /** The typed values, the part of them that is sent, and the names of uploads it is `waiting` for. */
  function content() {
    const { values: typed, file } = now.current;
    const names = [fileNamesText('picture', listPendingPictures(typed[field])), fileNamesText('PDF', [...attaching])];
    const sent = { values: { ...typed, [field]: withoutPendingPictures(typed[field]) }, file };
    return { typed, waiting: names.filter(Boolean).join(' and '), sent };
  }

  /** Whether uploads of the text are still under way; then it says so. */
  function warnIfWaiting(): boolean {
    const { waiting } = content();
    const wayOut = waiting.startsWith('the PDF') ? '' : ', or take it out of the text';
    if (waiting) toast.warning(`Please wait for ${waiting}${wayOut}.`);
    return waiting !== '';
  }

  return {
    pictures: { work, onTaken: () => void draft.store(), attaching },
    offers: { ...draft.offers, restore },
    editorRound,
    isUploading,
    content,
    warnIfWaiting,
  };
}
