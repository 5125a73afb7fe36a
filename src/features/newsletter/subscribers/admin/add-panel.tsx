import { useState } from 'react';
import { newsletterMessages } from '#features/newsletter/newsletter.ts';
import { errorMessage } from '#shared/calls/api-error.ts';
import { isEmailAddress, readEmailAddress } from '#shared/email-address.ts';
import { useApi } from '#ui/api-context.ts';
import { toast } from '#ui/dialogs/toast.tsx';
import { Button } from '#ui/forms/button.tsx';
import { TextField } from '#ui/forms/fields.tsx';
import { useBusy } from '#ui/forms/use-busy.ts';
import { Alert, FormStack, Panel } from '#ui/page/screen-parts.tsx';
import { addSubscriber } from '../subscribers-admin.client.ts';

export function AddPanel({ onAdded }: { onAdded: () => Promise<void> }) {
  const api = useApi();
  const [email, setEmail] = useState('');
  const [problem, setProblem] = useState<string | null>(null);
  const { isBusy, run } = useBusy();

  async function add() {
    if (!isEmailAddress(readEmailAddress(email))) return setProblem(newsletterMessages.invalidEmail);
    setProblem(null);
    try {
      toast.success((await addSubscriber(api, email.trim())).message);
    } catch (error) {
      return setProblem(errorMessage(error, 'Failed to add the address. Please try again.'));
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
            label="Email address"
            value={email}
            onChange={setEmail}
            autoComplete="off"
            hint="They get an email that asks them to confirm. Until then nothing else is sent to them."
            required
          />
          <Button type="submit" aria-disabled={isBusy}>
            {isBusy ? 'Adding...' : 'Add'}
          </Button>
        </FormStack>
      </form>
    </Panel>
  );
}
