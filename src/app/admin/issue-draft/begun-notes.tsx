import { useNavigate } from 'react-router';
import { newFormName } from '#features/drafts/draft.ts';
import { readDraft } from '#features/drafts/drafts.client.ts';
import { issuePath } from '#features/newsletter/issue.ts';
import { createIssueDraft } from '#features/newsletter/issues/issues.client.ts';
import { useApi } from '#ui/api-context.ts';
import { withErrorToast } from '#ui/dialogs/with-error-toast.ts';
import { findKeptDraft, keepDraft } from '#ui/drafts/draft-storage.ts';
import { useDraftsContext } from '#ui/drafts/drafts-context.ts';
import { useBusy } from '#ui/forms/use-busy.ts';
import { BegunCards } from '../lists/begun-cards.tsx';
import { issueFormName, issueValuesOf } from './issue-draft-values.ts';

/** Words typed into a newsletter that was sent or deleted: they go on as a note. */
export function BegunNotes() {
  const api = useApi();
  const { owner, sender } = useDraftsContext();
  const navigate = useNavigate();
  const { run } = useBusy();

  async function continueAsNote(key: string) {
    const form = newFormName('newsletter', key);
    const draft = findKeptDraft(owner, form) ?? (await readDraft(api, form));
    if (!draft) return;
    const issue = await createIssueDraft(api, 'note');
    const { id, version } = issue;
    const values = { ...issueValuesOf(issue), ...draft.values, things: [] };
    keepDraft(owner, issueFormName(id), { at: draft.at, version: Date.parse(version), values });
    await sender.end(form, draft.at);
    await navigate(issuePath({ articleId: null, id }));
  }

  const press = (key: string) => void run(() => withErrorToast(() => continueAsNote(key)));
  return <BegunCards kind="newsletter" openKey={null} onContinue={press} />;
}
