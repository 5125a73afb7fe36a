import { formValues } from '#features/items/admin/form-values.ts';
import { noFocalPoint } from '#shared/picture.ts';
import { emptyFields } from '#shared/text.ts';
import type { Member, MemberInput } from '../member.schema.ts';
import { memberMessages } from '../member.ts';

const emptyMember = {
  ...{ name: '', position: '', bio: '', isActive: true },
  imageUrl: null as string | null,
  ...noFocalPoint,
};
export type MemberValues = typeof emptyMember;

export function memberValues(member: Member | null): MemberValues {
  return formValues(emptyMember, member);
}

/** The alert that stops the form, or null (spec 5). */
export function memberProblem(values: MemberValues): string | null {
  return values.name.trim() && values.position.trim() ? null : memberMessages.required;
}

/** What to say at each field that stops the form. */
export function memberErrors(values: MemberValues) {
  return emptyFields(values, memberMessages.missing);
}

export function memberInput(values: MemberValues): MemberInput {
  return { ...values, name: values.name.trim(), position: values.position.trim() };
}
