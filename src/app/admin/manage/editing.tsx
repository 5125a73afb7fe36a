import { type ReactNode, useEffect, useMemo, useState } from 'react';
import type { Administrator } from '#features/accounts/accounts.client.ts';
import { articleKind } from '#features/articles/article.kind.ts';
import type { Article } from '#features/articles/article.schema.ts';
import { getItem } from '#features/items/items.client.ts';
import { type Difference, differences } from '#features/revisions/admin/compared.ts';
import type { ConflictDialog } from '#features/revisions/admin/conflict-dialog.tsx';
import { getFirstRevision, getLastRevision } from '#features/revisions/revisions.client.ts';
import { resumePictures } from '#features/uploads/field/picture-queue.ts';
import { createDraftKeeper } from '#features/working-copies/draft-keeper.ts';
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
  const keeper = useMemo(() => createDraftKeeper(api, String(id)), [api, id]);
  useEffect(() => keeper.begin(), [keeper]);

  const editing = useMemo<Editing>(() => {
    async function resolveConflict(
      form: string,
      conflict: SaveConflict,
      unsaved: object,
      pictures: (string | null)[] = [],
    ): Promise<ConflictResolution> {
      const changes = await changesTo(api, unsaved, { form, of: conflict.of });
      const isOwn = conflict.by === username;
      // Both versions are the same but for a picture that is not uploaded: the answer to this very save was lost.
      if (isOwn && changes?.every((change) => isNothingNew(change, pictures))) return 'overwrite';
      const { ConflictDialog: Dialog } = await import('#features/revisions/admin/conflict-dialog.tsx');
      return new Promise((resolve) => {
        const answer = (choice: ConflictResolution) => {
          setAsked(null);
          resolve(choice);
        };
        setAsked({ Dialog, question: { conflict, isOwn, changes, answer } });
      });
    }
    const isFirstVersion = (form: string, sent: object) => isFirst(api, form, sent);
    return { owner: String(id), keeper, resolveConflict, isFirstVersion };
  }, [api, id, username, keeper]);

  useEffect(() => {
    void deleteOrphanedPictures();
    return resumePictures(String(id));
  }, [id]);

  return (
    <EditingContext value={editing}>
      {children}
      {asked && <asked.Dialog {...asked.question} />}
    </EditingContext>
  );
}

/** A picture of another window is. */
function isNothingNew({ isOnlyFormat, isPicture, before, after }: Difference, pictures: (string | null)[]): boolean {
  return isOnlyFormat || (isPicture && after.startsWith('blob:') && pictures.includes(before || null));
}

async function isFirst(api: Api, form: string, sent: object): Promise<boolean> {
  const first = await getFirstRevision(api, addressOf(form)).catch(() => null);
  return first !== null && differences(fieldsOf(form), first.data, sent).every(({ isOnlyFormat }) => isOnlyFormat);
}

/** From the saved version to the unsaved one. Null when the saved one cannot be read. */
async function changesTo(api: Api, unsaved: object, { form, of }: { form: string; of: SaveConflict['of'] }) {
  try {
    const latest = of === 'changes' ? await changesOf(api, form) : (await getLastRevision(api, addressOf(form)))?.data;
    return latest ? differences(fieldsOf(form), latest, unsaved) : null;
  } catch {
    return null;
  }
}

/** Those of a live article, as a form sends them. */
async function changesOf(api: Api, form: string) {
  const { changes } = await getItem<Article>(api, articleKind, Number(form.split('-')[1]));
  return changes && { ...changes, isPublished: true };
}
