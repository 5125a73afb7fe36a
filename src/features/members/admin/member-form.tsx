import { ItemForm } from '#features/items/admin/item-form.tsx';
import { type ItemFormProps, useItemForm } from '#features/items/admin/use-item-form.ts';
import { PicturePanel } from '#features/uploads/field/picture-field.tsx';
import { CheckField, fieldsOf, TextArea, TextField } from '#ui/forms/field.tsx';
import { MoreOptions } from '#ui/page/screen-parts.tsx';
import { memberKind } from '../member.kind.ts';
import type { Member } from '../member.schema.ts';
import { memberLimits } from '../member.ts';
import { memberErrors, memberInput, memberProblem, memberValues } from './member-values.ts';

export function MemberForm(props: ItemFormProps<Member>) {
  const form = useItemForm({
    ...props,
    kind: memberKind,
    start: memberValues(props.item),
    problem: memberProblem,
    input: memberInput,
  });
  const { values, change } = form;
  const { field, check } = fieldsOf(values, change, form.failure ? memberErrors(values) : {});
  return (
    <ItemForm
      form={form}
      aside={
        <>
          <PicturePanel round {...form.picture} />
          <MoreOptions startsOpen={!values.isActive}>
            <CheckField label="Active: shown on the site" {...check('isActive')} />
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
