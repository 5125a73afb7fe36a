import { ApiError } from '#shared/api-error.ts';
import { localInstantText } from '#shared/instants.ts';
import { useApi } from '#ui/api.ts';
import { useConfirm } from '#ui/dialogs/confirm.tsx';
import { toast } from '#ui/dialogs/toast.tsx';
import { useUnsaved } from '#ui/drafts/unsaved-context.ts';
import { Button } from '#ui/forms/button.tsx';
import { useBusy } from '#ui/forms/use-busy.ts';
import { errorMessage } from '#ui/loaded.ts';
import { Actions, Notice } from '#ui/page/screen.tsx';
import type { Article, ArticleChanges } from '../article.schema.ts';
import { discardChanges, keepChanges } from './changes.client.ts';

type Props = {
  article: Article;
  changes: ArticleChanges;
  /** The form begins anew with what the site has. */
  onReload: (article: Article) => void;
};

/** Says that the form shows what visitors do not see yet, by whom, and lets it go. */
export function ChangesNotice({ article, changes, onReload }: Props) {
  const api = useApi();
  const busy = useBusy();
  const { release } = useUnsaved();
  const { confirm, dialog } = useConfirm();
  const { savedBy, savedAt, isOlder } = changes;

  async function discard() {
    const detail = 'The live article stays as it is. What is not saved in this form goes as well.';
    if (!(await confirm('Discard the changes that are not live?', 'Discard changes', { detail }))) return;
    await busy.run(async () => {
      try {
        const { message } = await discardChanges(api, article.id, changes.id);
        toast.success(message, { action: { label: 'Undo', onClick: () => void putBack() } });
        release();
        onReload(article);
      } catch (error) {
        const isOther = error instanceof ApiError && error.conflict !== null;
        const detail = isOther ? ' Nothing was discarded: open the article again to see them.' : '';
        toast.error(errorMessage(error, 'Failed to discard the changes. Please try again.') + detail);
      }
    });
  }

  async function putBack() {
    const { id: _id, savedAt: _at, savedBy: _by, isOlder: _older, ...fields } = changes;
    try {
      onReload(
        await keepChanges(api, article.id, { input: { ...fields, changesId: null }, isImageNew: false, saves: [] }),
      );
      toast.success('The changes are back.');
    } catch (error) {
      toast.error(errorMessage(error, 'The changes could not be brought back. Please try again.'));
    }
  }

  return (
    <Notice>
      <p>
        <strong>Changes not yet live</strong>, saved by {savedBy ?? 'somebody'} on {localInstantText(savedAt)}. Visitors
        see the old text until you press “Update live article”.
        {isOlder && ' Since then the live article was saved; you will see both versions before you save.'}
      </p>
      <Actions>
        <Button size="small" variant="quiet" disabled={busy.isBusy} onClick={() => void discard()}>
          Discard changes
        </Button>
      </Actions>
      {dialog}
    </Notice>
  );
}
