import { useCallback, useEffect, useRef, useState } from 'react';
import { useApi } from '#ui/api.ts';
import { Button } from '#ui/forms/button.tsx';
import { Spinner } from '#ui/page/spinner.tsx';
import { ErrorState } from '#ui/page/states.tsx';
import { useFetched } from '#ui/use-fetched.ts';
import { PanelForm } from '../admin/panel-form.tsx';
import { problemsOf, useSubmit } from '../admin/use-submit.ts';
import { AppCodeField } from '../login/app-code-field.tsx';
import { requestAppKey, saveApp } from '../second-factor/second-factor.client.ts';
import type { FactorAdded, NewApp } from '../second-factor/second-factor.schema.ts';
import { appCodeProblem } from '../second-factor/second-factor.ts';
import styles from './app-setup.module.css';
import { QrCode } from './qr-code.tsx';

type Props = { onAdded: (added: FactorAdded) => Promise<void>; onCancel: () => void };

/** From the QR code to the first code of the app, which saves it. */
export function AppSetup({ onAdded, onCancel }: Props) {
  const api = useApi();
  const load = useCallback(async () => {
    const [app, { encode }] = await Promise.all([requestAppKey(api), import('uqr')]);
    return { app, modules: encode(app.uri, { ecc: 'M', border: 4 }).data };
  }, [api]);
  const { data, error, reload } = useFetched(load, 'The key could not be made. Please try again.');
  const place = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (data) place.current?.focus();
  }, [data]);
  return (
    <div ref={place} className={styles.setup} role="group" aria-label="Set up an authenticator app" tabIndex={-1}>
      {!data && !error && <Spinner />}
      {error && <ErrorState message={error} onRetry={() => void reload()} retryLabel="Retry" />}
      {data && (
        <>
          <ol className={styles.steps}>
            <li>
              Install an authenticator app on your phone, if you have none: any that says TOTP or “two-factor codes”
              will do.
            </li>
            <li>
              In it, add an account and point the camera at this picture.
              <QrCode modules={data.modules} label="QR code for your authenticator app" />
              <KeyAsText secret={data.app.secret} />
            </li>
            <li>Enter the code that the app shows now.</li>
          </ol>
          <FirstCode secret={data.app.secret} onAdded={onAdded} />
        </>
      )}
      <Button size="small" variant="quiet" onClick={onCancel}>
        Cancel
      </Button>
    </div>
  );
}

function KeyAsText({ secret }: Pick<NewApp, 'secret'>) {
  return (
    <p className={styles.key}>
      No camera? Type this key into the app: <code>{secret.replace(/.{4}(?=.)/g, '$& ')}</code>
    </p>
  );
}

function FirstCode({ secret, onAdded }: Pick<NewApp, 'secret'> & Pick<Props, 'onAdded'>) {
  const api = useApi();
  const [code, setCode] = useState('');
  const { isBusy, problem, fields, submit, refuse } = useSubmit('The app could not be set up. Please try again.');

  function send() {
    const problems = problemsOf({ code: appCodeProblem(code) });
    if (problems) return refuse(problems);
    void submit(async () => onAdded(await saveApp(api, { secret, code })));
  }

  return (
    <PanelForm
      label="First code"
      isBusy={isBusy}
      problem={problem}
      action={isBusy ? 'Checking...' : 'Finish'}
      onSubmit={send}
    >
      <AppCodeField error={fields.code} value={code} onChange={setCode} />
    </PanelForm>
  );
}
