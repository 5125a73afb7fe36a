import { formValuesOf } from '#features/items/admin/form-values.ts';
import { ItemForm } from '#features/items/admin/item-form.tsx';
import { type ItemFormProps, useItemForm } from '#features/items/admin/use-item-form.ts';
import { PicturePanel } from '#features/uploads/field/picture-field.tsx';
import { noFocalPoint } from '#shared/item-picture.ts';
import { requiredFieldErrors } from '#shared/text.ts';
import { CheckboxField, createFieldProps, TextArea, TextField } from '#ui/forms/fields.tsx';
import { MoreOptions } from '#ui/page/screen-parts.tsx';
import { memberKind } from '../member.kind.ts';
import type { Member, MemberInput } from '../member.schema.ts';
import { memberLimits, memberMessages } from '../member.ts';

export function MemberForm(props: ItemFormProps<Member>) {
  const form = useItemForm({
    ...props,
    kind: memberKind,
    start: formValuesOf(emptyMember, props.item),
    problem: memberProblem,
    input: memberInput,
  });
  const { values, change } = form;
  const { field, check } = createFieldProps(
    values,
    change,
    form.failure ? requiredFieldErrors(values, memberMessages.missing) : {},
  );
  return (
    <ItemForm
      form={form}
      aside={
        <>
          <PicturePanel round {...form.picture} />
          <MoreOptions startsOpen={!values.isActive}>
            <CheckboxField label="Active: shown on the site" {...check('isActive')} />
          </MoreOptions>
        </>
      }
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
