import { useState } from 'react';
import { emailProblem } from '#features/accounts/account.ts';
import { committeeLimits } from '#features/committees/committee.ts';
import { emailLimit, readEmailAddress } from '#shared/email-address.ts';
import { useApi } from '#ui/api-context.ts';
import { useConfirm } from '#ui/dialogs/confirm.tsx';
import { toast } from '#ui/dialogs/toast.tsx';
import { Button } from '#ui/forms/button.tsx';
import { TextField } from '#ui/forms/fields.tsx';
import { ActionRow, FormStack, NarrowColumn, Notice, Panel, ScreenHead } from '#ui/page/screen-parts.tsx';
import { saveFile } from '#ui/save-file.ts';
import { useSubmit } from '#ui/saving/use-submit.ts';
import type { ErasedPerson, Person } from '../people/person.schema.ts';

export function PersonalDataScreen() {
  return (
    <>
      <ScreenHead title="Data" />
      <NarrowColumn>
        <FormStack>
          <PersonPanel />
          <NamePanel />
        </FormStack>
      </NarrowColumn>
    </>
  );
}

function PersonPanel() {
  const { email, problem, stays, enter, download, allow, erase, dialog } = usePerson();
  return (
    <Panel title="One person">
      <FormStack>
        <p>
          When someone asks what you keep about them, wants to be forgotten, or pressed ‘Do not write to this address
          again’ in an email and regrets it.
        </p>
        <TextField
          label="Email address"
          inputMode="email"
          autoComplete="off"
          limit={emailLimit}
          error={problem}
          value={email}
          onChange={enter}
        />
        <ActionRow>
          <Button variant="quiet" onClick={() => void download()}>
            Download what is kept
          </Button>
          <Button variant="quiet" onClick={() => void allow()}>
            Allow emails again
          </Button>
          <Button variant="danger" onClick={() => void erase()}>
            Erase this person
          </Button>
        </ActionRow>
        {stays && (
          <Notice>
            <p>What stays:</p>
            <ul>
              {stays.map((sentence) => (
                <li key={sentence}>{sentence}</li>
              ))}
            </ul>
          </Notice>
        )}
      </FormStack>
      {dialog}
    </Panel>
  );
}

function usePerson() {
  const api = useApi();
  const { message: problem, submit, forget } = useSubmit('That did not work. Please try again.');
  const { confirm, dialog } = useConfirm();
  const [email, setEmail] = useState('');
  const [stays, setStays] = useState<string[] | null>(null);

  function enter(value: string) {
    setEmail(value);
    forget();
    setStays(null);
  }

  const address = readEmailAddress(email);
  const attempt = (work: () => Promise<void>) => submit(work, { email: emailProblem(email) });

  const download = () =>
    attempt(async () => {
      const text = JSON.stringify(await api.call<Person>('POST', '/people/admin/read', { email: address }), null, 2);
      saveFile(new Blob([text], { type: 'application/json' }), `${address}.json`);
    });

  const allow = () =>
    attempt(async () => {
      toast.success((await api.call('POST', '/people/admin/allow-emails', { email: address })).message);
    });

  const erase = () =>
    attempt(async () => {
      const detail =
        'As a subscriber, a guest and a former administrator. Their places at upcoming events become free. This cannot be undone.';
      if (!(await confirm(`Erase everything about ${address}?`, 'Erase', { detail }))) return;
      const erased = await api.call<ErasedPerson>('POST', '/people/admin/erase', { email: address });
      toast.success(erased.message);
      setEmail('');
      setStays(erased.stays);
    });

  return { email, problem, stays, enter, download, allow, erase, dialog };
}

function NamePanel() {
  const api = useApi();
  const { isBusy, message: problem, submit, forget } = useSubmit('That did not work. Please try again.');
  const [name, setName] = useState('');
  const { confirm, dialog } = useConfirm();

  const remove = () => {
    const work = async () => {
      const detail = 'With position, picture and link. Today’s committee stays as it is. This cannot be undone.';
      if (!(await confirm(`Remove ${name.trim()} from all past committees?`, 'Remove', { detail }))) return;
      toast.success((await api.call('POST', '/committees/admin/forget', { name })).message);
      setName('');
    };
    return submit(work, { name: name.trim() ? null : 'Please enter a name.' });
  };

  return (
    <Panel title="Past committees">
      <FormStack>
        <p>
          After three years the site removes the pictures and links of past committees. Names stay until someone asks to
          be removed.
        </p>
        <TextField
          label="Name"
          autoComplete="off"
          limit={committeeLimits.name}
          error={problem}
          value={name}
          onChange={(typed) => {
            setName(typed);
            forget();
          }}
        />
        <ActionRow>
          <Button variant="danger" aria-disabled={isBusy} onClick={() => void remove()}>
            Remove from all years
          </Button>
        </ActionRow>
      </FormStack>
      {dialog}
    </Panel>
  );
}
