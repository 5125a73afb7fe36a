import { useRef, useState } from 'react';
import { uploadNow } from '#features/uploads/field/picture-queue.ts';
import { ApiError } from '#shared/api-error.ts';
import { useApi } from '#ui/api.ts';
import { toast } from '#ui/dialogs/toast.tsx';
import { coverId } from '#ui/drafts/draft-pictures.ts';
import type { StoredDraft } from '#ui/drafts/draft-storage.ts';
import { useEditing } from '#ui/drafts/editing-context.ts';
import { isRefusal, notSavedYet, saveFailure } from '#ui/drafts/save-once.ts';
import { useUnsavedGuard } from '#ui/drafts/unsaved-context.ts';
import { useDraft } from '#ui/drafts/use-draft.ts';
import { useSaveOnce } from '#ui/drafts/use-save-once.ts';
import type { Article } from '../article.schema.ts';
import { articleMessages } from '../article.ts';
import { type SaveIntent, type SaveResult, saveInOrder } from './article-saving.ts';
import { type ArticleValues, articleInput, articleProblem, articleValues, emptyArticle } from './article-values.ts';
import { pendingPictures, pictureNames, restoredText, withoutPending } from './pending-pictures.ts';

export type ArticleFormProps = {
  /** Null for a new one. Another article needs another `key`. */
  article: Article | null;
  timeZone: string;
  /** Sends the newsletter, and answers what to say where no mail goes out; rejects when that failed. */
  send: (articleId: number) => Promise<string | null>;
  /** What is typed, for the preview beside the form. */
  onValues: (values: ArticleValues, file: File | null) => void;
  /** Something was saved: the list is out of date. */
  onSaved: (article: Article) => void;
  onNotSent: (article: Article) => void;
  /** Saved, sent or cancelled: the form is done with this article. */
  onClose: () => void;
  /** Somebody else's version is wanted in the form. */
  onLoadLatest: (article: Article) => void;
};

type Failure = { alert: string; detail?: string };

