import { type ReactNode, useState } from 'react';
import { useApi } from '#ui/api-context.ts';
import modal from '#ui/dialogs/confirm.module.css';
import { useConfirm } from '#ui/dialogs/confirm.tsx';
import { Modal } from '#ui/dialogs/modal.tsx';
import { toast } from '#ui/dialogs/toast.tsx';
import { withErrorToast, withToast } from '#ui/dialogs/with-error-toast.ts';
import { Button } from '#ui/forms/button.tsx';
import { Fetched } from '#ui/page/fetched.tsx';
import { focusHeading, moveFocusOnRemoval } from '#ui/page/focus.ts';
import { ActionRow, FormStack, Panel } from '#ui/page/screen-parts.tsx';
import { saveFile } from '#ui/save-file.ts';
import { useFetchedCall } from '#ui/use-fetched.ts';
import { canUsePasskeys } from '../passkeys/browser-passkeys.client.ts';
import type { FactorAdded, RecoveryCodes, SecondFactor } from '../second-factor/second-factor.schema.ts';
import { AppSetup } from './app-setup.tsx';
import { FactorRows } from './factor-rows.tsx';
import { PasskeySetup } from './passkey-setup.tsx';
import styles from './recovery-codes-dialog.module.css';
import setupStyles from './setup-group.module.css';

type Props = { codes: string[]; username: string; onClose: () => void };

const path = '/admin/account/second-factor';

/** Manages the signed-in administrator's second factor. */
export function SecondFactorPanel({ username, onChanged }: { username: string; onChanged: () => Promise<void> }) {
  const api = useApi();
  const factor = useFetchedCall<SecondFactor>(path, 'Failed to load your second factor');
  const { reload } = factor;
  const { confirm, dialog } = useConfirm();
  const [adding, setAdding] = useState<'app' | 'passkey' | null>(null);
  const [codes, setCodes] = useState<string[] | null>(null);

  async function whenAdded({ message, recoveryCodes }: FactorAdded) {
    setAdding(null);
    toast.success(message);
    setCodes(recoveryCodes);
    await Promise.all([reload(), onChanged()]);
  }

  async function remove(question: string, factorPath: string) {
    const detail = 'Without a second factor, anyone who knows your password can sign in.';
    if (!(await confirm(question, 'Remove', { detail }))) return;
    await withToast(
      () => api.call('DELETE', `${path}/${factorPath}`),
      () => Promise.all([reload(), onChanged()]).then(() => focusHeading()),
    );
  }

  async function renew() {
    const detail = 'Your current codes will stop working.';
    if (!(await confirm('Make new recovery codes?', 'Make new codes', { detail }))) return;
    await withErrorToast(async () => {
      setCodes((await api.call<RecoveryCodes>('POST', `${path}/recovery-codes`, {})).recoveryCodes);
      await reload();
    });
  }

  return (
    <Panel title="Second factor">
      <Fetched of={factor}>
        {(data) => (
          <FormStack>
            <FactorRows factor={data} remove={(...asked) => void remove(...asked)} onRenew={() => void renew()} />
            {adding === 'app' && (
              <SetupGroup label="Set up an authenticator app" onCancel={() => setAdding(null)}>
                <AppSetup onAdded={whenAdded} />
              </SetupGroup>
            )}
            {adding === 'passkey' && (
              <SetupGroup label="Add a passkey" onCancel={() => setAdding(null)}>
                <PasskeySetup onAdded={whenAdded} />
              </SetupGroup>
            )}
            {!adding && (
              <ActionRow>
                {data.canAddPasskeys && canUsePasskeys() && (
                  <Button size="small" variant="quiet" onClick={() => setAdding('passkey')}>
                    Add a passkey
                  </Button>
                )}
                <Button size="small" variant="quiet" onClick={() => setAdding('app')}>
                  {data.app ? 'Set up another app' : 'Set up an authenticator app'}
                </Button>
              </ActionRow>
            )}
          </FormStack>
        )}
      </Fetched>
      {codes && <RecoveryCodesDialog codes={codes} username={username} onClose={() => setCodes(null)} />}
      {dialog}
    </Panel>
  );
}

type GroupProps = { label: string; onCancel: () => void; children: ReactNode };

/** The steps to a new factor. It takes the focus: the button that was pressed for it disappears. */
function SetupGroup({ label, onCancel, children }: GroupProps) {
  return (
    <div ref={takeFocus} className={setupStyles.setup} role="group" aria-label={label} tabIndex={-1}>
      {children}
      <Button size="small" variant="quiet" onClick={onCancel}>
        Back
      </Button>
    </div>
  );
}

function takeFocus(place: HTMLElement | null): () => void {
  place?.focus();
  return moveFocusOnRemoval(place);
}

/** The one time that the codes are shown. */
function RecoveryCodesDialog({ codes, username, onClose }: Props) {
  const text = [`Recovery codes of ${username} for ${location.host}. Each works once.`, '', ...codes, ''].join('\n');

  return (
    <Modal label="Your recovery codes" className={`${modal.dialog} ${styles.dialog}`} onCancel={onClose}>
      <h2 className={modal.message}>Your recovery codes</h2>
      <p>
        They are not shown again. Keep them where you can find them without your phone: printed, or in a password
        manager. Each signs <bdi>{username}</bdi> in to {location.host} once, if the phone is lost.
      </p>
      <ul className={styles.codes} aria-label="Recovery codes">
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ul>
      <ActionRow>
        <Button
          size="small"
          variant="quiet"
          onClick={() => saveFile(new Blob([text], { type: 'text/plain' }), 'recovery-codes.txt')}
        >
          Download
        </Button>
        <Button size="small" variant="quiet" onClick={() => window.print()}>
          Print
        </Button>
        <Button size="small" onClick={onClose}>
          I have saved them
        </Button>
      </ActionRow>
    </Modal>
  );
}
