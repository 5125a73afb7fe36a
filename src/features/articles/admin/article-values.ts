import { type FocalPoint, focalPointOf, noFocalPoint } from '#shared/picture.ts';
import { emptyFields } from '#shared/text.ts';
import type { Article, ArticleInput } from '../article.schema.ts';
import { isEmptyContent } from '../article.ts';
import { articleMessages } from '../article-messages.ts';

/** What the form holds. */
export type ArticleValues = FocalPoint & {
  title: string;
  description: string;
  content: string;
  excerpt: string;
  imageAlt: string;
  imageUrl: string | null;
  isFeatured: boolean;
  /** A tag; empty when the text tells it. */
  lang: string;
};

export const emptyArticle: ArticleValues = {
  title: '',
  description: '',
  content: '',
  excerpt: '',
  imageAlt: '',
  imageUrl: null,
  ...noFocalPoint,
  isFeatured: false,
  lang: '',
};

export function articleValues(article: Article): ArticleValues {
  const { title, description, content, imageAlt, imageUrl, isFeatured, excerpt, lang } = article;
  const optional = { excerpt: excerpt ?? '', lang: lang ?? '' };
  return { title, description, content, imageAlt, imageUrl, ...focalPointOf(article), isFeatured, ...optional };
}

/** The alert that stops the form, or null (spec 5). */
export function articleProblem(values: ArticleValues): string | null {
  if (!values.title.trim() || !values.description.trim()) return articleMessages.required;
  return isEmptyContent(values.content) ? articleMessages.emptyContent : null;
}

/** What to say at each field that stops the form. */
export function articleErrors(values: ArticleValues) {
  return emptyFields(values, articleMessages.missing);
}

/** `imageUrl` goes along so that a removed picture is removed; a new one follows in a call of its own (A3). */
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
