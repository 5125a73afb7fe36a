import { useCallback, useEffect, useRef, useState } from 'react';
import { useNavigate } from 'react-router';
import { DraftNotice } from '#features/drafts/draft-status.tsx';
import { useDraft } from '#features/drafts/use-draft.ts';
import type { SocietyEvent } from '#features/events/event.schema.ts';
import { countComingAndWaiting, guestsToldSentence } from '#features/events/signup/guest-count.ts';
import { byEmail, isMailServerMissing } from '#features/settings/admin/mail-server.ts';
import { errorMessage } from '#shared/calls/api-error.ts';
import { pluralise, requiredFieldErrors } from '#shared/text.ts';
import { useApi } from '#ui/api-context.ts';
import { useConfirm } from '#ui/dialogs/confirm.tsx';
import { toast } from '#ui/dialogs/toast.tsx';
import { Button } from '#ui/forms/button.tsx';
import { CheckedForm } from '#ui/forms/checked-form.tsx';
import { createFieldProps, SelectField, TextArea, TextField } from '#ui/forms/fields.tsx';
import { useBusy } from '#ui/forms/use-busy.ts';
import { Alert, FormStack, NarrowColumn, Panel } from '#ui/page/screen-parts.tsx';
import { useFetched } from '#ui/use-fetched.ts';
import type { GuestMessage, RegistrationCounts } from '../registration.schema.ts';
import { registrationLimits, registrationMessages } from '../registration.ts';
import { getCountsOfEvent, guestsPath } from '../registrations-admin.client.ts';
import { peopleText } from './guest-texts.ts';
import { GuestsHead } from './guests-head.tsx';

const blank: GuestMessage = { to: 'coming', subject: '', text: '' };

const recipients = [
  ['coming', 'Everyone with a place'],
  ['waiting', 'Everyone on the waiting list'],
  ['all', 'Both'],
] as const;

/** One mail to everyone with a place, on the waiting list, or both. What is written is kept until it is sent. */
export function MessageGuestsScreen({ event }: { event: SocietyEvent }) {
  const { values, count, problem, isBusy, draft, ...form } = useMessage(event);
  const { field } = createFieldProps(values, form.change, form.errors);
  return (
    <>
      <GuestsHead title="Message to guests" event={event} />
      <NarrowColumn>
        <Panel>
          <CheckedForm
            label="Message to guests"
            isBusy={isBusy}
            isWrong={form.isWrong}
            onSubmit={() => void form.submit()}
          >
            <FormStack>
              <DraftNotice draft={draft} sends="message" />
              <SelectField
                label="To"
                options={recipients}
                value={values.to}
                hint={count === 0 ? noOne : count ? `${peopleText(count)}.` : 'Counting...'}
                onChange={(to) => form.change({ to: recipients.find(([name]) => name === to)?.[0] ?? 'coming' })}
              />
              <TextField label="Subject" required limit={registrationLimits.messageSubject} {...field('subject')} />
              <TextArea
                label="Message"
                required
                rows={10}
                counted="late"
                limit={registrationLimits.message}
                hint="Plain text. Each email also names the event and has the guest's own link."
                {...field('text')}
              />
              {problem && <Alert>{problem}</Alert>}
              <div>
                <Button type="submit" aria-disabled={isBusy || count === 0}>
                  {isBusy ? 'Sending...' : 'Send…'}
                </Button>
              </div>
            </FormStack>
          </CheckedForm>
        </Panel>
      </NarrowColumn>
      {form.dialog}
    </>
  );
}

function useMessage(event: SocietyEvent) {
  const api = useApi();
  const navigate = useNavigate();
  const draft = useDraft<GuestMessage>({ saved: { form: `guests-${event.id}`, values: blank, version: null } });
  const { isBusy, run, isRunning } = useBusy();
  const { confirm, dialog } = useConfirm();
  const [isChecked, setIsChecked] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const loadCounts = useCallback(() => getCountsOfEvent(api, event.id), [api, event.id]);
  const counts = useFetched(loadCounts, registrationMessages.listFailed);
  const isHere = useRef(false);
  useEffect(() => {
    isHere.current = true;
    return () => {
      isHere.current = false;
    };
  }, []);
  const { values } = draft;
  const count = counts.data && countOf(counts.data, values.to);
  const found = requiredFieldErrors(values, missing);
  const isWrong = Object.keys(found).length > 0;

  function change(part: Partial<GuestMessage>) {
    setProblem(null);
    draft.change(part);
  }

  async function submit() {
    if (isRunning()) return;
    setProblem(null);
    setIsChecked(isWrong);
    if (isWrong) return;
    if (count === 0) return setProblem(noOne);
    const number = count === null ? 'these guests' : peopleText(count);
    const detail = byEmail('It is sent at once and cannot be undone.');
    if (await confirm(`Send this message to ${number}?`, 'Send', { detail, isHarmless: true })) await run(send);
  }

  async function send() {
    try {
      const sent = await api.call<{ count: number }>('POST', `${guestsPath(event.id)}/message`, values);
      draft.finish();
      toast.success(sentSentence(sent.count));
      if (isHere.current) void navigate(`/admin/events/${event.id}/guests`);
    } catch (error) {
      setProblem(errorMessage(error, 'Failed to send the message. Please try again.'));
    }
  }

  const errors = isChecked ? found : {};
  return { values, errors, isWrong, count, problem: problem ?? counts.error, isBusy, draft, change, submit, dialog };
}

const missing = { subject: 'Please enter a subject.', text: 'Please enter a message.' };
const noOne = 'There is no one to send it to yet.';
const sentBefore = 'This message was already sent today. No one gets it twice.';

function sentSentence(count: number): string {
  if (count === 0 || isMailServerMissing()) return guestsToldSentence(count) || sentBefore;
  return `Your message is being sent to ${pluralise(count, 'guest')}.`;
}

function countOf(counts: RegistrationCounts, to: GuestMessage['to']): number {
  return to === 'all' ? countComingAndWaiting(counts) : counts[to].people;
}
