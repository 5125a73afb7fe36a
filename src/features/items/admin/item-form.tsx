import type { ReactNode } from 'react';
import { UploadProgress } from '#features/uploads/field/upload-progress.tsx';
import { capitalised } from '#shared/text.ts';
import { KeptLine } from '#ui/drafts/kept-line.tsx';
import { OfferedDrafts } from '#ui/drafts/offered-drafts.tsx';
import { Button } from '#ui/forms/button.tsx';
import { CheckedForm } from '#ui/forms/checked-form.tsx';
import { KeepWritingButton } from '#ui/forms/keep-writing-button.tsx';
import { Actions, Alert, FieldGroup, FormStack } from '#ui/page/screen.tsx';
import type { Item } from './save-item.ts';
import type { ItemFormState } from './use-item-form.ts';
import type { PictureValues } from './use-item-save.ts';

type Props<T extends Item, V extends PictureValues> = { form: ItemFormState<T, V>; children: ReactNode };

/** What stands round the fields of a kind: earlier drafts above them, what went wrong and the buttons below. */
export function ItemForm<T extends Item, V extends PictureValues>({ form, children }: Props<T, V>) {
  const { kind, item, isBusy } = form;
  return (
    <CheckedForm
      label={item ? `Edit ${kind.noun}` : `New ${kind.noun}`}
      isBusy={isBusy}
      isWrong={form.problem !== null}
      onSubmit={() => void form.submit()}
    >
      <FormStack>
        <OfferedDrafts {...form.offers} />
        <FieldGroup disabled={isBusy}>{children}</FieldGroup>
        <UploadProgress file={form.picture.file} />
        {form.failure && <Alert>{form.failure}</Alert>}
        <Actions>
          <Button type="submit" disabled={isBusy || form.isReadingPicture}>
            {isBusy ? 'Saving...' : item ? 'Update' : `Add ${capitalised(kind.noun)}`}
          </Button>
          <KeepWritingButton disabled={isBusy} onPress={form.keepWriting} />
          {item && (
            <Button variant="quiet" disabled={isBusy} onClick={() => void form.cancel()}>
              Cancel
            </Button>
          )}
        </Actions>
        <KeptLine kept={form.kept} savedAt={form.savedAt} />
      </FormStack>
    </CheckedForm>
  );
}
