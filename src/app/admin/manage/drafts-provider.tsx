import { type ReactNode, useEffect, useMemo, useState } from 'react';
import { createDraftSender, type StoreDraft } from '#features/drafts/draft-sender.ts';
import { browserId } from '#features/drafts/draft-storage.ts';
import { storeDraft } from '#features/drafts/drafts.client.ts';
import { DraftsContext, type Editing, type Mine } from '#features/drafts/drafts-context.ts';
import type { Difference } from '#features/revisions/admin/compare-versions.ts';
import type { ConflictDialog } from '#features/revisions/admin/conflict-dialog.tsx';
import { getLastRevision } from '#features/revisions/revisions.client.ts';
import type { Api } from '#shared/calls/api-client.ts';
import type { SaveConflict } from '#shared/calls/api-error.ts';
import { useApi } from '#ui/api-context.ts';
import type { ConflictResolution } from '#ui/saving/saving.ts';
import { issueIdOf, storeIssueDraft } from '../issue-draft/issue-draft-values.ts';
import type { Administrator } from '../session/session.ts';
import { readOldDrafts } from './read-old-drafts.ts';

type Asked = { Dialog: typeof ConflictDialog; question: Parameters<typeof ConflictDialog>[0] };

/** Gives the forms below the owner of their drafts, and resolves their conflicts. */
export function DraftsProvider({ administrator, children }: { administrator: Administrator; children: ReactNode }) {
  const api = useApi();
  const [asked, setAsked] = useState<Asked | null>(null);
  const { id, username } = administrator;
  const sender = useMemo(() => {
    const made = createDraftSender({ api, owner: String(id), store: storing(api) });
    void readOldDrafts(api, String(id)).then(made.sendSoon);
    return made;
  }, [api, id]);
  useEffect(() => sender.begin(), [sender]);

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
      const [fields, path] = [comparedFieldsOf(form), apiPathOf(form)];
      const latest = await getLastRevision(api, path).catch(() => null);
      // No version says whether it is public.
      const shown = fields.some(({ name }) => name === 'isPublished')
        ? await api.call<{ isPublished: boolean }>('GET', path.replace('/admin', '')).catch(() => null)
        : null;
      const theirs = latest && { ...latest.data, isPublished: shown?.isPublished };
      const changesTo = (mine: object) => theirs && compareVersions(fields, theirs, mine);
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
    return { owner: String(id), sender, resolveConflict };
  }, [api, id, username, sender]);

  return (
    <DraftsContext value={editing}>
      {children}
      {asked && <asked.Dialog {...asked.question} />}
    </DraftsContext>
  );
}

/** The draft of a newsletter is the newsletter itself; any other is a row of its form. */
function storing(api: Api): StoreDraft {
  return async (form, draft) => {
    const issue = issueIdOf(form);
    if (issue !== null) return storeIssueDraft(api, issue, draft);
    const { version, values } = draft;
    return { at: await storeDraft(api, form, { version, values: values as Record<string, unknown>, by: browserId() }) };
  };
}

/** A picture that another window set counts as new. */
function isNothingNew({ isOnlyFormat, isPicture, before, after }: Difference, pictures: (string | null)[]): boolean {
  return isOnlyFormat || (isPicture && after.startsWith('blob:') && pictures.includes(before || null));
}
