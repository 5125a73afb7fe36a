import { formNameOf } from '#features/drafts/draft.ts';
import { useDraft } from '#ui/drafts/use-draft.ts';
import { articleKind } from '../article.kind.ts';
import type { Article } from '../article.schema.ts';
import { useDraftTextPictures } from '../editor/pictures/use-draft-text-pictures.ts';
import { type ArticleValues, articleValues } from './article-values.ts';

/** The content of the article form. */
export function useArticleDraft(article: Article | null) {
  const draft = useDraft<ArticleValues>({
    form: formNameOf({ kind: articleKind.name, entityId: article?.id ?? 0 }),
    values: articleValues(article),
    version: article?.version ?? null,
    savedBy: article?.updatedBy,
  });
  return { ...draft, ...useDraftTextPictures(draft, 'content') };
}
