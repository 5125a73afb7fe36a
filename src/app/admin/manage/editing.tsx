import { type ReactNode, useEffect, useMemo, useState } from 'react';
import type { Administrator } from '#features/accounts/accounts.client.ts';
import { forgetOldLists } from '#features/registrations/check-in/kept-list.client.ts';
import { resumeTaps } from '#features/registrations/check-in/taps.client.ts';
import { differences } from '#features/revisions/admin/compared.ts';
import type { ConflictDialog } from '#features/revisions/admin/conflict-dialog.tsx';
import { getLastRevision } from '#features/revisions/revisions.client.ts';
import { resumePictures } from '#features/uploads/field/picture-queue.ts';
import type { Api } from '#shared/api-client.ts';
import type { SaveConflict } from '#shared/api-error.ts';
import { useApi } from '#ui/api.ts';
import { deleteOrphanedPictures } from '#ui/drafts/draft-pictures.ts';
import { type ConflictResolution, type Editing, EditingContext } from '#ui/drafts/editing-context.ts';
import { addressOf, fieldsOf } from './item-fields.ts';

type Asked = { Dialog: typeof ConflictDialog; question: Parameters<typeof ConflictDialog>[0] };

/** Gives the forms below the owner of their drafts, and resolves their conflicts. */
export function EditingProvider({ administrator, children }: { administrator: Administrator; children: ReactNode }) {
  const api = useApi();
  const [asked, setAsked] = useState<Asked | null>(null);
  const { id, username } = administrator;

  const editing = useMemo<Editing>(() => {
    async function resolveConflict(form: string, conflict: SaveConflict, unsaved: object): Promise<ConflictResolution> {
      const changes = await changesTo(api, unsaved, form);
      const isOwn = conflict.by === username;
      // Both versions are the same: the answer to this very save was lost.
      if (isOwn && changes?.every(({ isOnlyFormat }) => isOnlyFormat)) return 'overwrite';
      const { ConflictDialog: Dialog } = await import('#features/revisions/admin/conflict-dialog.tsx');
      return new Promise((resolve) => {
        const answer = (choice: ConflictResolution) => {
          setAsked(null);
          resolve(choice);
        };
        setAsked({ Dialog, question: { conflict, isOwn, changes, answer } });
      });
    }
    return { owner: String(id), resolveConflict };
  }, [api, id, username]);

  useEffect(() => {
    void deleteOrphanedPictures();
    return resumePictures(String(id));
  }, [id]);

  useEffect(() => {
    forgetOldLists(String(id));
    return resumeTaps({ api, owner: String(id) });
  }, [api, id]);

  return (
    <EditingContext value={editing}>
      {children}
      {asked && <asked.Dialog {...asked.question} />}
    </EditingContext>
  );
}

/** From the saved version to the unsaved one. Null when the saved one cannot be read. */
async function changesTo(api: Api, unsaved: object, form: string) {
  try {
    const latest = await getLastRevision(api, addressOf(form));
    return latest && differences(fieldsOf(form), latest.data, unsaved);
  } catch {
    return null;
  }
}
