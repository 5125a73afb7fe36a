import { useState } from 'react';
import { type Sent, useItemSave } from '#features/items/admin/use-item-save.ts';
import { useErrorToast } from '#ui/dialogs/use-error-toast.ts';
import { articleKind } from '../article.kind.ts';
import type { Article } from '../article.schema.ts';
import { type ArticleValues, articleInput } from './article-values.ts';
import type { useArticleDraft } from './use-article-draft.ts';
import type { ArticleFormProps } from './use-article-form.ts';

/** How the pressed button saves the article (A1). */
export type SaveAs = 'draft' | 'live' | 'publish';

export type SentArticle = Sent<ArticleValues>;
export type Failure = { alert: string; detail?: string };

type Saving = Pick<ArticleFormProps, 'article' | 'edited' | 'onSaved'> & {
  draft: ReturnType<typeof useArticleDraft>;
};

/** Saves the draft as the pressed button asks, and says why it was stopped. */
export function useArticleSave({ article: start, edited, onSaved, draft }: Saving) {
  const [failure, setFailure] = useState<Failure | null>(null);
  const errorToast = useErrorToast();
  const saving = useItemSave<Article, ArticleValues>({ kind: articleKind, start, draft, onLoadLatest: edited.reload });
  const { item: article, busy } = saving;

  /** Null when it stopped: the form says why. */
  async function save(as: SaveAs, sent: SentArticle): Promise<Article | null> {
    const { input, compared } = inputOf(as, sent, {
      before: saving.latestItem(),
      saved: draft.now.current.saved.values,
    });
    const end = await saving.save(input, sent, compared);
    if (end.is === 'saved') return end.item;
    if ('item' in end) onSaved(end.item);
    if (end.is === 'not pictured') sayNotPictured(end);
    if (end.is === 'not saved' && end.error === null) setFailure({ alert: end.problem });
    else if (end.is === 'not saved') sayNotSaved(end);
    return null;
  }

  function sayNotPictured({ item, problem }: { item: Article; problem: string }) {
    const detail = item.isPublished ? 'The text is saved.' : 'The article is kept as a draft.';
    setFailure({ alert: problem, detail });
    // Someone who is still typing does not see the end of the form.
    if (busy.isBeside()) errorToast.show(problem);
  }

  function sayNotSaved({ problem }: { problem: string }) {
    setFailure({ alert: 'Failed to save. Please try again.', detail: problem });
    errorToast.show('Failed to save article');
  }

  /** Continues with the saved article, without `waiting` uploads; later typing stays unsaved. */
  function goOnWith(saved: Article, sent: SentArticle, waiting = '') {
    onSaved(saved);
    saving.stay(saved, sent);
    if (!waiting) return;
    const detail = 'It is kept here: save again when it is uploaded.';
    setFailure({ alert: `Saved as a draft without ${waiting}.`, detail });
  }

  /** The panel beside the form shows the schedule too. Another save may have ended in the meantime. */
  function setSchedule(schedule: Article['schedule']) {
    const latest = saving.latestItem();
    if (!latest) return;
    saving.setItem({ ...latest, schedule });
    edited.adopt({ ...latest, schedule });
  }

  return { article, busy, failure, setFailure, errorToast, save, sayNotSaved, goOnWith, setSchedule };
}

function inputOf(
  as: SaveAs,
  { values }: SentArticle,
  { before, saved }: { before: Article | null; saved: ArticleValues },
) {
  // The editor may write unchanged text with other markup: unedited text is sent as it was loaded.
  const isTextKept = before !== null && values.content === saved.content;
  const input = articleInput(isTextKept ? { ...values, content: before.content } : values, as === 'live');
  // Publishing is a call of its own.
  return { input, compared: as === 'publish' ? { ...input, isPublished: undefined } : input };
}
