import { type ReactNode, useEffect, useMemo, useState } from 'react';
import { createDraftSync } from '#features/drafts/draft-sync.ts';
import type { Difference } from '#features/revisions/admin/compare-versions.ts';
import type { ConflictDialog } from '#features/revisions/admin/conflict-dialog.tsx';
import { getLastRevision } from '#features/revisions/revisions.client.ts';
import { resumeUploadsAndDropOthers } from '#features/uploads/field/picture-upload-queue.ts';
import type { SaveConflict } from '#shared/calls/api-error.ts';
import { useApi } from '#ui/api-context.ts';
import { deleteOrphanedPictures } from '#ui/drafts/draft-pictures.ts';
import { type ConflictResolution, DraftsContext, type Editing, type Mine } from '#ui/drafts/drafts-context.ts';
import type { Administrator } from '../session/session.ts';

type Asked = { Dialog: typeof ConflictDialog; question: Parameters<typeof ConflictDialog>[0] };

/** Gives the forms below the owner of their drafts, and resolves their conflicts. */
export function DraftsProvider({ administrator, children }: { administrator: Administrator; children: ReactNode }) {
  const api = useApi();
  const [asked, setAsked] = useState<Asked | null>(null);
  const { id, username } = administrator;
  const sync = useMemo(() => createDraftSync(api, String(id)), [api, id]);
  useEffect(() => sync.begin(), [sync]);

  const editing = useMemo<Editing>(() => {
    async function resolveConflict(
      form: string,
      conflict: SaveConflict,
      { unsaved, sent = null, pictures = [] }: Mine,
    ): Promise<ConflictResolution> {
      const [{ compareVersions }, { apiPathOf, comparedFieldsOf }] = await Promise.all([
        import('#features/revisions/admin/compare-versions.ts'),
        import('./compared-fields.ts'),
      ]);
      const latest = await getLastRevision(api, apiPathOf(form)).catch(() => null);
      const changesTo = (mine: object) => latest && compareVersions(comparedFieldsOf(form), latest.data, mine);
      const changes = changesTo(unsaved);
      const isOwn = conflict.by === username;
      // The site has this content or what was sent last, apart from pictures not uploaded yet: that answer was lost.
      const isLost = [unsaved, sent].some(
        (mine) => mine && changesTo(mine)?.every((one) => isNothingNew(one, pictures)),
      );
      if (isOwn && isLost) return 'overwrite';
      const { ConflictDialog: Dialog } = await import('#features/revisions/admin/conflict-dialog.tsx');
      return new Promise((resolve) => {
        const answer = (choice: ConflictResolution) => {
          setAsked(null);
          resolve(choice);
        };
        setAsked({ Dialog, question: { conflict, isOwn, changes, answer } });
      });
    }
    return { owner: String(id), username, sync, resolveConflict };
  }, [api, id, username, sync]);

  useEffect(() => {
    void deleteOrphanedPictures();
    return resumeUploadsAndDropOthers(String(id));
  }, [id]);

  return (
    <DraftsContext value={editing}>
      {children}
      {asked && <asked.Dialog {...asked.question} />}
    </DraftsContext>
  );
}

/** A picture that another window set counts as new. */
function isNothingNew({ isOnlyFormat, isPicture, before, after }: Difference, pictures: (string | null)[]): boolean {
  return isOnlyFormat || (isPicture && after.startsWith('blob:') && pictures.includes(before || null));
}
