import type { ReactNode } from 'react';
import { Button } from '#ui/forms/button.tsx';
import { ActionRow, Alert, FieldGroup, FormStack } from '#ui/page/screen-parts.tsx';
import type { useSubmit } from '#ui/saving/use-submit.ts';

type Props = {
  label: string;
  form: Pick<ReturnType<typeof useSubmit>, 'isBusy' | 'problem'>;
  /** What the button says, and while it works. */
  action: string;
  busyAction: string;
  onSubmit: () => void;
  children: ReactNode;
};

/** The form of a panel: its fields, what went wrong and one button. */
export function PanelForm({ label, form: { isBusy, problem }, action, busyAction, onSubmit, children }: Props) {
  return (
    <form
      aria-label={label}
      aria-busy={isBusy}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        onSubmit();
      }}
    >
      <FormStack>
        <FieldGroup disabled={isBusy}>{children}</FieldGroup>
        {problem && <Alert>{problem}</Alert>}
        <ActionRow>
          <Button type="submit" disabled={isBusy}>
            {isBusy ? busyAction : action}
          </Button>
        </ActionRow>
      </FormStack>
    </form>
  );
}
