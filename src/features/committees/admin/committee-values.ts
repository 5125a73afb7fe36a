import { type FocalPoint, focalPointOf, noFocalPoint } from '#shared/picture.ts';
import { isWebAddress, withScheme } from '#shared/web-address.ts';
import type { Committee, CommitteeInput } from '../committee.schema.ts';
import { committeeMessages, labelFrom, labelProblem } from '../committee.ts';

export type PostValues = FocalPoint & { name: string; position: string; link: string; imageUrl: string | null };

export type CommitteeValues = FocalPoint & {
  label: string;
  from: string;
  to: string;
  posts: PostValues[];
  imageUrl: string | null;
};

export const emptyPost: PostValues = { name: '', position: '', link: '', imageUrl: null, ...noFocalPoint };

export function committeeValues(year: Committee | null): CommitteeValues {
  if (!year) return { label: '', from: '', to: '', posts: [emptyPost], imageUrl: null, ...noFocalPoint };
  const { label, from, to, imageUrl } = year;
  const posts = year.posts.map(({ image: _image, link, ...post }) => ({ ...post, link: link ?? '' }));
  return { label, from, to, posts, imageUrl, ...focalPointOf(year) };
}

/** Rows in which nothing was entered are left out. */
function entered({ posts }: CommitteeValues): PostValues[] {
  return posts.filter(({ name, position, link }) => name.trim() || position.trim() || link.trim());
}

/** The alert that stops the form, or null. */
export function committeeProblem(values: CommitteeValues): string | null {
  const label = labelProblem(labelFrom(values.label));
  if (label) return label;
  if (!values.from || !values.to) return committeeMessages.badDay;
  if (values.to < values.from) return committeeMessages.backwards;
  for (const [at, { name, position, link }] of entered(values).entries()) {
    if (!name.trim()) return committeeMessages.noName(at + 1);
    if (!position.trim()) return committeeMessages.noPosition(at + 1);
    if (link.trim() && !isSecure(withScheme(link))) return committeeMessages.badLink(at + 1);
  }
  return null;
}

export function committeeInput(values: CommitteeValues): CommitteeInput {
  const posts = entered(values).map(({ link, ...post }) => ({ ...post, link: withScheme(link) || null }));
  return { ...values, label: labelFrom(values.label), posts };
}

function isSecure(link: string): boolean {
  return /^https:/i.test(link) && isWebAddress(link);
}
