import { useState } from 'react';
import type { SocietyEvent } from '#features/events/event.schema.ts';
import { useApi } from '#ui/api.ts';
import { FormDialog } from '#ui/dialogs/form-dialog.tsx';
import { useBusy } from '#ui/forms/use-busy.ts';
import { errorMessage } from '#ui/loaded.ts';
import { Alert, FormStack } from '#ui/page/screen-parts.tsx';
import type { Registration } from '../registration.schema.ts';
import { changeRegistration } from '../registrations-admin.client.ts';
import { GuestFields, type GuestValues } from './guest-fields.tsx';
import styles from './guests.module.css';
import { useBeyondCapacity } from './use-beyond-capacity.ts';

type Props = { event: SocietyEvent; guest: Registration; onDone: () => Promise<void>; onClose: () => void };

/** Name, places and answers of one guest. */
export function EditGuestDialog({ event, guest, onDone, onClose }: Props) {
  const api = useApi();
  const { isBusy, run } = useBusy();
  const { ask, dialog } = useBeyondCapacity();
  const [start] = useState(() => valuesOf(guest, event.questions));
  const [values, setValues] = useState<GuestValues>(start);
  const [failure, setFailure] = useState<string | null>(null);
  const isNameless = values.name.trim() === '';

  async function submit() {
    if (isNameless) return setFailure('Please enter a name.');
    const answers =
      values.answers === start.answers ? {} : { answers: [...values.answers], questions: [...event.questions] };
    const input = { name: values.name.trim(), places: Number(values.places), ...answers };
    const which = { eventId: event.id, id: guest.id };
    try {
      const changed = await ask((isForced) => changeRegistration(api, which, { ...input, isForced }));
      if (!changed) return;
    } catch (error) {
      return setFailure(errorMessage(error, 'Failed to save. Please try again.'));
    }
    await onDone();
    onClose();
  }

  return (
    <>
      <FormDialog
        title={`Change ${guest.name}`}
        action={isBusy ? 'Saving...' : 'Save'}
        isBusy={isBusy}
        onSubmit={() => void run(submit)}
        onCancel={onClose}
      >
        <div className={styles.fields}>
          <FormStack>
            <GuestFields
              values={values}
              questions={event.questions}
              errors={failure && isNameless ? { name: failure } : {}}
              onChange={(part) => {
                setFailure(null);
                setValues((now) => ({ ...now, ...part }));
              }}
            />
            {failure && !isNameless && <Alert>{failure}</Alert>}
          </FormStack>
        </div>
      </FormDialog>
      {dialog}
    </>
  );
}

/** The event's questions may have changed since: the answers are found by their question. */
function valuesOf({ name, places, answers }: Registration, questions: readonly string[]): GuestValues {
  const answerTo = (question: string) => answers.find((one) => one.question === question)?.answer ?? '';
  return { name, places: String(places), answers: questions.map(answerTo) };
}
