import { type ReactNode, useState } from 'react';
import { articleKind } from '#features/articles/article.kind.ts';
import { deleteArticle } from '#features/articles/articles.client.ts';
import { restoreFromBin } from '#features/bin/bin.client.ts';
import { eventKind } from '#features/events/event.kind.ts';
import { deleteEvent } from '#features/events/events.client.ts';
import { memberKind } from '#features/members/member.kind.ts';
import { deleteMember } from '#features/members/members.client.ts';
import type { Api } from '#shared/api-client.ts';
import { useApi } from '#ui/api.ts';
import { useConfirm } from '#ui/confirm.tsx';
import { errorMessage } from '#ui/loaded.ts';
import { toast } from '#ui/toast.tsx';

type Deleting = {
  /** Asks, deletes, tells and offers to undo it; true when it is gone. */
  remove: (kind: Kind, id: number, onUndone: () => void) => Promise<boolean>;
  /** What to show as an alert above the list. */
  problem: string | null;
  dialog: ReactNode;
};

type Kind = 'article' | 'member' | 'event';

const kinds = {
  article: {
    question: 'Are you sure you want to delete this article?',
    call: deleteArticle,
    deleted: articleKind.texts.deleted,
  },
  member: {
    question: 'Are you sure you want to delete this member?',
    call: deleteMember,
    deleted: memberKind.texts.deleted,
  },
  event: { question: 'Delete this event?', call: deleteEvent, deleted: eventKind.texts.deleted },
} as const;

/** The spec has a toast for articles and an alert for members and events (section 2). */
const alerts = { member: 'Failed to delete member. Please try again.', event: 'Failed to delete event.' } as const;

const bins = { article: 'articles', member: 'members', event: 'events' } as const;

export function useDeleting(): Deleting {
  const api = useApi();
  const { confirm, dialog } = useConfirm();
  const [problem, setProblem] = useState<string | null>(null);

  async function remove(kind: Kind, id: number, onUndone: () => void): Promise<boolean> {
    const { question, call, deleted } = kinds[kind];
    setProblem(null);
    if (!(await confirm(question, 'Delete'))) return false;
    try {
      await call(api, id);
    } catch {
      if (kind === 'article') toast.error('Failed to delete article');
      else setProblem(alerts[kind]);
      return false;
    }
    toast.success(deleted, {
      action: { label: 'Undo', onClick: () => void undo(api, { kind: bins[kind], id }, onUndone) },
    });
    return true;
  }

  return { remove, problem, dialog };
}

async function undo(api: Api, binned: { kind: string; id: number }, onUndone: () => void): Promise<void> {
  try {
    await restoreFromBin(api, binned);
  } catch (error) {
    toast.error(errorMessage(error, 'Failed to undo it. You can restore it from the bin.'));
    return;
  }
  toast.success('It is back.');
  onUndone();
}
