import { type ReactNode, useState } from 'react';
import { binDays } from '#features/bin/bin.ts';
import { guestsToldSentence } from '#features/events/signup/guest-count.ts';
import type { Kind } from '#features/items/kind.ts';
import { isMailServerMissing } from '#features/settings/admin/mail-server.ts';
import { useApi } from '#ui/api-context.ts';
import { useConfirm } from '#ui/dialogs/confirm.tsx';
import { toast } from '#ui/dialogs/toast.tsx';
import { withErrorToast } from '#ui/dialogs/with-error-toast.ts';
import type { Removal } from '../lists/deletion-impact.ts';

type Deleting = {
  /** Asks first, and offers to undo it. True when the item is deleted. */
  remove: (kind: Kind, id: number, onUndone: () => void) => Promise<boolean>;
  /** For an alert above the list. */
  problem: string | null;
  dialog: ReactNode;
};

export function useDeleteItem(): Deleting {
  const api = useApi();
  const { confirm, dialog } = useConfirm();
  const [problem, setProblem] = useState<string | null>(null);

  async function remove(kind: Kind, id: number, onUndone: () => void): Promise<boolean> {
    const { deleteQuestion, deleteFailed } = kind.texts;
    setProblem(null);
    const removal = await import('../lists/deletion-impact.ts')
      .then(({ loadDeletionImpact }) => loadDeletionImpact(api, kind, id))
      .catch(() => null);
    const detail = `${removal ? `${removal.detail} ` : ''}You can restore it from the bin for ${binDays} days.`;
    if (!(await confirm(deleteQuestion, 'Delete', { detail }))) return false;
    let answer: { message: string; told?: number };
    try {
      answer = await api.call('DELETE', `/${kind.name}/admin/${id}`);
    } catch {
      if ('toast' in deleteFailed) toast.error(deleteFailed.toast);
      else setProblem(deleteFailed.alert);
      return false;
    }
    const restore = () => api.call<{ told?: number }>('POST', `/bin/admin/${kind.name}/${id}`);
    const told = guestsToldSentence(answer.told);
    const again = answer.told && !isMailServerMissing() && 'Undo tells them again.';
    toast.success(answer.message, {
      detail: [removal?.effect, told, again, `It is in the bin for ${binDays} days.`].filter(Boolean).join(' '),
      actions: [{ label: 'Undo', onClick: () => void undo(restore, removal, onUndone) }],
    });
    return true;
  }

  return { remove, problem, dialog };
}

type Restore = () => Promise<{ told?: number }>;

async function undo(restore: Restore, removal: Removal | null, onUndone: () => void): Promise<void> {
  const failed = 'Failed to undo it. You can restore it from the bin.';
  await withErrorToast(async () => {
    const { told } = await restore();
    toast.success('It is back.', {
      detail: removal?.isScheduled ? 'It is no longer scheduled.' : guestsToldSentence(told),
    });
    onUndone();
  }, failed);
}
