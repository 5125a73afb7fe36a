import { ApiError } from '#shared/api-error.ts';
import { focalPointOf } from '#shared/picture.ts';
import { type ToastOptions, toast } from '#ui/dialogs/toast.tsx';
import type { useErrorToast } from '#ui/dialogs/use-error-toast.ts';
import { isRefusal, notSavedYet, saveFailure } from '#ui/drafts/save-once.ts';
import type { useUnsavedGuard } from '#ui/drafts/unsaved-context.ts';
import type { Article } from '../article.schema.ts';
import { articleMessages } from '../article-messages.ts';
import { plannedTime, scheduleMessages } from '../schedule/schedule.ts';
import type { SaveIntent, SaveResult } from './article-saving.ts';
import type { ArticleValues } from './article-values.ts';
import type { ArticleDraft } from './use-article-draft.ts';
import type { ArticleFormProps, Failure } from './use-article-form.ts';
import type { useArticleSave } from './use-article-save.ts';

type Stopped = Extract<SaveResult, { end: 'not saved' | 'not uploaded' }>;

type Form = {
  draft: ArticleDraft;
  guard: ReturnType<typeof useUnsavedGuard>;
  saving: ReturnType<typeof useArticleSave>;
  errorToast: ReturnType<typeof useErrorToast>;
  setFailure: (failure: Failure) => void;
  props: Pick<
    ArticleFormProps,
    'article' | 'timeZone' | 'onValues' | 'onSaved' | 'onHidden' | 'onNotSent' | 'onClose' | 'onStay' | 'onLoadLatest'
  >;
};

/** What the form does after a save or a failure. */
export function articleOutcome({ draft, guard, saving, errorToast, setFailure, props }: Form) {
  const { onSaved } = props;

  /** The draft is saved without the pictures that are not uploaded yet. */
  async function saveRest(saved: Article, sent: ArticleValues, waiting: string) {
    onSaved(saved);
    saving.setArticle(saved);
    draft.rebaseOn(saved, sent, draft.now.current.file);
    toast.success(articleMessages.saved);
    sayWaiting(waiting);
  }

  function sayWaiting(waiting: string) {
    const detail = 'It is kept here: save again when it is uploaded.';
    setFailure({ alert: `Saved as a draft without ${waiting}.`, detail });
  }

  type Sent = { sent: ArticleValues; waiting: string; file: File | null };

  /** The form goes on with what is saved; what was typed since is unsaved. False when nothing is saved. */
  async function stayWith(result: SaveResult, { sent, waiting, file }: Sent): Promise<boolean> {
    if (result.end !== 'saved') {
      await finish(result, sent);
      // Whoever goes on typing does not see the end of the form.
      if (result.end === 'not uploaded') errorToast.show(result.message);
      return false;
    }
    const { article } = result;
    onSaved(article);
    saving.setArticle(article);
    draft.rebaseOn(article, sent, file);
    props.onValues(draft.now.current.values, draft.now.current.file);
    props.onStay(article);
    if (waiting) sayWaiting(waiting);
    return true;
  }

  async function finish(result: SaveResult, sent: ArticleValues, intent?: SaveIntent) {
    if (result.article) onSaved(result.article);
    if (result.end === 'not saved' || result.end === 'not uploaded') return await stay(result, sent, intent);
    if (result.end === 'keep editing') return setFailure({ alert: notSavedYet });
    if (result.end === 'load latest') {
      guard.setAside();
      return props.onLoadLatest(result.article);
    }
    guard.finish();
    props.onClose();
    if (result.end === 'saved') tellSaved(result.article);
    if (result.end === 'planned') toast.success(plannedText(result.article, props.timeZone));
    if (result.end === 'published')
      toast.success('Article published. No newsletter was sent.', viewing(result.article));
    if (result.end === 'sent') toast.success(result.told ?? articleMessages.publishedAndSent, viewing(result.article));
    if (result.end === 'not sent') props.onNotSent(result.article);
  }

  function tellSaved(saved: Article) {
    if (props.article?.isPublished && !saved.isPublished) props.onHidden(saved);
    else toast.success(articleMessages.saved, saved.isPublished ? viewing(saved) : undefined);
  }

  /** The next press continues with what exists already. What was typed after `sent` is not saved. */
  async function stay(stopped: Stopped, sent: ArticleValues, intent?: SaveIntent) {
    saving.setArticle(stopped.article);
    if (stopped.end === 'not uploaded') {
      // The picture on the site is the one before, with its own focal point.
      const { article } = stopped;
      draft.rebaseOn(article, { ...sent, ...focalPointOf(article) }, null);
      const state = article.isPublished ? 'The text is saved.' : 'The article is kept as a draft.';
      const plan = typeof intent === 'object' ? ' Nothing is scheduled.' : '';
      return setFailure({ alert: stopped.message, detail: state + plan });
    }
    if (isRefusal(stopped.error)) saving.saveRefused();
    if (isAboutText(stopped.error)) await draft.mendText();
    if (stopped.step !== 'save' && stopped.article) {
      // Text and picture are stored; only publishing or planning has failed.
      draft.rebaseOn(stopped.article, sent, draft.now.current.file);
      props.onValues(draft.now.current.values, null);
    }
    if (stopped.step === 'plan')
      return setFailure({
        alert: 'Saved as a draft. Nothing is scheduled.',
        detail: saveFailure(stopped.error, scheduleMessages.failed),
      });
    const otherwise = stopped.step === 'publish' ? 'Failed to publish article' : 'Failed to save article';
    setFailure({ alert: 'Failed to save. Please try again.', detail: saveFailure(stopped.error, otherwise) });
    errorToast.show('Failed to save article');
  }

  return { finish, saveRest, stayWith };
}

/** In a tab of its own: the form stays where it is. */
function viewing({ id }: Article): ToastOptions {
  return {
    action: { label: 'View article', onClick: () => void window.open(`/articles/${id}`, '_blank', 'noopener') },
  };
}

function plannedText({ schedule }: Article, timeZone: string): string {
  return schedule ? `Planned for ${plannedTime(schedule.publishAt, timeZone)}.` : articleMessages.saved;
}

/** For example, a picture in it is gone. */
function isAboutText(error: unknown): boolean {
  return error instanceof ApiError && 'content' in error.fields;
}
