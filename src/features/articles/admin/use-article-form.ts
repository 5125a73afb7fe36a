import { useState } from 'react';
import { viewItemAction } from '#features/items/admin/use-item-form.ts';
import { useApi } from '#ui/api-context.ts';
import { type ToastOptions, toast } from '#ui/dialogs/toast.tsx';
import { useDraftsContext } from '#ui/drafts/drafts-context.ts';
import { isUnsaved } from '#ui/drafts/form-draft.ts';
import { saveFailureText } from '#ui/drafts/save-once.ts';
import { articleKind } from '../article.kind.ts';
import type { Article } from '../article.schema.ts';
import { articleMessages } from '../article-messages.ts';
import { useScheduling } from '../schedule/use-scheduling.ts';
import { type ArticleValues, articleProblem } from './article-values.ts';
import { publishAndSend } from './publish-and-send.ts';
import { useArticleDraft } from './use-article-draft.ts';
import { type Failure, type SaveAs, type SentArticle, useArticleSave } from './use-article-save.ts';

export type ArticleFormProps = {
  /** Null for a new one. Another article needs another `key`. */
  article: Article | null;
  /** Something was saved: the list is out of date. */
  onSaved: (article: Article) => void;
  /** The toast after publishing: to whom it goes, Undo, Send now; rejects when sending failed. */
  sending: { sendPublished: (articleId: number) => Promise<ToastOptions>; notSent: (article: Article) => void };
  /** The form closes, continues with the article, or shows someone else's version. */
  edited: { clear: () => void; adopt: (article: Article) => void; reload: (article: Article) => void };
};

export type ArticleForm = ReturnType<typeof useArticleForm>;

/** The form of one article: its content, its buttons, and why the last press was stopped. */
export function useArticleForm(props: ArticleFormProps, timeZone: string) {
  const { edited, onSaved } = props;
  const draft = useArticleDraft(props.article);
  const saving = useArticleSave({ article: props.article, edited, onSaved, draft });
  const { article, busy, failure, setFailure } = saving;
  const scheduling = useScheduling({ article, timeZone, onSchedule: saving.setSchedule, onSaved });
  const ends = useArticleEnds(props, { draft, saving });
  const { press, keepWriting, savedAt } = useSaveAndStayOpen(props, { draft, saving });

  function change(part: Partial<ArticleValues>, picture?: File | null) {
    setFailure(null);
    draft.change(part, picture);
  }

  /** The form continues with the draft, whatever the answer. */
  function schedule(saved: Article, sent: SentArticle) {
    saving.goOnWith(saved, sent);
    edited.adopt(saved);
    scheduling.ask();
  }

  async function cancel() {
    if (!(await draft.mayDiscard())) return;
    draft.finish();
    edited.clear();
  }

  const presses = {
    saveDraft: () => void press('draft', ends.finish),
    updateLive: () => void press('live', ends.finish),
    publish: (isSent: boolean) => void press('publish', (saved, sent) => ends.publish(saved, sent, isSent)),
    schedule: () => void press('draft', schedule),
    keepWriting: () => void keepWriting(),
    cancel: () => void cancel(),
  };
  return { ...draft, ...presses, article, isBusy: busy.isBusy, failure, savedAt, scheduling, change };
}

type Pressed = { draft: ReturnType<typeof useArticleDraft>; saving: ReturnType<typeof useArticleSave> };

/** Saves the form and keeps it open. */
function useSaveAndStayOpen({ edited, onSaved }: ArticleFormProps, { draft, saving }: Pressed) {
  const { sync } = useDraftsContext();
  const [savedAt, setSavedAt] = useState<string | null>(null);
  const { article, busy, setFailure, errorToast, save, goOnWith } = saving;

  /** Saves the form as it is when pressed, then does the rest. */
  async function press(as: SaveAs, rest: (saved: Article, sent: SentArticle) => void | Promise<void>) {
    if (busy.isBeside()) await busy.besideEnded();
    if (busy.isRunning()) return;
    errorToast.dismiss();
    const { typed, waiting, sent } = draft.content();
    const problem = articleProblem(typed);
    const isWaiting = waiting !== '' && (as !== 'draft' || articleProblem(sent.values) !== null);
    setFailure(problem || isWaiting ? refusal(problem, waiting) : null);
    if (problem || isWaiting) return;
    await busy.run(async () => {
      const saved = await save(as, sent);
      if (saved && waiting) {
        goOnWith(saved, sent, waiting);
        toast.success(articleMessages.saved);
      } else if (saved) await rest(saved, sent);
    });
  }

  /** Saves while the user keeps typing. */
  async function saveBeside() {
    errorToast.dismiss();
    // The draft of a live article is its unpublished changes.
    if (article?.isPublished) {
      draft.store();
      await sync.flush();
      return onSaved(article);
    }
    const { waiting, sent } = draft.content();
    const problem = articleProblem(sent.values);
    setFailure(problem ? { alert: problem } : null);
    if (problem) return errorToast.show(problem);
    const saved = await save('draft', sent);
    if (!saved) return;
    goOnWith(saved, sent, waiting);
    edited.adopt(saved);
    setSavedAt(new Date().toISOString());
  }

  const keepWriting = () => busy.runBeside(() => isUnsaved(draft.now.current), saveBeside);
  return { press, keepWriting, savedAt };
}

/** After a save: closes the form, or says why not and continues with what is saved. */
function useArticleEnds(props: ArticleFormProps, { draft, saving }: Pressed) {
  const api = useApi();
  const { sending } = props;

  function close(saved: Article) {
    props.onSaved(saved);
    draft.finish();
    props.edited.clear();
  }

  function finish(saved: Article) {
    const isHidden = props.article?.isPublished && !saved.isPublished;
    close(saved);
    const detail = isHidden ? 'The article is unpublished.' : '';
    toast.success(articleMessages.saved, saved.isPublished ? viewingLive(saved) : { detail });
  }

  async function publish(saved: Article, sent: SentArticle, isSent: boolean) {
    const end = await publishAndSend(api, saved.id, isSent ? sending.sendPublished : null);
    if (end.is === 'not published') {
      saving.goOnWith(saved, sent);
      return saving.sayNotSaved({ problem: saveFailureText(end.error, 'Failed to publish article') });
    }
    close(end.article);
    if (end.is === 'not sent') sending.notSent(end.article);
    else if (end.is === 'sent')
      toast.success(articleMessages.publishedAndSent, { ...viewingLive(end.article), ...end.told });
    else toast.success('Article published. No newsletter was sent.', viewingLive(end.article));
  }

  return { finish, publish };
}

function viewingLive({ id }: Article): ToastOptions {
  return viewItemAction(articleKind, `/articles/${id}`);
}

function refusal(problem: string | null, waiting: string): Failure {
  if (problem) return { alert: problem };
  const wayOut = waiting.startsWith('the PDF') ? '.' : ', or take it out of the text. Until then it is kept here.';
  return {
    alert: `Not published: still waiting for ${waiting}.`,
    detail: `Publish again when it is uploaded${wayOut}`,
  };
}
