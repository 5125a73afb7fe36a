import { useState } from 'react';
import { useErrorToast } from '#ui/dialogs/use-error-toast.ts';
import { useEditing } from '#ui/drafts/editing-context.ts';
import { useUnsavedGuard } from '#ui/drafts/unsaved-context.ts';
import { isUnsaved } from '#ui/drafts/use-draft-content.ts';
import type { Article } from '../article.schema.ts';
import { useScheduling } from '../schedule/use-scheduling.ts';
import { articleOutcome } from './article-outcome.ts';
import type { SaveIntent } from './article-saving.ts';
import { type ArticleValues, articleProblem } from './article-values.ts';
import { fileNames, pendingPictures } from './pending-pictures.ts';
import { useArticleDraft } from './use-article-draft.ts';
import { useArticleSave } from './use-article-save.ts';

export type ArticleFormProps = {
  /** Null for a new one. Another article needs another `key`. */
  article: Article | null;
  timeZone: string;
  /** Sends the newsletter. Returns what to say when no mail goes out; rejects when sending failed. */
  send: (articleId: number) => Promise<string | null>;
  /** What is typed, for the preview beside the form. */
  onValues: (values: ArticleValues, file: File | null) => void;
  /** Something was saved: the list is out of date. */
  onSaved: (article: Article) => void;
  /** Saved, and no longer on the site: says both. */
  onHidden: (article: Article) => void;
  onNotSent: (article: Article) => void;
  /** Saved, sent or cancelled: the form is done with this article. */
  onClose: () => void;
  /** Saved, and the form goes on with it. */
  onStay: (article: Article) => void;
  /** Puts somebody else's version into the form. */
  onLoadLatest: (article: Article) => void;
};

export type Failure = { alert: string; detail?: string };

/** The form of one article: its content, its buttons, and why the last press was stopped. */
export function useArticleForm(props: ArticleFormProps) {
  const [failure, setFailure] = useState<Failure | null>(null);
  const [savedAt, setSavedAt] = useState<string | null>(null);
  const draft = useArticleDraft(props.article, props.onValues);
  const guard = useUnsavedGuard(draft);
  const saving = useArticleSave(draft, props.article, props.send);
  const { article, busy, saveAs } = saving;
  const planning = useScheduling({
    saving: { article, setSchedule },
    timeZone: props.timeZone,
    onPlanned: props.onSaved,
    onLive: showLive,
  });
  const errorToast = useErrorToast();
  const { keeper } = useEditing();
  const outcome = articleOutcome({ draft, guard, saving, errorToast, setFailure, props });

  function change(part: Partial<ArticleValues>, picture?: File | null) {
    setFailure(null);
    draft.change(part, picture);
  }

  async function save(intent: SaveIntent) {
    if (busy.isBeside()) await busy.besideEnded();
    if (busy.isRunning()) return;
    errorToast.dismiss();
    const { typed, waiting, sent } = content();
    const problem = articleProblem(typed);
    const isHeldUp = waiting !== '' && (intent !== 'draft' || articleProblem(sent) !== null);
    setFailure(problem || isHeldUp ? refusal(problem, waiting, intent) : null);
    if (problem || isHeldUp) return;
    const result = await busy.run(() => saveAs(intent, sent));
    if (result?.end === 'not saved' && result.article && typeof intent === 'object')
      planning.refused(result.article, intent.plan, result.error);
    if (result?.end === 'saved' && waiting) await outcome.saveRest(result.article, sent, waiting);
    else if (result) await outcome.finish(result, sent, intent);
  }

  /** Saves while somebody goes on typing. */
  async function keepWriting() {
    if (!(await busy.turnBeside(() => isUnsaved(draft.now.current)))) return;
    errorToast.dismiss();
    if (article?.isPublished) return keepBeside(article);
    const { waiting, sent } = content();
    const { file } = draft.now.current;
    const problem = articleProblem(sent);
    setFailure(problem ? { alert: problem } : null);
    if (problem) return errorToast.show(problem);
    await busy.runBeside(async () => {
      const result = await saveAs('draft', sent);
      if (await outcome.stayWith(result, { sent, waiting, file })) setSavedAt(new Date().toISOString());
    });
  }

  /** Of a live article the draft is what is not published yet. */
  async function keepBeside(live: Article) {
    draft.store();
    await busy.runBeside(async () => void (await keeper.flush()));
    props.onSaved(live);
  }

  function content() {
    const { values: typed } = draft.now.current;
    const pictures = fileNames('picture', pendingPictures(typed.content));
    const pdfs = fileNames('PDF', [...draft.pictures.attaching]);
    return { typed, waiting: [pictures, pdfs].filter(Boolean).join(' and '), sent: draft.sentValues() };
  }

  /** What is typed is discarded with what it was based on. */
  function reload(latest: Article) {
    guard.finish();
    props.onLoadLatest(latest);
  }

  /** What is typed stays: its save asks what becomes of both. */
  function showLive(latest: Article) {
    if (!isUnsaved(draft.now.current)) reload(latest);
  }

  /** What stands beside the form tells of the plan too. */
  function setSchedule(schedule: Article['schedule']) {
    const planned = saving.setSchedule(schedule);
    if (planned) props.onStay(planned);
  }

  async function cancel() {
    if (!(await guard.mayDiscard())) return;
    guard.finish();
    props.onClose();
  }

  return {
    ...draft,
    article,
    isBusy: busy.isBusy,
    failure,
    savedAt,
    planning,
    change,
    save,
    keepWriting,
    cancel,
  };
}

function refusal(problem: string | null, waiting: string, intent: SaveIntent): Failure {
  if (problem) return { alert: problem };
  const wayOut = waiting.startsWith('the PDF') ? '.' : ', or take it out of the text. Until then it is kept here.';
  const isPlan = typeof intent === 'object';
  const detail = `${isPlan ? 'Schedule it' : 'Publish'} again when it is uploaded${wayOut}`;
  return { alert: `Not ${isPlan ? 'planned' : 'published'}: still waiting for ${waiting}.`, detail };
}
