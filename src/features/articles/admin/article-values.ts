import { formValuesOf } from '#features/items/admin/form-values.ts';
import { noFocalPoint } from '#shared/item-picture.ts';
import type { Article, ArticleInput } from '../article.schema.ts';
import { isEmptyContent } from '../article.ts';
import { articleMessages } from '../article-messages.ts';

/** `lang` is a language tag, or empty to detect the language. */
const emptyArticle = {
  title: '',
  description: '',
  content: '',
  excerpt: '',
  imageAlt: '',
  isFeatured: false,
  lang: '',
  imageUrl: null as string | null,
  ...noFocalPoint,
};
export type ArticleValues = typeof emptyArticle;

export function articleValues(article: Article | null): ArticleValues {
  return formValuesOf(emptyArticle, article);
}

/** The alert that stops the form, or null (spec 5). */
export function articleProblem(values: ArticleValues): string | null {
  if (!values.title.trim() || !values.description.trim()) return articleMessages.required;
  return isEmptyContent(values.content) ? articleMessages.emptyContent : null;
}

/** Includes `imageUrl` so that a removed picture is removed; a new one follows in its own call (A3). */
export function articleInput(values: ArticleValues, isPublished: boolean): ArticleInput {
  return {
    ...values,
    title: values.title.trim(),
    description: values.description.trim(),
    excerpt: values.excerpt.trim() || null,
    imageAlt: values.imageAlt.trim(),
    lang: values.lang || null,
    isPublished,
  };
}
