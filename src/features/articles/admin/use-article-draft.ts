import { useState } from 'react';
import { useCoverUpload } from '#features/uploads/field/use-cover-upload.ts';
import { useApi } from '#ui/api.ts';
import type { StoredDraft } from '#ui/drafts/draft-storage.ts';
import { useEditing } from '#ui/drafts/editing-context.ts';
import { type Draft, useDraft } from '#ui/drafts/use-draft.ts';
import { articleKind } from '../article.kind.ts';
import type { Article } from '../article.schema.ts';
import { type ArticleValues, articleValues, emptyArticle } from './article-values.ts';
import { pendingPictures, restoredText, withoutPending } from './pending-pictures.ts';

export type ArticleDraft = ReturnType<typeof useArticleDraft>;
type OnValues = (values: ArticleValues, file: File | null) => void;

/** The content of the article form. */
export function useArticleDraft(article: Article | null, onValues: OnValues) {
  const [editorRound, setEditorRound] = useState(0);
  const draft = useDraft<ArticleValues>({
    form: formName(article),
    values: article ? articleValues(article) : emptyArticle,
    version: article?.version ?? null,
    savedBy: article?.updatedBy,
  });
  useCoverUpload(articleKind.name, draft);
  const text = useTextPictures(draft);
  const { now } = draft;

  function change(part: Partial<ArticleValues>, picture = now.current.file) {
    const before = pendingPictures(now.current.values.content).length;
    draft.change(part, picture);
    // A picture has arrived: another device can show it now.
    if (pendingPictures(now.current.values.content).length < before) draft.store();
    onValues(now.current.values, now.current.file);
  }

  function showRestored() {
    setEditorRound((round) => round + 1);
    onValues(now.current.values, now.current.file);
  }

  /** Uploads again what the site has removed of the text's pictures. */
  async function mendText() {
    const content = await text.mended();
    if (content === now.current.values.content) return;
    change({ content });
    setEditorRound((round) => round + 1);
  }

  /**
   * `sent` is saved, and the form goes on with it: what was typed since is unsaved. `picture` is the one that was saved along; null
   * when none was chosen, or when it could not be uploaded.
   */
  function rebaseOn(saved: Article, sent: ArticleValues, picture: File | null) {
    const { imageUrl } = saved;
    const { file } = now.current;
    // One that was chosen meanwhile comes after the one that is saved now.
    if (picture && file) draft.change({ imageUrl }, file === picture ? null : file);
    draft.rebase({
      form: formName(saved),
      version: saved.version,
      values: { ...sent, ...(picture && { imageUrl }) },
      savedBy: saved.updatedBy,
    });
  }

  return { ...draft, ...text, editorRound, change, showRestored, mendText, rebaseOn };
}

/** The pictures of the text that are not on the site yet, or not any more. */
function useTextPictures(draft: Draft<ArticleValues>) {
  const api = useApi();
  const { owner } = useEditing();
  const { now } = draft;
  const [attaching] = useState(() => new Set<File>());
  const work = () => ({ api, owner, draft: now.current.key });

  async function restore(stored: StoredDraft<ArticleValues>) {
    const content = await restoredText({ api, owner, draft: stored.key }, stored.values.content);
    await draft.offers.restore({ ...stored, values: { ...stored.values, content } });
  }

  return {
    work,
    pictures: { work, onTaken: () => void draft.store(), attaching },
    offers: { ...draft.offers, restore },
    mended: () => restoredText(work(), now.current.values.content),
    /** Without pictures that are not uploaded yet. */
    sentValues: (): ArticleValues => ({
      ...now.current.values,
      content: withoutPending(now.current.values.content),
    }),
  };
}

function formName(article: Article | null): string {
  return `articles-${article?.id ?? 'new'}`;
}