export function useArticleForm({ send, onValues, onSaved, onNotSent, onClose, ...given }: ArticleFormProps) {
  const api = useApi();
  const [article, setArticle] = useState(given.article);
  const [isBusy, setIsBusy] = useState(false);
  const [failure, setFailure] = useState<Failure | null>(null);
  const [editorRound, setEditorRound] = useState(0);
  const running = useRef(false);
  const { owner } = useEditing();
  const draft = useDraft<ArticleValues>({
    form: formName(given.article),
    values: given.article ? articleValues(given.article) : emptyArticle,
    version: given.article?.version ?? null,
    savedBy: given.article?.updatedBy,
  });
  const guard = useUnsavedGuard(draft);
  const { beginSave, saveRefused } = useSaveOnce(draft, (isAsking) => setIsBusy(!isAsking));
  const { values, file, now } = draft;

  function change(part: Partial<ArticleValues>, picture = now.current.file) {
    setFailure(null);
    draft.change(part, picture);
    onValues(now.current.values, now.current.file);
  }

  function showRestored() {
    setEditorRound((round) => round + 1);
    onValues(now.current.values, now.current.file);
  }

  async function restore(stored: StoredDraft<ArticleValues>) {
    const content = await restoredText({ api, owner, draft: stored.id }, stored.values.content);
    await draft.offers.restore({ ...stored, values: { ...stored.values, content } });
  }

  /** What can be sent by now. */
  function sentValues(): ArticleValues {
    const { values } = now.current;
    return { ...values, content: withoutPending(values.content) };
  }

  async function save(intent: SaveIntent) {
    if (running.current) return;
    const { values: typed, saved, file } = now.current;
    const waiting = pictureNames(pendingPictures(typed.content));
    const sent = sentValues();
    const problem = articleProblem(typed);
    const isHeldUp = waiting !== '' && (intent !== 'draft' || articleProblem(sent) !== null);
    setFailure(problem || isHeldUp ? refusal(problem, waiting) : null);
    if (problem || isHeldUp) return;
    running.current = true;
    setIsBusy(true);
    // The editor writes the same text in its own way: left alone, it is what was loaded.
    const isTextKept = article !== null && sent.content === saved.values.content;
    const compared = isTextKept ? { ...sent, content: article.content } : sent;
    const result = await saveInOrder({
      api,
      article,
      attempt: beginSave(() => comparable(compared, file, intent)),
      values: sent,
      upload: file && (() => uploadNow({ ...work(), id: coverId, purpose: 'articles', file })),
      intent,
      send,
    });
    running.current = false;
    setIsBusy(false);
    if (result.end === 'saved' && waiting) saveRest(result.article, sent, waiting);
    else await finish(result);
  }

  /** The draft is saved, but for pictures that are still here. */
  function saveRest(saved: Article, sent: ArticleValues, waiting: string) {
    onSaved(saved);
    setArticle(saved);
    const { imageUrl } = saved;
    draft.change({ imageUrl }, null);
    draft.rebase(savedAs(saved, { ...sent, imageUrl }));
    toast.success(articleMessages.saved);
    setFailure({
      alert: `Saved as a draft without ${waiting}.`,
      detail: 'It is kept here: save again when it is uploaded.',
    });
  }

  async function finish(result: SaveResult) {
    if (result.article) onSaved(result.article);
    if (result.end === 'not saved' || result.end === 'not uploaded') return await stay(result);
    if (result.end === 'keep editing') return setFailure({ alert: notSavedYet });
    if (result.end === 'load latest') {
      guard.setAside();
      return given.onLoadLatest(result.article);
    }
    guard.finish();
    onClose();
    if (result.end === 'saved') toast.success(articleMessages.saved);
    if (result.end === 'published') toast.success('Article published. No newsletter was sent.');
    if (result.end === 'sent') toast.success(result.told ?? articleMessages.publishedAndSent);
    if (result.end === 'not sent') onNotSent(result.article);
  }

  /** The next press goes on with what exists by now. */
  async function stay(result: Extract<SaveResult, { end: 'not saved' | 'not uploaded' }>) {
    setArticle(result.article);
    if (result.end === 'not uploaded') {
      draft.rebase(savedAs(result.article, sentValues()));
      const state = result.article.isPublished ? 'The text is saved.' : 'The article is kept as a draft.';
      return setFailure({ alert: result.message, detail: state });
    }
    if (isRefusal(result.error)) saveRefused();
    const { content } = now.current.values;
    const mended = isAboutText(result.error) ? await restoredText(work(), content) : content;
    if (mended !== content) {
      change({ content: mended });
      setEditorRound((round) => round + 1);
    }
    if (result.step === 'publish' && result.article) {
      // Text and picture are stored by now, and only the publishing is missing.
      const { imageUrl } = result.article;
      if (file) draft.change({ imageUrl }, null);
      draft.rebase(savedAs(result.article, sentValues()));
      onValues(now.current.values, null);
    }
    const otherwise = result.step === 'publish' ? 'Failed to publish article' : 'Failed to save article';
    setFailure({ alert: 'Failed to save. Please try again.', detail: saveFailure(result.error, otherwise) });
    toast.error('Failed to save article');
  }

  async function cancel() {
    if (!(await guard.mayDiscard())) return;
    guard.finish();
    onClose();
  }

  /** For the pictures in the text. */
  const work = () => ({ api, owner, draft: now.current.id });
  const pictures = { work, onTaken: () => void draft.store() };
  const { normalise } = draft;
  const offers = { ...draft.offers, restore };
  return {
    article,
    values,
    file,
    isBusy,
    failure,
    editorRound,
    offers,
    pictures,
    change,
    normalise,
    showRestored,
    save,
    cancel,
  };
}

function refusal(problem: string | null, waiting: string): Failure {
  if (problem) return { alert: problem };
  const detail = 'Publish again when it is uploaded, or take it out of the text. Until then it is kept here.';
  return { alert: `Not published: still waiting for ${waiting}.`, detail };
}

/** Such as a picture in it that is gone. */
function isAboutText(error: unknown): boolean {
  return error instanceof ApiError && 'content' in error.fields;
}

/** What this save alone decides: a chosen picture and publishing follow it in calls of their own. */
function comparable(values: ArticleValues, file: File | null, intent: SaveIntent) {
  const { imageUrl, isPublished, ...input } = articleInput(values, intent === 'live');
  return {
    ...input,
    ...(file ? {} : { imageUrl }),
    ...(intent === 'draft' || intent === 'live' ? { isPublished } : {}),
  };
}

function formName(article: Article | null): string {
  return `articles-${article?.id ?? 'new'}`;
}

function savedAs(article: Article, values: ArticleValues) {
  return { form: formName(article), values, version: article.version };
}
