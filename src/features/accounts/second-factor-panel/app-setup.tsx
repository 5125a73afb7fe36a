import { useCallback, useState } from 'react';
import { useApi } from '#ui/api-context.ts';
import { Button } from '#ui/forms/button.tsx';
import { Fetched } from '#ui/page/fetched.tsx';
import { useSubmit } from '#ui/saving/use-submit.ts';
import { useCopyToClipboard } from '#ui/use-copy-to-clipboard.ts';
import { useFetched } from '#ui/use-fetched.ts';
import { AppCodeField } from '../forms/account-fields.tsx';
import { PanelForm } from '../forms/panel-form.tsx';
import type { FactorAdded, NewApp } from '../second-factor/second-factor.schema.ts';
import { appCodeProblem } from '../second-factor/second-factor.ts';
import styles from './app-setup.module.css';

type Props = { onAdded: (added: FactorAdded) => Promise<void> };

const path = '/admin/account/second-factor/app';

/** From the QR code to the first code of the app, which saves it. */
export function AppSetup({ onAdded }: Props) {
  const api = useApi();
  const load = useCallback(async () => {
    const [app, { renderSVG }] = await Promise.all([api.call<NewApp>('GET', path), import('uqr')]);
    return { app, picture: renderSVG(app.uri, { ecc: 'M', border: 4 }) };
  }, [api]);
  const key = useFetched(load, 'The key could not be made. Please try again.');
  return (
    <Fetched of={key}>
      {({ app, picture }) => (
        <>
          <ol className={styles.steps}>
            <li>
              If you have no authenticator app, install one on your phone: any with TOTP or “two-factor codes” will do.
            </li>
            <li>
              In the app, add an account and point the camera at this picture.
              {/* Black on white in both colour schemes, for cameras. */}
              <img
                className={styles.qr}
                alt="QR code for your authenticator app"
                src={`data:image/svg+xml,${encodeURIComponent(picture)}`}
              />
              <p>
                <a href={app.uri}>Open in an app on this phone</a>
              </p>
              <Key secret={app.secret} />
            </li>
            <li>Enter the code that the app shows now.</li>
          </ol>
          <FirstCode secret={app.secret} onAdded={onAdded} />
        </>
      )}
    </Fetched>
  );
}

function Key({ secret }: Pick<NewApp, 'secret'>) {
  const { told, copy } = useCopyToClipboard('Key copied', 'Copying did not work: select the key and copy it.');
  return (
    <p className={`muted ${styles.key}`}>
      No camera? Type this key into the app: <code>{secret.replace(/.{4}(?=.)/g, '$& ')}</code>{' '}
      <Button variant="quiet" size="small" onClick={() => void copy(secret)}>
        Copy key
      </Button>{' '}
      <span role="status">{told}</span>
    </p>
  );
}

function FirstCode({ secret, onAdded }: Pick<NewApp, 'secret'> & Props) {
  const api = useApi();
  const [code, setCode] = useState('');
  const form = useSubmit('The app could not be set up. Please try again.');

  function send() {
    void form.submit(async () => onAdded(await api.call('PUT', path, { secret, code })), {
      code: appCodeProblem(code),
    });
  }

  return (
    <PanelForm label="First code" form={form} action="Finish" busyAction="Checking..." onSubmit={send}>
      <AppCodeField error={form.fields.code} value={code} onChange={setCode} />
    </PanelForm>
  );
}
