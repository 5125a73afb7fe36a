import { useRef, useState } from 'react';
import { uploadedUrl, uploadNow } from '#features/uploads/field/picture-queue.ts';
import { useApi } from '#ui/api.ts';
import { coverId } from '#ui/drafts/draft-pictures.ts';
import { useSaveOnce } from '#ui/drafts/use-save-once.ts';
import { useBusy } from '#ui/forms/use-busy.ts';
import type { Article } from '../article.schema.ts';
import { type SaveIntent, saveInOrder } from './article-saving.ts';
import { type ArticleValues, articleInput } from './article-values.ts';
import type { ArticleDraft } from './use-article-draft.ts';

/** Saves the draft as the pressed button asks, once however often it is pressed. */
export function useArticleSave(
  draft: ArticleDraft,
  start: Article | null,
  send: (articleId: number) => Promise<string | null>,
) {
  const api = useApi();
  const [article, setShown] = useState(start);
  // A press may wait for a save that makes the article.
  const latest = useRef(start);
  const busy = useBusy();
  const { beginSave, saveRefused } = useSaveOnce(draft, (isAsking) => busy.setIsBusy(!isAsking));

  function saveAs(intent: SaveIntent, sent: ArticleValues) {
    const { saved, file } = draft.now.current;
    const { current: article } = latest;
    // The editor writes the same text with other markup: text that nobody edited is sent as it was loaded.
    const isTextKept = article !== null && sent.content === saved.values.content;
    const compared = isTextKept ? { ...sent, content: article.content } : sent;
    return saveInOrder({
      api,
      article,
      attempt: beginSave(
        () => comparable(compared, file, intent),
        file,
        () => uploadedUrl(file),
      ),
      values: compared,
      upload: file && (() => uploadNow({ ...draft.work(), id: coverId, purpose: 'articles', file })),
      intent,
      send,
    });
  }

  function setArticle(saved: Article | null) {
    latest.current = saved;
    setShown(saved);
  }

  /** Of what is saved by now, which is returned: a save beside may have ended meanwhile. */
  function setSchedule(schedule: Article['schedule']): Article | null {
    if (latest.current) setArticle({ ...latest.current, schedule });
    return latest.current;
  }

  return { article, setArticle, setSchedule, busy, saveAs, saveRefused };
}

/** Without the chosen picture and publishing: they are calls of their own. */
function comparable(values: ArticleValues, file: File | null, intent: SaveIntent) {
  const { imageUrl, imageFocalX, imageFocalY, isPublished, ...input } = articleInput(values, intent === 'live');
  return {
    ...input,
    ...(file ? {} : { imageUrl, imageFocalX, imageFocalY }),
    ...(intent === 'draft' || intent === 'live' || typeof intent === 'object' ? { isPublished } : {}),
  };
}
