import { useState } from 'react';
import type { SocietyEvent } from '#features/events/event.schema.ts';
import { isEmail } from '#shared/email.ts';
import { useApi } from '#ui/api.ts';
import { toast } from '#ui/dialogs/toast.tsx';
import { Button } from '#ui/forms/button.tsx';
import { CheckedForm } from '#ui/forms/checked-form.tsx';
import { CheckField, TextField } from '#ui/forms/field.tsx';
import { useBusy } from '#ui/forms/use-busy.ts';
import { errorMessage } from '#ui/loaded.ts';
import { Alert, FormStack, Panel } from '#ui/page/screen-parts.tsx';
import type { Registration } from '../registration.schema.ts';
import { registrationLimits, registrationMessages } from '../registration.ts';
import { addRegistration } from '../registrations-admin.client.ts';
import { type GuestErrors, GuestFields, type GuestValues } from './guest-fields.tsx';
import { useBeyondCapacity } from './use-beyond-capacity.ts';

type Values = GuestValues & { email: string; isWaiting: boolean };
type Props = { event: SocietyEvent; onAdded: () => Promise<void> };

const noOne: Values = { name: '', email: '', places: '1', answers: [], isWaiting: false };

/** Someone who asked an organiser instead of the site: they have a place at once, and a mail says so. */
export function AddGuestPanel({ event, onAdded }: Props) {
  const form = useAdding({ event, onAdded });
  const { values, errors, problem, isBusy, change } = form;
  return (
    <Panel title="Add someone">
      <CheckedForm label="Add someone" isBusy={isBusy} isWrong={form.isWrong} onSubmit={() => void form.submit()}>
        <FormStack>
          <GuestFields values={values} questions={event.questions} errors={errors} onChange={change} />
          <TextField
            label="E-mail address"
            required
            inputMode="email"
            autoComplete="off"
            limit={registrationLimits.email}
            hint="They get a mail with the place and a link to change it."
            error={errors.email ?? null}
            value={values.email}
            onChange={(email) => change({ email })}
          />
          <CheckField
            label="Onto the waiting list"
            checked={values.isWaiting}
            onChange={(isWaiting) => change({ isWaiting })}
          />
          {problem && <Alert>{problem}</Alert>}
          <Button type="submit" aria-disabled={isBusy}>
            {isBusy ? 'Adding...' : 'Add'}
          </Button>
        </FormStack>
      </CheckedForm>
      {form.dialog}
    </Panel>
  );
}

function useAdding({ event, onAdded }: Props) {
  const api = useApi();
  const { isBusy, run, isRunning } = useBusy();
  const { ask, dialog } = useBeyondCapacity();
  const [values, setValues] = useState(noOne);
  const [isChecked, setIsChecked] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const found = errorsOf(values);
  const isWrong = Object.keys(found).length > 0;

  function change(part: Partial<Values>) {
    setProblem(null);
    setValues((now) => ({ ...now, ...part }));
  }

  async function submit() {
    if (isRunning()) return;
    setIsChecked(isWrong);
    if (!isWrong) await run(add);
  }

  async function add() {
    setProblem(null);
    try {
      const input = { ...inputOf(values), questions: [...event.questions] };
      const added = await ask((isForced) => addRegistration(api, event.id, { ...input, isForced }));
      if (!added) return;
      setValues(noOne);
      toast.success(addedText(added));
    } catch (error) {
      return setProblem(errorMessage(error, 'Failed to add them. Please try again.'));
    }
    await onAdded();
  }

  return { values, errors: isChecked ? found : {}, isWrong, problem, isBusy, change, submit, dialog };
}

function errorsOf({ name, email }: Values): GuestErrors {
  return {
    ...(name.trim() ? {} : { name: 'Please enter a name.' }),
    ...(isEmail(email.trim()) ? {} : { email: registrationMessages.invalidEmail }),
  };
}

function inputOf({ name, email, places, answers, isWaiting }: Values) {
  return {
    name: name.trim(),
    email: email.trim(),
    places: Number(places),
    answers: [...answers],
    state: isWaiting ? ('waiting' as const) : ('confirmed' as const),
  };
}

function addedText({ name, state }: Registration): string {
  return state === 'waiting' ? `${name} is on the waiting list.` : `${name} has a place.`;
}
