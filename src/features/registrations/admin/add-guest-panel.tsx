import { useState } from 'react';
import type { SocietyEvent } from '#features/events/event.schema.ts';
import { byEmail } from '#features/settings/admin/mail-server.ts';
import { errorMessage } from '#shared/calls/api-error.ts';
import { isEmailAddress, readEmailAddress } from '#shared/email-address.ts';
import { useApi } from '#ui/api-context.ts';
import { toast } from '#ui/dialogs/toast.tsx';
import { Button } from '#ui/forms/button.tsx';
import { CheckedForm } from '#ui/forms/checked-form.tsx';
import { createFieldProps, SelectField, TextField } from '#ui/forms/fields.tsx';
import { useBusy } from '#ui/forms/use-busy.ts';
import { Alert, FormStack, Panel } from '#ui/page/screen-parts.tsx';
import type { Registration } from '../registration.schema.ts';
import { registrationLimits, registrationMessages } from '../registration.ts';
import { guestsPath } from '../registrations-admin.client.ts';
import { isTold } from './guest-texts.ts';
import { useAskBeyondCapacity } from './use-ask-beyond-capacity.ts';

type Values = { name: string; email: string; places: string; answers: readonly string[] };
type Props = { event: SocietyEvent; onAdded: () => Promise<void> };

const noOne: Values = { name: '', email: '', places: '1', answers: [] };
const counts = Array.from({ length: registrationLimits.places }, (_, at) => [`${at + 1}`, `${at + 1}`] as const);

/** Someone who asked an organiser instead of the site: they have a place at once, and a mail says so. */
export function AddGuestPanel({ event, onAdded }: Props) {
  const form = useAdding({ event, onAdded });
  const { values, problem, isBusy, change } = form;
  const { field } = createFieldProps(values, change, form.errors);
  return (
    <Panel title="Add someone">
      <CheckedForm label="Add someone" isBusy={isBusy} isWrong={form.isWrong} onSubmit={() => void form.submit()}>
        <FormStack>
          <TextField label="Name" required autoComplete="off" limit={registrationLimits.name} {...field('name')} />
          <TextField
            label="Email address"
            required
            inputMode="email"
            autoComplete="off"
            limit={registrationLimits.email}
            hint={byEmail('They get an email with the place and a link to change it.')}
            {...field('email')}
          />
          <SelectField label="Places" options={counts} {...field('places')} />
          <AnswerFields
            questions={event.questions}
            answers={values.answers}
            onChange={(answers) => change({ answers })}
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

type Answers = Pick<Values, 'answers'> & { questions: readonly string[]; onChange: (answers: string[]) => void };

function AnswerFields({ questions, answers, onChange }: Answers) {
  const textAt = (at: number) => answers[at] ?? '';
  return questions.map((question, at) => (
    <TextField
      key={question}
      label={question}
      autoComplete="off"
      limit={registrationLimits.answer}
      value={textAt(at)}
      onChange={(answer) => onChange(questions.map((_, i) => (i === at ? answer : textAt(i))))}
    />
  ));
}

function useAdding({ event, onAdded }: Props) {
  const api = useApi();
  const { isBusy, run, isRunning } = useBusy();
  const { ask, dialog } = useAskBeyondCapacity();
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
      const { name, email, places, answers } = values;
      const input = {
        name: name.trim(),
        email: email.trim(),
        places: Number(places),
        answers: [...answers],
        questions: [...event.questions],
      };
      const path = guestsPath(event.id);
      const added = await ask((how) => api.call<Registration>('POST', path, { ...input, ...how }), true);
      if (!added) return;
      setValues(noOne);
      const end = added.state === 'waiting' ? 'is on the waiting list' : 'has a place';
      toast.success(`${added.name} ${end}.`, isTold(added.name));
    } catch (error) {
      return setProblem(errorMessage(error, 'Failed to add them. Please try again.'));
    }
    await onAdded();
  }

  return { values, errors: isChecked ? found : {}, isWrong, problem, isBusy, change, submit, dialog };
}

function errorsOf({ name, email }: Values): { name?: string; email?: string } {
  return {
    ...(name.trim() ? {} : { name: 'Please enter a name.' }),
    ...(isEmailAddress(readEmailAddress(email)) ? {} : { email: registrationMessages.invalidEmail }),
  };
}
