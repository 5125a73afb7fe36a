import { useState } from 'react';
import { newsletterMessages } from '#features/newsletter/newsletter.ts';
import { ApiError } from '#shared/calls/api-error.ts';
import { isEmail } from '#shared/email.ts';
import { useApi } from '#ui/api.ts';
import { useConfirm } from '#ui/dialogs/confirm.tsx';
import { toast } from '#ui/dialogs/toast.tsx';
import { Button } from '#ui/forms/button.tsx';
import { TextField } from '#ui/forms/field.tsx';
import { useBusy } from '#ui/forms/use-busy.ts';
import { errorMessage } from '#ui/loaded.ts';
import { Alert, FormStack, Panel } from '#ui/page/screen-parts.tsx';
import { addSubscriber } from '../subscribers.client.ts';

const erasedDetail =
  'Everything about it was deleted, most likely because the person wished so. Go on only if they have told you that they want the newsletter again. They get a mail that asks for their confirmation.';

export function AddPanel({ onAdded }: { onAdded: () => Promise<void> }) {
  const api = useApi();
  const [email, setEmail] = useState('');
  const [problem, setProblem] = useState<string | null>(null);
  const { isBusy, run } = useBusy();
  const { confirm, dialog } = useConfirm();

  async function add() {
    if (!isEmail(email.trim())) return setProblem(newsletterMessages.invalidEmail);
    setProblem(null);
    await ask(false).catch((error: unknown) =>
      setProblem(errorMessage(error, 'Failed to add the address. Please try again.')),
    );
  }

  async function ask(isAskedFor: boolean): Promise<void> {
    try {
      toast.success((await addSubscriber(api, email.trim(), isAskedFor)).message);
    } catch (error) {
      if (isAskedFor || !(error instanceof ApiError) || !error.fields.isAskedFor) throw error;
      if (await confirm(error.message, 'They want it', { detail: erasedDetail, isHarmless: true })) await ask(true);
      return;
    }
    setEmail('');
    await onAdded();
  }

  return (
    <Panel title="Add someone">
      <form
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          void run(add);
        }}
      >
        <FormStack>
          {problem && <Alert>{problem}</Alert>}
          {/* Not disabled in the meantime: the next address is typed where this one was. */}
          <TextField
            label="E-mail address"
            value={email}
            onChange={setEmail}
            autoComplete="off"
            hint="They get a mail that asks for their confirmation. Until then nothing is sent to them."
            required
          />
          <Button type="submit" aria-disabled={isBusy}>
            {isBusy ? 'Adding...' : 'Add'}
          </Button>
        </FormStack>
      </form>
      {dialog}
    </Panel>
  );
}
