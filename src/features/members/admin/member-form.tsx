import { formValuesOf } from '#features/items/admin/form-values.ts';
import { ItemForm } from '#features/items/admin/item-form.tsx';
import { ItemPreview } from '#features/items/admin/item-preview.tsx';
import { type ItemFormProps, useItemForm } from '#features/items/admin/use-item-form.ts';
import { PicturePanel } from '#features/uploads/field/picture-field.tsx';
import { noFocalPoint } from '#shared/item-picture.ts';
import { requiredFieldErrors } from '#shared/text.ts';
import { createFieldProps, TextArea, TextField } from '#ui/forms/fields.tsx';
import { memberKind } from '../member.kind.ts';
import type { Member, MemberInput } from '../member.schema.ts';
import { memberLimits, memberMessages } from '../member.ts';
import { MemberTexts } from '../pages/member-dialog.tsx';

/** `fallback`: the picture of someone without one. */
export function MemberForm({ fallback, ...props }: ItemFormProps<Member> & { fallback: string }) {
  const form = useItemForm({
    ...props,
    kind: memberKind,
    start: formValuesOf(emptyMember, props.edited.item),
    problem: memberProblem,
    input: memberInput,
    publicField: 'isActive',
    pathOf: ({ id, isActive }) => (isActive ? `/about?member=${id}` : null),
  });
  const { values, change } = form;
  const { field } = createFieldProps(
    values,
    change,
    form.failure ? requiredFieldErrors(values, memberMessages.missing) : {},
  );
  return (
    <ItemForm
      form={form}
      aside={<PicturePanel round {...form.picture} />}
      preview={(onClose) => (
        <ItemPreview
          title={values.name || 'No name yet'}
          values={values}
          file={form.picture.file}
          fallback={fallback}
          isBeside
          closeHref="/admin/committee"
          onClose={onClose}
        >
          <MemberTexts member={values} />
        </ItemPreview>
      )}
    >
      <TextField label="Name" required limit={memberLimits.name} {...field('name')} />
      <TextField label="Position" required limit={memberLimits.position} {...field('position')} />
      <TextArea label="Bio" rows={4} counted limit={memberLimits.bio} {...field('bio')} />
    </ItemForm>
  );
}

const emptyMember = {
  name: '',
  position: '',
  bio: '',
  isActive: true,
  imageUrl: null as string | null,
  ...noFocalPoint,
};

type MemberValues = typeof emptyMember;

/** The alert that stops the form, or null (spec 5). */
function memberProblem(values: MemberValues): string | null {
  return values.name.trim() && values.position.trim() ? null : memberMessages.required;
}

function memberInput(values: MemberValues): MemberInput {
  return { ...values, name: values.name.trim(), position: values.position.trim() };
}
