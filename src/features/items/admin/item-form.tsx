import type { ReactNode } from 'react';
import { UploadProgress } from '#features/uploads/field/upload-progress.tsx';
import { capitalised } from '#shared/text.ts';
import { DraftNotice, DraftStatus } from '#ui/drafts/draft-status.tsx';
import { EditorBar, EditorLayout } from '#ui/editor-layout/editor-layout.tsx';
import { Menu } from '#ui/editor-layout/menu.tsx';
import { Button } from '#ui/forms/button.tsx';
import { CheckedForm } from '#ui/forms/checked-form.tsx';
import { SaveAndStayButton } from '#ui/forms/save-and-stay-button.tsx';
import { Alert, FieldGroup } from '#ui/page/screen-parts.tsx';
import type { Item } from './save-item.ts';
import type { PictureValues } from './use-item-editing.ts';
import type { ItemFormState } from './use-item-form.ts';

type Props<T extends Item, V extends PictureValues> = {
  form: ItemFormState<T, V>;
  /** The fields beside the main ones. */
  aside: ReactNode;
  /** The saved item's state, shown in the bar. */
  state?: ReactNode;
  /** More actions of a saved item, in the menu. */
  actions?: ReactNode;
  children: ReactNode;
};

/** The frame around a kind's fields: what is not on the site yet, errors, and the buttons in the bar. */
export function ItemForm<T extends Item, V extends PictureValues>({
  form,
  aside,
  state,
  actions,
  children,
}: Props<T, V>) {
  const { kind, item, isBusy } = form;
  return (
    <CheckedForm
      label={item ? `Edit ${kind.noun}` : `New ${kind.noun}`}
      isBusy={isBusy}
      isWrong={form.problem !== null}
      onSubmit={() => void form.submit()}
    >
      <EditorLayout
        notice={<DraftNotice draft={form.draft} />}
        aside={<FieldGroup disabled={isBusy}>{aside}</FieldGroup>}
        bar={
          <Bar form={form} state={state}>
            {actions}
          </Bar>
        }
      >
        <FieldGroup disabled={isBusy}>{children}</FieldGroup>
        <UploadProgress file={form.picture.file} />
      </EditorLayout>
    </CheckedForm>
  );
}

type BarProps<T extends Item, V extends PictureValues> = {
  form: ItemFormState<T, V>;
  state: ReactNode;
  children: ReactNode;
};

function Bar<T extends Item, V extends PictureValues>({ form, state, children }: BarProps<T, V>) {
  const { kind, item, isBusy } = form;
  return (
    <EditorBar
      state={
        <>
          {item ? state : <strong>New</strong>}
          <DraftStatus draft={form.draft} isNew={item === null} savedAt={form.savedAt} />
          {item && (
            <button type="button" disabled={isBusy} onClick={() => void form.cancel()}>
              Cancel
            </button>
          )}
        </>
      }
      alert={form.failure && <Alert>{form.failure}</Alert>}
    >
      <Menu label="More">
        <SaveAndStayButton disabled={isBusy} isReading={form.isReadingPicture} onPress={form.keepWriting} />
        {children}
      </Menu>
      <Button type="submit" disabled={isBusy || form.isReadingPicture}>
        {isBusy ? 'Saving...' : item ? 'Update' : `Add ${capitalised(kind.noun)}`}
      </Button>
    </EditorBar>
  );
}
