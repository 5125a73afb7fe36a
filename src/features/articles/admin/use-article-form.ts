import { useDraftsContext } from '#features/drafts/drafts-context.ts';
import { type Sent, useItemEditing } from '#features/items/admin/use-item-editing.ts';
import { useApi } from '#ui/api-context.ts';
import { type ToastOptions, toast } from '#ui/dialogs/toast.tsx';
import { saveFailureText } from '#ui/saving/save-once.ts';
import { articleKind } from '../article.kind.ts';
import type { Article } from '../article.schema.ts';
import { articleMessages } from '../article-messages.ts';
import { withoutPendingPictures } from '../editor/pictures/pending-pictures.ts';
import { openText, useTextPictures } from '../editor/pictures/use-text-pictures.ts';
import { useScheduling } from '../schedule/use-scheduling.ts';
import { type ArticleValues, articleInput, articleProblem, articleValues } from './article-values.ts';
import { publishAndSend } from './publish-and-send.ts';

export type ArticleFormProps = {
  /** Null for a new one. Another article needs another `key`. */
  article: Article | null;
  /** Something was saved: the list is out of date. */
  onSaved: (article: Article) => void;
  /** The toast after publishing: to whom it goes, Undo, Send now; rejects when sending failed. */
  sending: { sendPublished: (articleId: number) => Promise<ToastOptions>; notSent: (article: Article) => void };
  /** The form closes, continues with the article, or shows someone else's version. */
  edited: {
    newKey: string;
    begin: () => void;
    clear: () => void;
    adopt: (article: Article) => void;
    reload: (article: Article) => void;
  };
};

/** How the pressed button saves the article (A1). */
type SaveAs = 'draft' | 'live' | 'publish';

type SentArticle = Sent<ArticleValues>;

export type ArticleForm = ReturnType<typeof useArticleForm>;

