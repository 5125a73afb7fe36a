import { type ReactNode, useState } from 'react';
import { DraftNotice, DraftStatus } from '#features/drafts/draft-status.tsx';
import { UploadProgress } from '#features/uploads/field/upload-progress.tsx';
import { capitalised } from '#shared/text.ts';
import { useConfirm } from '#ui/dialogs/confirm.tsx';
import { EditorBar, EditorLayout, IconWhenNarrow } from '#ui/editor-layout/editor-layout.tsx';
import { Menu, MenuApart } from '#ui/editor-layout/menu.tsx';
import { Button } from '#ui/forms/button.tsx';
import { CheckedForm } from '#ui/forms/checked-form.tsx';
import { SaveAndStayButton } from '#ui/forms/save-and-stay-button.tsx';
import { StatusBadge } from '#ui/lists/item-card.tsx';
import { Alert, FieldGroup } from '#ui/page/screen-parts.tsx';
import type { Item } from './save-item.ts';
import type { PictureValues } from './use-item-editing.ts';
import type { ItemFormState } from './use-item-form.ts';

type Props<T extends Item, V extends PictureValues> = {
  form: ItemFormState<T, V>;
  /** The fields beside the main ones. */
  aside: ReactNode;
  /** Stands above the fields. */
  notice?: ReactNode;
  /** Shows the typed values as visitors would see them. */
  preview?: (onClose: () => void) => ReactNode;
  isCancelled?: boolean;
  /** More actions of a saved item, in the menu. */
  actions?: ReactNode;
  children: ReactNode;
};

/** The frame around a kind's fields: what is not on the site yet, errors, and the buttons in the bar. */
export function ItemForm<T extends Item, V extends PictureValues>({
  form,
  aside,
  notice,
  preview,
  isCancelled = false,
  actions,
  children,
}: Props<T, V>) {
  const { kind, item, isBusy } = form;
  const { confirm, dialog } = useConfirm();
  const [isPreviewing, setIsPreviewing] = useState(false);

  async function unpublish() {
    const question = `Unpublish this ${kind.noun}? Visitors no longer see it.`;
    if (await confirm(question, 'Unpublish', { isHarmless: true })) await form.submit(false);
  }

  const previewButton = preview && (
    <Button variant="quiet" onClick={() => setIsPreviewing(true)}>
      <IconWhenNarrow name="eye">Preview</IconWhenNarrow>
    </Button>
  );
  return (
    <>
      <CheckedForm
        label={item ? `Edit ${kind.noun}` : `New ${kind.noun}`}
        isBusy={isBusy}
        isWrong={form.problem !== null}
        onSubmit={(button) => void form.submit(button?.getAttribute('name') === 'publish' ? true : undefined)}
      >
        <EditorLayout
          notice={
            <>
              <DraftNotice draft={form.draft} />
              {notice}
            </>
          }
          aside={<FieldGroup disabled={isBusy}>{aside}</FieldGroup>}
          bar={
            <Bar form={form} isCancelled={isCancelled} preview={previewButton} onUnpublish={() => void unpublish()}>
              {actions}
            </Bar>
          }
        >
          <FieldGroup disabled={isBusy}>{children}</FieldGroup>
          <UploadProgress file={form.picture.file} />
        </EditorLayout>
        {dialog}
      </CheckedForm>
      {isPreviewing && preview?.(() => setIsPreviewing(false))}
    </>
  );
}

type BarProps<T extends Item, V extends PictureValues> = Pick<Props<T, V>, 'form' | 'isCancelled'> & {
  preview: ReactNode;
  onUnpublish: () => void;
  children: ReactNode;
};

/** Draft or published, and one primary button: it publishes, or saves what is published. */
function Bar<T extends Item, V extends PictureValues>({
  form,
  isCancelled,
  preview,
  onUnpublish,
  children,
}: BarProps<T, V>) {
  const { kind, item, isBusy, isPublic, publicField } = form;
  const disabled = isBusy || form.isReadingPicture;
  const isAdded = item === null && publicField !== 'isPublished';
  const save = item ? 'Update' : isAdded ? `Add ${capitalised(kind.noun)}` : 'Save draft';
  const verb = isAdded ? 'Add' : 'Save';
  const isDraft = !isPublic && !isAdded;
  const pill = item === null ? `New ${kind.noun}` : isCancelled ? 'Cancelled' : isPublic ? 'Published' : 'Draft';
  return (
    <EditorBar
      state={
        <>
          {isAdded && <span>Visitors see it once it is added.</span>}
          {!isAdded && <StatusBadge tone={isPublic && !isCancelled ? 'live' : 'quiet'}>{pill}</StatusBadge>}
          {isPublic && form.draft.isDirty && <span>Changes not on the site yet</span>}
          <DraftStatus {...form.status} />
          {form.failure && !item && <span>Not in the list of {kind.name} yet.</span>}
          {item && (
            <button type="button" disabled={isBusy} onClick={() => void form.cancel()}>
              Cancel
            </button>
          )}
        </>
      }
      alert={form.failure && <Alert>{form.failure}</Alert>}
    >
      {preview}
      {isDraft && (
        <Button type="submit" variant="quiet" disabled={disabled}>
          {save}
        </Button>
      )}
      <Menu label="More">
        <SaveAndStayButton verb={verb} disabled={isBusy} isReading={form.isReadingPicture} onPress={form.keepWriting} />
        {children}
        {isPublic && publicField && (
          <MenuApart>
            <Button variant="quiet" disabled={disabled} onClick={onUnpublish}>
              Unpublish…
            </Button>
          </MenuApart>
        )}
      </Menu>
      <Button type="submit" name="publish" disabled={disabled}>
        {isBusy ? 'Saving...' : isDraft ? 'Publish' : save}
      </Button>
    </EditorBar>
  );
}
