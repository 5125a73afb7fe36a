import { formValuesOf } from '#features/items/admin/form-values.ts';
import { noFocalPoint } from '#shared/item-picture.ts';
import { isHttpsOrEmpty, withHttpsScheme } from '#shared/web-address.ts';
import type { Committee, CommitteeInput } from '../committee.schema.ts';
import { committeeMessages, normaliseYearLabel, yearLabelProblem } from '../committee.ts';

export const noPicture = { imageUrl: null as string | null, ...noFocalPoint };
export const emptyPost = { name: '', position: '', link: '', ...noPicture };
export type PostValues = typeof emptyPost;

const emptyYear = { label: '', from: '', to: '', posts: [emptyPost], ...noPicture };
export type CommitteeValues = typeof emptyYear;

export function committeeValues(year: Committee | null): CommitteeValues {
  const posts = year?.posts.map((post) => formValuesOf(emptyPost, post));
  return { ...formValuesOf(emptyYear, year), ...(posts && { posts }) };
}

/** Rows in which nothing was entered are left out. */
export function isEntered({ name, position, link, imageUrl }: PostValues): boolean {
  return imageUrl !== null || (name + position + link).trim() !== '';
}

/** The alert that stops the form, or null. */
export function committeeProblem(values: CommitteeValues): string | null {
  const label = yearLabelProblem(normaliseYearLabel(values.label));
  if (label) return label;
  if (!values.from || !values.to) return committeeMessages.badDay;
  if (values.to < values.from) return committeeMessages.backwards;
  for (const [at, post] of values.posts.entries()) {
    const { name, position, link } = post;
    if (!isEntered(post)) continue;
    if (!name.trim()) return committeeMessages.noName(at + 1);
    if (!position.trim()) return committeeMessages.noPosition(at + 1);
    if (!isHttpsOrEmpty(withHttpsScheme(link))) return committeeMessages.badLink(at + 1);
  }
  return null;
}

export function committeeInput(values: CommitteeValues): CommitteeInput {
  const posts = values.posts
    .filter(isEntered)
    .map(({ link, ...post }) => ({ ...post, link: withHttpsScheme(link) || null }));
  return { ...values, label: normaliseYearLabel(values.label), posts };
}
