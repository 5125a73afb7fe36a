import { useDraftsContext } from '#features/drafts/drafts-context.ts';
import { type EditedItem, type Failure, type Sent, useItemEditing } from '#features/items/admin/use-item-editing.ts';
import { useApi } from '#ui/api-context.ts';
import { type ToastOptions, toast } from '#ui/dialogs/toast.tsx';
import { saveFailureText } from '#ui/saving/saving.ts';
import { articleKind } from '../article.kind.ts';
import type { Article } from '../article.schema.ts';
import { articleMessages } from '../article-messages.ts';
import { withoutPendingPictures } from '../editor/pictures/pending-pictures.ts';
import { openText, useTextPictures } from '../editor/pictures/use-text-pictures.ts';
import { useScheduling } from '../schedule/use-scheduling.ts';
import { type ArticleValues, articleInput, articleProblem, articleValues } from './article-values.ts';
import { publishAndSend } from './publish-and-send.ts';

export type ArticleFormProps = {
  /** Something was saved: the list is out of date. */
  onSaved: (article: Article) => void;
  /** The toast after publishing: to whom it goes, Undo, Send now; rejects when sending failed. */
  sending: { sendPublished: (articleId: number) => Promise<ToastOptions>; notSent: (article: Article) => void };
  edited: EditedItem<Article>;
  /** Emails with its earlier text are still to go. */
  isQueued: boolean;
};

/** How the pressed button saves the article (A1). */
type SaveAs = 'draft' | 'live' | 'publish';

type SentArticle = Sent<ArticleValues>;

export type ArticleForm = ReturnType<typeof useArticleForm>;

/** The form of one article: its content, its buttons, and why the last press was stopped. */
export function useArticleForm({ edited, onSaved, sending, isQueued }: ArticleFormProps, timeZone: string) {
  const api = useApi();
  const { sender } = useDraftsContext();
  const editing = useItemEditing<Article, ArticleValues>({
    kind: articleKind,
    edited,
    start: articleValues(edited.item),
    open: openText('content'),
  });
  const { draft, errorToast, setFailure, latestItem } = editing;
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
    editing.fail({
      alert: problem,
      detail: item.isPublished ? 'The text is saved.' : 'The article is kept as a draft.',
    });
  }

  function sayNotSaved(problem: string) {
    setFailure({ alert: articleMessages.saveFailed, detail: problem });
    errorToast.show('Failed to save article');
  }

  /** The form continues with the saved article; later typing stays unsaved. */
  function goOnWith(saved: Article, sent: SentArticle) {
    onSaved(saved);
    editing.stay(saved, sent);
    edited.adopt(saved);
  }

  /** Saves the form as it is when pressed, then does the rest, unless it goes on without what is still uploaded. */
  function saving(as: SaveAs, rest: (saved: Article, sent: SentArticle) => void | Promise<void>) {
    const check = (typed: SentArticle) => {
      const isWaiting = waiting() !== '' && (as !== 'draft' || problemOf(sendable(typed)) !== null);
      return problemOf(typed) ?? (isWaiting ? stillWaiting(waiting()) : null);
    };
    const work = async (typed: SentArticle) => {
      const [sent, names] = [sendable(typed), waiting()];
      const saved = await save(as, sent);
      if (!saved) return;
      if (!names) return rest(saved, sent);
      goOnWith(saved, sent);
      setFailure({ alert: `Saved as a draft without ${names}.`, detail: 'Save again when it is uploaded.' });
      toast.success(articleMessages.saved);
    };
    return { check, work };
  }

  /** The draft of a live article is its unpublished changes. */
  function keepWriting() {
    if (!article?.isPublished) return editing.pressBeside(saving('draft', goOnWith));
    return editing.pressBeside({ check: () => null, work: () => sender.sendNow().then(() => onSaved(article)) });
  }

  function close(saved: Article) {
    // First: the list that is fetched again waits for its end.
    draft.finish();
    onSaved(saved);
    edited.clear();
  }

  function finish(saved: Article) {
    const isHidden = edited.item?.isPublished && !saved.isPublished;
    close(saved);
    const draft = `It is ${isHidden ? 'now ' : ''}a draft: visitors do not see it.`;
    const live = `Visitors see it now. ${isQueued ? 'The emails keep the earlier text.' : 'No one is emailed.'}`;
    toast.success(articleMessages.saved, { detail: saved.isPublished ? live : draft });
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
    goOnWith(saved, sent);
    scheduling.ask();
  }

  async function cancel() {
    if (await editing.mayClose()) edited.clear();
  }

  const presses = {
    saveDraft: () => void editing.press(saving('draft', finish)),
    updateLive: () => void editing.press(saving('live', finish)),
    publish: (isSent: boolean) => void editing.press(saving('publish', (...done) => publish(...done, isSent))),
    schedule: () => void editing.press(saving('draft', schedule)),
    keepWriting: () => void keepWriting(),
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

/** What a press sends: the site stores no picture that is not uploaded. */
function sendable({ values, file }: SentArticle): SentArticle {
  return { values: { ...values, content: withoutPendingPictures(values.content) }, file };
}

function problemOf({ values }: SentArticle): Failure | null {
  const alert = articleProblem(values);
  return alert === null ? null : { alert };
}

function stillWaiting(names: string) {
  const wayOut = names.startsWith('the PDF') ? '.' : ', or take it out of the text.';
  return {
    alert: `Not published: still waiting for ${names}.`,
    detail: `Publish again when it is uploaded${wayOut}`,
  };
}