/** The form of one article: its content, its buttons, and why the last press was stopped. */
export function useArticleForm({ article: start, edited, onSaved, sending }: ArticleFormProps, timeZone: string) {
  const api = useApi();
  const { sender } = useDraftsContext();
  const editing = useItemEditing<Article, ArticleValues>({
    kind: articleKind,
    item: start,
    newKey: edited.newKey,
    start: articleValues(start),
    open: openText('content'),
    onBegin: edited.begin,
    onLoadLatest: edited.reload,
  });
  const { draft, busy, errorToast, setFailure, latestItem } = editing;
  const { item: article } = editing;
  const { pictures, isUploading, waiting } = useTextPictures(() => draft.get().values.content);
  const scheduling = useScheduling({ article, timeZone, onSchedule: setSchedule, onSaved });

  /** The panel beside the form shows the schedule too. Another save may have ended in the meantime. */
  function setSchedule(schedule: Article['schedule']) {
    const latest = latestItem();
    if (!latest) return;
    editing.setItem({ ...latest, schedule });
    edited.adopt({ ...latest, schedule });
  }

  /** Null when it stopped: the form says why. */
  async function save(as: SaveAs, sent: SentArticle): Promise<Article | null> {
    const { input, compared } = inputOf(as, sent, latestItem(), draft.get().saved.values);
    const end = await editing.save(input, sent, compared);
    if (end.is === 'saved') return end.item;
    if ('item' in end) onSaved(end.item);
    if (end.is === 'not pictured') sayNotPictured(end);
    if (end.is === 'not saved' && end.error === null) setFailure({ alert: end.problem });
    else if (end.is === 'not saved') sayNotSaved(end.problem);
    return null;
  }

  function sayNotPictured({ item, problem }: { item: Article; problem: string }) {
    const detail = item.isPublished ? 'The text is saved.' : 'The article is kept as a draft.';
    setFailure({ alert: problem, detail });
    // Someone who is still typing does not see the end of the form.
    if (busy.isBeside()) errorToast.show(problem);
  }

  function sayNotSaved(problem: string) {
    setFailure({ alert: articleMessages.saveFailed, detail: problem });
    errorToast.show('Failed to save article');
  }

  /** The form continues with the saved article, without `names` of uploads; later typing stays unsaved. */
  function goOnWith(saved: Article, sent: SentArticle, names = '') {
    onSaved(saved);
    editing.stay(saved, sent);
    if (!names) return;
    setFailure({ alert: `Saved as a draft without ${names}.`, detail: 'Save again when it is uploaded.' });
  }

  /** What a press would send: the site stores no picture that is not uploaded. */
  function sendable(): SentArticle {
    const { values, file } = editing.sent();
    return { values: { ...values, content: withoutPendingPictures(values.content) }, file };
  }

  /** Saves the form as it is when pressed, then does the rest. */
  async function press(as: SaveAs, rest: (saved: Article, sent: SentArticle) => void | Promise<void>) {
    if (busy.isBeside()) await busy.besideEnded();
    if (busy.isRunning()) return;
    errorToast.dismiss();
    const [typed, sent, names] = [editing.sent().values, sendable(), waiting()];
    const problem = articleProblem(typed);
    const isWaiting = names !== '' && (as !== 'draft' || articleProblem(sent.values) !== null);
    setFailure(problem ? { alert: problem } : isWaiting ? stillWaiting(names) : null);
    if (problem || isWaiting) return;
    await busy.run(async () => {
      const saved = await save(as, sent);
      if (saved && names) {
        goOnWith(saved, sent, names);
        toast.success(articleMessages.saved);
      } else if (saved) await rest(saved, sent);
    });
  }

  /** Saves while the user keeps typing. */
  async function saveBeside() {
    errorToast.dismiss();
    // The draft of a live article is its unpublished changes.
    if (article?.isPublished) {
      await sender.sendNow();
      return onSaved(article);
    }
    const sent = sendable();
    const problem = articleProblem(sent.values);
    setFailure(problem ? { alert: problem } : null);
    if (problem) return errorToast.show(problem);
    const names = waiting();
    const saved = await save('draft', sent);
    if (!saved) return;
    goOnWith(saved, sent, names);
    edited.adopt(saved);
  }

  function close(saved: Article) {
    // First: the list that is fetched again waits for its end.
    draft.finish();
    onSaved(saved);
    edited.clear();
  }

  function finish(saved: Article) {
    const isHidden = start?.isPublished && !saved.isPublished;
    close(saved);
    const draft = `It is ${isHidden ? 'now ' : ''}a draft: visitors do not see it.`;
    toast.success(articleMessages.saved, { detail: saved.isPublished ? 'Visitors see it now.' : draft });
  }

  async function publish(saved: Article, sent: SentArticle, isSent: boolean) {
    const end = await publishAndSend(api, saved.id, isSent ? sending.sendPublished : null);
    if (end.is === 'not published') {
      goOnWith(saved, sent);
      return sayNotSaved(saveFailureText(end.error, 'Failed to publish article'));
    }
    close(end.article);
    if (end.is === 'not sent') sending.notSent(end.article);
    else if (end.is === 'sent') toast.success(articleMessages.publishedAndSent, end.told);
    else toast.success('Article published. No newsletter was sent.');
  }

  /** The form continues with the draft, whatever the answer. */
  function schedule(saved: Article, sent: SentArticle) {
    editing.stay(saved, sent);
    onSaved(saved);
    edited.adopt(saved);
    scheduling.ask();
  }

  async function cancel() {
    if (await editing.mayClose()) edited.clear();
  }

  const presses = {
    saveDraft: () => void press('draft', finish),
    updateLive: () => void press('live', finish),
    publish: (isSent: boolean) => void press('publish', (saved, sent) => publish(saved, sent, isSent)),
    schedule: () => void press('draft', schedule),
    keepWriting: () => void busy.runBeside(draft.hasUnsaved, saveBeside),
    cancel: () => void cancel(),
  };
  return { ...editing, ...presses, article, pictures, isUploading, scheduling };
}

function inputOf(as: SaveAs, { values }: SentArticle, before: Article | null, saved: ArticleValues) {
  // The editor may write unchanged text with other markup: unedited text is sent as it was loaded.
  const isTextKept = before !== null && values.content === saved.content;
  const input = articleInput(isTextKept ? { ...values, content: before.content } : values, as === 'live');
  // Publishing is a call of its own.
  return { input, compared: as === 'publish' ? { ...input, isPublished: undefined } : input };
}

function stillWaiting(names: string) {
  const wayOut = names.startsWith('the PDF') ? '.' : ', or take it out of the text.';
  return {
    alert: `Not published: still waiting for ${names}.`,
    detail: `Publish again when it is uploaded${wayOut}`,
  };
}
