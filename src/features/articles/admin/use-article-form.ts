import { useRef, useState } from 'react';
import type { Api } from '#shared/api-client.ts';
import { errorMessage } from '#ui/loaded.ts';
import { toast } from '#ui/toast.tsx';
import { useKeptDraft } from '#ui/use-kept-draft.ts';
import type { Article } from '../article.schema.ts';
import { articleMessages } from '../article.ts';
import { type SaveIntent, type SaveResult, saveInOrder } from './article-saving.ts';
import { type ArticleValues, articleProblem, articleValues, emptyArticle } from './article-values.ts';

export type ArticleFormProps = {
  api: Api;
  /** Null for a new one. Another article needs another `key`. */
  article: Article | null;
  timeZone: string;
  /** Sends the newsletter; rejects when that failed. */
  send: (articleId: number) => Promise<unknown>;
  /** What is typed, for the preview beside the form. */
  onValues: (values: ArticleValues, file: File | null) => void;
  /** Something was saved: the list is out of date. */
  onSaved: (article: Article) => void;
  onNotSent: (article: Article) => void;
  /** Saved, sent or cancelled: the form is done with this article. */
  onClose: () => void;
};

type Failure = { alert: string; detail?: string };

export function useArticleForm({ api, send, onValues, onSaved, onNotSent, onClose, ...given }: ArticleFormProps) {
  const [article, setArticle] = useState(given.article);
  const [values, setValues] = useState(() => (given.article ? articleValues(given.article) : emptyArticle));
  const [file, setFile] = useState<File | null>(null);
  const [isDirty, setIsDirty] = useState(false);
  const [isBusy, setIsBusy] = useState(false);
  const [failure, setFailure] = useState<Failure | null>(null);
  const [editorRound, setEditorRound] = useState(0);
  // The editor and a second click call in between two renderings.
  const latest = useRef(values);
  const running = useRef(false);
  const draft = useKeptDraft(`article-${given.article?.id ?? 'new'}`, values, isDirty);

  function show(next: ArticleValues, picture: File | null) {
    latest.current = next;
    setValues(next);
    setFile(picture);
    onValues(next, picture);
  }

  function change(part: Partial<ArticleValues>, picture = file) {
    setIsDirty(true);
    setFailure(null);
    show({ ...latest.current, ...part }, picture);
  }

  function restore() {
    const kept = draft.take();
    if (!kept) return;
    change(kept);
    setEditorRound((round) => round + 1);
  }

  async function save(intent: SaveIntent) {
    if (running.current) return;
    const problem = articleProblem(latest.current);
    setFailure(problem ? { alert: problem } : null);
    if (problem) return;
    running.current = true;
    setIsBusy(true);
    const result = await saveInOrder({ api, article, values: latest.current, file, intent, send });
    running.current = false;
    setIsBusy(false);
    finish(result);
  }

  function finish(result: SaveResult) {
    if (result.article) onSaved(result.article);
    if (result.end === 'not saved' || result.end === 'not uploaded') return stay(result);
    draft.forget();
    onClose();
    if (result.end === 'saved') toast.success(articleMessages.saved);
    if (result.end === 'sent') toast.success(articleMessages.publishedAndSent);
    if (result.end === 'not sent') onNotSent(result.article);
  }

  /** The next press goes on with what exists by now. */
  function stay(result: Extract<SaveResult, { end: 'not saved' | 'not uploaded' }>) {
    setArticle(result.article);
    if (result.end === 'not uploaded') {
      draft.forget();
      setIsDirty(false);
      const state = result.article.isPublished ? 'The text is saved.' : 'The article is kept as a draft.';
      return setFailure({ alert: result.message, detail: state });
    }
    if (result.article && file) show({ ...latest.current, imageUrl: result.article.imageUrl }, null);
    const otherwise = result.step === 'publish' ? 'Failed to publish article' : 'Failed to save article';
    setFailure({ alert: 'Failed to save. Please try again.', detail: errorMessage(result.error, otherwise) });
    toast.error('Failed to save article');
  }

  function cancel() {
    draft.forget();
    onClose();
  }

  return { article, values, file, isBusy, failure, editorRound, draft, change, restore, save, cancel };
}
