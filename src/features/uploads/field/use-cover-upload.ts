import { useEffect } from 'react';
import { useApi } from '#ui/api.ts';
import { coverId } from '#ui/drafts/draft-pictures.ts';
import { useEditing } from '#ui/drafts/editing-context.ts';
import type { Draft } from '#ui/drafts/use-draft.ts';
import { queuePicture } from './picture-queue.ts';

/** Uploads the chosen picture of a form at once: it stands in the draft, and is there when the form is saved. */
export function useCoverUpload<V extends object>(purpose: string, { now, file }: Draft<V>): void {
  const api = useApi();
  const { owner } = useEditing();
  useEffect(() => {
    const { key, uploaded } = now.current;
    if (file) queuePicture({ api, owner, draft: key, id: coverId, purpose, file }, uploaded);
  }, [api, owner, purpose, now, file]);
}
