import { useState } from 'react';
import { useApi } from '#ui/api-context.ts';
import { TextField } from '#ui/forms/fields.tsx';
import { useSubmit } from '#ui/saving/use-submit.ts';
import { PanelForm } from '../forms/panel-form.tsx';
import { createPasskey } from '../passkeys/browser-passkeys.client.ts';
import type { FactorAdded, PasskeyKey } from '../second-factor/second-factor.schema.ts';
import { missingPasskeyName, passkeyNameLimit } from '../second-factor/second-factor.ts';

const path = '/admin/account/second-factor/passkeys';

/** A name, then the device asks. */
export function PasskeySetup({ onAdded }: { onAdded: (added: FactorAdded) => Promise<void> }) {
  const api = useApi();
  const [name, setName] = useState('');
  const form = useSubmit('The passkey could not be added. Please try again.');

  function send() {
    const add = async () => {
      const { challenge, options } = await api.call<PasskeyKey>('GET', path);
      const credential = await createPasskey(options);
      await onAdded(await api.call('POST', path, { challenge, name: name.trim(), credential }));
    };
    void form.submit(add, { name: name.trim() ? null : missingPasskeyName });
  }

  return (
    <PanelForm
      label="Add a passkey"
      form={form}
      action="Continue"
      busyAction="Waiting for the device..."
      onSubmit={send}
    >
      <TextField
        label="Name"
        hint="Name the device or password manager that keeps it, such as “My phone”. Your device then asks you to confirm."
        required
        autoComplete="off"
        limit={passkeyNameLimit}
        error={form.fields.name ?? null}
        value={name}
        onChange={setName}
      />
    </PanelForm>
  );
}
