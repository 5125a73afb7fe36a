import { savedAs } from '#features/items/admin/use-item-save.ts';
import { useDraft } from '#ui/drafts/use-draft.ts';
import { articleKind } from '../article.kind.ts';
import type { Article } from '../article.schema.ts';
import { useDraftTextPictures } from '../editor/pictures/use-draft-text-pictures.ts';
import { type ArticleValues, articleValues } from './article-values.ts';

/** The content of the article form. */
export function useArticleDraft(article: Article | null) {
  const draft = useDraft<ArticleValues>(savedAs(articleKind, article, articleValues(article)));
  return { ...draft, ...useDraftTextPictures(draft, 'content') };
}
