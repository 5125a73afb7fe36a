import { useEffect, useRef, useState } from 'react';
import { useApi } from '#ui/api.ts';
import { Button } from '#ui/forms/button.tsx';
import { TextField } from '#ui/forms/field.tsx';
import { PanelForm } from '../admin/panel-form.tsx';
import { problemsOf, useSubmit } from '../admin/use-submit.ts';
import { addPasskey, renamePasskey } from '../second-factor/second-factor.client.ts';
import type { FactorAdded } from '../second-factor/second-factor.schema.ts';
import { missingPasskeyName, passkeyNameLimit } from '../second-factor/second-factor.ts';
import styles from './app-setup.module.css';

type Props = { onAdded: (added: FactorAdded) => Promise<void>; onCancel: () => void };

/** A name, then the device asks. */
export function PasskeySetup({ onAdded, onCancel }: Props) {
  const api = useApi();
  return (
    <NameForm
      label="Add a passkey"
      hint="Of the device or the password manager that keeps it, such as “My phone”. Then the device asks you."
      action="Continue"
      busyAction="Waiting for the device..."
      failed="The passkey could not be added. Please try again."
      send={async (name) => onAdded(await addPasskey(api, name))}
      onCancel={onCancel}
    />
  );
}

type RenamingProps = { id: number; name: string; onRenamed: (message: string) => Promise<void>; onCancel: () => void };

export function PasskeyRenaming({ id, name, onRenamed, onCancel }: RenamingProps) {
  const api = useApi();
  const place = useRef<HTMLDivElement>(null);
  useEffect(() => place.current?.querySelector('input')?.select(), []);
  return (
    <div ref={place} className={styles.inRow}>
      <NameForm
        label={`Rename the passkey ${name}`}
        name={name}
        action="Rename"
        busyAction="Renaming..."
        failed="The passkey could not be renamed. Please try again."
        send={async (typed) => onRenamed((await renamePasskey(api, id, typed)).message)}
        onCancel={onCancel}
      />
    </div>
  );
}

type FormProps = {
  label: string;
  name?: string;
  hint?: string;
  action: string;
  busyAction: string;
  failed: string;
  send: (name: string) => Promise<void>;
  onCancel: () => void;
};

function NameForm({ label, name: before = '', hint, action, busyAction, failed, send, onCancel }: FormProps) {
  const [name, setName] = useState(before);
  const form = useSubmit(failed);

  function submitName() {
    const problems = problemsOf({ name: name.trim() ? null : missingPasskeyName });
    if (problems) return form.refuse(problems);
    void form.submit(() => send(name.trim()));
  }

  return (
    <div className={styles.setup} role="group" aria-label={label}>
      <PanelForm label={label} form={form} action={action} busyAction={busyAction} onSubmit={submitName}>
        <TextField
          label="Name"
          {...(hint ? { hint } : {})}
          required
          autoComplete="off"
          limit={passkeyNameLimit}
          error={form.fields.name ?? null}
          value={name}
          onChange={setName}
        />
      </PanelForm>
      <Button size="small" variant="quiet" onClick={onCancel}>
        Cancel
      </Button>
    </div>
  );
}
