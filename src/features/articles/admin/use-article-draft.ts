import { formKeyOfItem } from '#features/items/admin/use-item-save.ts';
import { useDraft } from '#ui/drafts/use-draft.ts';
import { articleKind } from '../article.kind.ts';
import type { Article } from '../article.schema.ts';
import { useDraftTextPictures } from '../editor/pictures/use-draft-text-pictures.ts';
import { type ArticleValues, articleValues } from './article-values.ts';

/** The content of the article form. */
export function useArticleDraft(article: Article | null) {
  const draft = useDraft<ArticleValues>({
    form: formKeyOfItem(articleKind, article?.id ?? null),
    values: articleValues(article),
    version: article?.version ?? null,
    savedBy: article?.updatedBy,
  });
  return { ...draft, ...useDraftTextPictures(draft, 'content') };
}
