import { type ComponentProps, useState } from 'react';
import { useDraftsContext } from '#features/drafts/drafts-context.ts';
import { guestsToldSentence } from '#features/events/signup/guest-count.ts';
import type { HistoryDialog } from '#features/revisions/admin/history-dialog.tsx';
import { useApi } from '#ui/api-context.ts';
import { useConfirm } from '#ui/dialogs/confirm.tsx';
import { toast } from '#ui/dialogs/toast.tsx';
import { withErrorToast } from '#ui/dialogs/with-error-toast.ts';
import { Button } from '#ui/forms/button.tsx';
import { useBusy } from '#ui/forms/use-busy.ts';
import { apiPathOf, comparedFieldsOf } from './compared-fields.ts';

type Props = {
  /** The form's name, such as 'articles-7'. */
  form: string;
  title: string;
  /** Called after an earlier version is restored. */
  onRestored: (item: { id: number }) => void;
};

/** Shows every save of the item in the form. A press fetches what it needs. */
export function HistoryButton({ form, title, onRestored }: Props) {
  const api = useApi();
  const [view, setView] = useState<{ Dialog: typeof HistoryDialog } | null>(null);
  const { confirm, dialog } = useConfirm();
  const { sender } = useDraftsContext();
  sender.useChanges();
  const hasDraft = sender.stateOf(form) !== null;
  const { run } = useBusy();

  const open = () =>
    run(() =>
      withErrorToast(async () => {
        const { HistoryDialog: Dialog } = await import('#features/revisions/admin/history-dialog.tsx');
        setView({ Dialog });
      }, 'The history could not be opened. Please try again.'),
    );

  const restore: ComponentProps<typeof HistoryDialog>['restore'] = async (revisionId, when) => {
    const of = apiPathOf(form);
    const told = await import('../lists/restoring-impact.ts')
      .then(({ loadRestoringImpact }) => loadRestoringImpact(api, { form, of, revisionId }))
      .catch(() => '');
    const effect = `Where this is public, visitors see it at once.${told} The current version stays in the history.`;
    const detail = hasDraft ? `${effect} What you have typed and not saved is discarded permanently.` : effect;
    if (!(await confirm(`Restore how it was ${when}?`, 'Restore', { detail, isHarmless: !hasDraft }))) return false;
    return withErrorToast(async () => {
      const restored = await api.call<{ id: number; told?: number }>('POST', `${of}/revisions/${revisionId}`);
      await sender.discard(form);
      onRestored(restored);
      toast.success('The version is restored.', { detail: guestsToldSentence(restored.told) });
    }, 'Failed to restore the version. Please try again.');
  };

  return (
    <>
      <Button variant="quiet" onClick={() => void open()}>
        History
      </Button>
      {view && (
        <view.Dialog
          title={title}
          of={apiPathOf(form)}
          fields={comparedFieldsOf(form)}
          restore={restore}
          onClose={() => setView(null)}
        />
      )}
      {dialog}
    </>
  );
}
