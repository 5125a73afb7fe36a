import { type FocalPoint, focalPointOf, noFocalPoint } from '#shared/picture.ts';
import { emptyFields } from '#shared/text.ts';
import type { Member, MemberInput } from '../member.schema.ts';
import { memberMessages } from '../member.ts';

/** What the form holds; `sortOrder` as typed. */
export type MemberValues = FocalPoint & {
  name: string;
  position: string;
  bio: string;
  imageUrl: string | null;
  isActive: boolean;
  sortOrder: string;
};

const emptyMember: MemberValues = {
  name: '',
  position: '',
  bio: '',
  imageUrl: null,
  ...noFocalPoint,
  isActive: true,
  sortOrder: '',
};

export function memberValues(member: Member | null): MemberValues {
  if (!member) return emptyMember;
  const { name, position, bio, imageUrl, isActive, sortOrder } = member;
  const order = sortOrder === null ? '' : String(sortOrder);
  return { name, position, bio, imageUrl, ...focalPointOf(member), isActive, sortOrder: order };
}

/** The alert that stops the form, or null (spec 5). */
export function memberProblem(values: MemberValues): string | null {
  return values.name.trim() && values.position.trim() ? null : memberMessages.required;
}

/** What to say at each field that stops the form. */
export function memberErrors(values: MemberValues) {
  return emptyFields(values, memberMessages.missing);
}

export function memberInput({ sortOrder, ...values }: MemberValues): MemberInput {
  return {
    ...values,
    name: values.name.trim(),
    position: values.position.trim(),
    sortOrder: sortOrder === '' ? null : Number(sortOrder),
  };
}
