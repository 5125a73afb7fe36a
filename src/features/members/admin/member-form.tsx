import { useItemForm } from '#features/items/admin/use-item-form.ts';
import { PictureField } from '#features/uploads/field/picture-field.tsx';
import { UploadProgress } from '#features/uploads/field/upload-progress.tsx';
import { OfferedDrafts } from '#ui/drafts/offered-drafts.tsx';
import { Button } from '#ui/forms/button.tsx';
import { CheckField, TextArea, TextField } from '#ui/forms/field.tsx';
import { focusFirstError } from '#ui/forms/focus-first-error.ts';
import { Actions, Alert, FieldGroup, FormStack, MoreOptions } from '#ui/page/screen.tsx';
import { memberKind } from '../member.kind.ts';
import type { Member } from '../member.schema.ts';
import { memberLimits } from '../member.ts';
import { memberErrors, memberInput, memberProblem, memberValues } from './member-values.ts';

const orderDigits = { sizes: [4], separator: '' };

type Props = {
  member: Member | null;
  onSaved: () => void;
  onClose: () => void;
  onLoadLatest: (item: { id: number }) => void;
};

export function MemberForm({ member, ...onEnd }: Props) {
  const form = useItemForm({
    kind: memberKind,
    item: member,
    start: memberValues(member),
    problem: memberProblem,
    input: memberInput,
    ...onEnd,
  });
  const { item, values, change, isBusy } = form;
  const errors = form.failure ? memberErrors(values) : {};
  return (
    <form
      aria-label={item ? 'Edit member' : 'New member'}
      aria-busy={isBusy}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        if (memberProblem(values)) focusFirstError(event.currentTarget, () => void form.submit());
        else void form.submit();
      }}
    >
      <FormStack>
        <OfferedDrafts {...form.offers} />
        <FieldGroup disabled={isBusy}>
          <TextField
            label="Name"
            required
            limit={memberLimits.name}
            error={errors.name ?? null}
            value={values.name}
            onChange={(name) => change({ name })}
          />
          <TextField
            label="Position"
            required
            limit={memberLimits.position}
            error={errors.position ?? null}
            value={values.position}
            onChange={(position) => change({ position })}
          />
          <TextArea
            label="Bio"
            rows={4}
            counted
            limit={memberLimits.bio}
            value={values.bio}
            onChange={(bio) => change({ bio })}
          />
          <PictureField
            round
            currentUrl={values.imageUrl}
            {...form.picture}
            onRemove={() => change({ imageUrl: null })}
          />
          <MoreOptions startsOpen={!values.isActive || values.sortOrder !== ''}>
            <TextField
              label="Order"
              hint="A number: small ones come first on the site. Without it, the position decides."
              digits={orderDigits}
              value={values.sortOrder}
              onChange={(sortOrder) => change({ sortOrder })}
            />
            <CheckField
              label="Active: shown on the site"
              checked={values.isActive}
              onChange={(isActive) => change({ isActive })}
            />
          </MoreOptions>
        </FieldGroup>
        <UploadProgress file={form.picture.file} />
        {form.failure && <Alert>{form.failure}</Alert>}
        <Actions>
          <Button type="submit" disabled={isBusy || form.isReadingPicture}>
            {submitLabel(isBusy, item)}
          </Button>
          {item && (
            <Button variant="quiet" disabled={isBusy} onClick={() => void form.cancel()}>
              Cancel
            </Button>
          )}
        </Actions>
      </FormStack>
    </form>
  );
}

function submitLabel(isBusy: boolean, item: Member | null): string {
  if (isBusy) return 'Saving...';
  return item ? 'Update' : 'Add Member';
}
