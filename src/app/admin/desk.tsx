import { type ReactNode, useEffect, useMemo, useState } from 'react';
import type { Administrator } from '#features/accounts/accounts.client.ts';
import { differences } from '#features/revisions/admin/compared.ts';
import type { ConflictDialog } from '#features/revisions/admin/conflict-dialog.tsx';
import { getLastRevision } from '#features/revisions/revisions.client.ts';
import { resumePictures } from '#features/uploads/picture-queue.ts';
import type { Api } from '#shared/api-client.ts';
import type { SaveConflict } from '#shared/api-error.ts';
import { useApi } from '#ui/api.ts';
import { DeskContext, type Desk as DeskValue, type Settlement } from '#ui/writing/desk.ts';
import { forgetStrayPictures } from '#ui/writing/kept-pictures.ts';
import { addressOf, fieldsOf } from './item-fields.ts';

type Asked = { Dialog: typeof ConflictDialog; question: Parameters<typeof ConflictDialog>[0] };

/** What the forms below need to know about who is writing, and about the others who do. */
export function Desk({ administrator, children }: { administrator: Administrator; children: ReactNode }) {
  const api = useApi();
  const [asked, setAsked] = useState<Asked | null>(null);
  const { id, username } = administrator;

  const desk = useMemo<DeskValue>(() => {
    async function settle(form: string, conflict: SaveConflict, mine: object): Promise<Settlement> {
      const changes = await changesTo(api, mine, form);
      const isOwn = conflict.by === username;
      // The answer to the same save was lost: there is nothing to decide.
      if (isOwn && changes?.every(({ isOnlyFormat }) => isOnlyFormat)) return 'mine';
      const { ConflictDialog: Dialog } = await import('#features/revisions/admin/conflict-dialog.tsx');
      return new Promise((resolve) => {
        const answer = (choice: Settlement) => {
          setAsked(null);
          resolve(choice);
        };
        setAsked({ Dialog, question: { conflict, isOwn, changes, answer } });
      });
    }
    return { owner: String(id), settle };
  }, [api, id, username]);

  useEffect(() => {
    void forgetStrayPictures();
    return resumePictures(String(id));
  }, [id]);

  return (
    <DeskContext value={desk}>
      {children}
      {asked && <asked.Dialog {...asked.question} />}
    </DeskContext>
  );
}

/** From what is saved to what would be; null when that cannot be known. */
async function changesTo(api: Api, mine: object, form: string) {
  try {
    const theirs = await getLastRevision(api, addressOf(form));
    return theirs && differences(fieldsOf(form, theirs.data), theirs.data, mine);
  } catch {
    return null;
  }
}
