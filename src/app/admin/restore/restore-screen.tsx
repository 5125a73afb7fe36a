import { type FormEvent, useEffect, useRef, useState } from 'react';
import type { BackupContents } from '#app/first-restore/first-restore.ts';
import { sizeText } from '#features/backup/backup-text.ts';
import { dayInWords } from '#shared/instants.ts';
import { countOf } from '#shared/text.ts';
import { Button } from '#ui/forms/button.tsx';
import { Field, TextField } from '#ui/forms/field.tsx';
import { ProgressBar } from '#ui/forms/progress-bar.tsx';
import { focusHeading } from '#ui/page/focus.ts';
import { Actions, Alert, FormStack, Notice } from '#ui/page/screen.tsx';
import { Spinner } from '#ui/page/spinner.tsx';
import { Logo } from '#ui/theme/logo.tsx';
import { useLinkToken } from '#ui/use-link-token.ts';
import frame from '../session/login-screen.module.css';
import styles from './restore-screen.module.css';
import { isEncrypted, useRestore } from './use-restore.ts';

/** The page of the link that the console of an empty site shows. It needs no session. */
export function RestoreScreen() {
  const token = useLinkToken();
  return (
    <main className={frame.screen}>
      <title>Restore a backup · One Health Admin</title>
      <div className={`${frame.card} ${styles.card}`}>
        <Logo size={52} />
        <h1 className={frame.title}>Restore a backup</h1>
        {/* A second link differs only in its fragment, which loads no new page. */}
        <OpenedLink key={token} token={token} />
      </div>
      <a className={frame.back} href="/">
        Back to the site
      </a>
    </main>
  );
}

function OpenedLink({ token }: { token: string }) {
  const { state, problem, sent, submit, checkAgain, restore, retry, chooseAnother } = useRestore(token);
  const step = state?.step;

  const lastStep = useRef(step);
  useEffect(() => {
    // What had the focus is gone with the step before.
    if (lastStep.current !== undefined && lastStep.current !== step) focusHeading();
    lastStep.current = step;
  }, [step]);

  useEffect(() => {
    // Loaded anew: it is another site now.
    if (step === 'restored') window.location.assign('/admin/login');
  }, [step]);

  if (problem !== null)
    return (
      <>
        <Alert>{problem}</Alert>
        <Button variant="quiet" onClick={() => void retry()}>
          Try Again
        </Button>
      </>
    );
  if (!state) return <Spinner />;
  if (sent !== null) return <Waiting text={`Sending the backup: ${Math.floor(sent * 100)}%`} percent={sent * 100} />;
  if (step === 'checking')
    return <Waiting text="Checking the whole backup. Nothing is changed yet..." percent={null} />;
  if (step === 'restoring' || step === 'restored')
    return (
      <Waiting
        text="Restoring. The site starts anew; this page then leads to the sign-in. Please leave it open..."
        percent={null}
      />
    );
  if (step === 'checked' && state.contents)
    return <Question contents={state.contents} onRestore={() => void restore()} onOther={chooseAnother} />;
  if (step === 'received')
    return <PassphraseForm refused={state.refused} onSubmit={checkAgain} onOther={chooseAnother} />;
  return <FileForm refused={state.refused} onSubmit={submit} />;
}

function Waiting({ text, percent }: { text: string; percent: number | null }) {
  return (
    <div className={styles.wide} aria-live="polite">
      <FormStack>
        <p className={styles.text}>{text}</p>
        <ProgressBar label="Restore" percent={percent} />
      </FormStack>
    </div>
  );
}

type FileFormProps = { refused: string | null; onSubmit: (file: File, passphrase: string) => Promise<void> };

function FileForm({ refused, onSubmit }: FileFormProps) {
  const [file, setFile] = useState<File | null>(null);
  const [isLocked, setIsLocked] = useState(false);
  const [passphrase, setPassphrase] = useState('');
  const [problem, setProblem] = useState<string | null>(null);

  async function choose(chosen: File | null) {
    setFile(chosen);
    setProblem(null);
    setIsLocked(chosen !== null && (await isEncrypted(chosen).catch(() => false)));
  }

  function send(event: FormEvent) {
    event.preventDefault();
    if (!file) return setProblem('Please choose the file of a backup.');
    void onSubmit(file, passphrase);
  }

  return (
    <form className={styles.wide} noValidate onSubmit={send}>
      <FormStack>
        <p className={styles.text}>
          This site is still empty. A backup of yours takes its place with all it holds: articles, events, members,
          subscribers, accounts and pictures.
        </p>
        {refused && !file && <Alert>{refused}</Alert>}
        <Field
          label="Backup"
          hint="A file such as one-health-2026-11-21T03-00-00Z-nightly.tar. It is checked first; nothing is changed before you say so."
          error={problem}
        >
          {(control) => (
            <input
              {...control}
              type="file"
              accept=".tar,.age"
              onChange={(event) => void choose(event.target.files?.[0] ?? null)}
            />
          )}
        </Field>
        {isLocked && <PassphraseField value={passphrase} onChange={setPassphrase} />}
        <Button type="submit">Check this backup</Button>
      </FormStack>
    </form>
  );
}

type PassphraseFormProps = {
  refused: string | null;
  onSubmit: (passphrase: string) => Promise<void>;
  onOther: () => void;
};

/** The file is there already. */
function PassphraseForm({ refused, onSubmit, onOther }: PassphraseFormProps) {
  const [passphrase, setPassphrase] = useState('');
  return (
    <form
      className={styles.wide}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        void onSubmit(passphrase);
      }}
    >
      <FormStack>
        {refused && <Alert>{refused}</Alert>}
        <PassphraseField value={passphrase} onChange={setPassphrase} />
        <Actions>
          <Button type="submit">Check this backup</Button>
          <Button variant="quiet" onClick={onOther}>
            Choose another file
          </Button>
        </Actions>
      </FormStack>
    </form>
  );
}

function PassphraseField({ value, onChange }: { value: string; onChange: (value: string) => void }) {
  return (
    <TextField
      label="Pass phrase"
      hint="This backup is encrypted. It opens with the pass phrase that it was made with (BACKUP_PASSPHRASE)."
      type="password"
      autoComplete="off"
      value={value}
      onChange={onChange}
    />
  );
}

type QuestionProps = { contents: BackupContents; onRestore: () => void; onOther: () => void };

function Question({ contents, onRestore, onOther }: QuestionProps) {
  const { madeAt, siteVersion, engine, pictures } = contents;
  const number = (count: number, noun: string) =>
    countOf(count, noun).replace(String(count), count.toLocaleString('en'));
  return (
    <div className={styles.wide}>
      <FormStack>
        <p className={styles.text} role="status">
          The backup is whole.
        </p>
        <dl className={styles.facts}>
          <dt>Made on</dt>
          <dd>{`${dayInWords(madeAt, 'UTC')}, ${madeAt.slice(11, 16)} UTC`}</dd>
          <dt>By</dt>
          <dd>{`Version ${siteVersion}, on ${engine === 'sqlite' ? 'SQLite' : 'PostgreSQL'}`}</dd>
          <dt>Holds</dt>
          <dd>
            {[
              number(contents.articles, 'article'),
              number(contents.events, 'event'),
              number(contents.members, 'member'),
              number(contents.subscribers, 'subscriber'),
            ].join(', ')}
          </dd>
          <dt>Pictures</dt>
          <dd>{picturesText(pictures)}</dd>
        </dl>
        <Notice>
          <p>
            It takes the place of this empty site. The administrators are those of the backup: everybody signs in with
            the password of then.
          </p>
        </Notice>
        <Actions>
          <Button onClick={onRestore}>Restore</Button>
          <Button variant="quiet" onClick={onOther}>
            Choose another file
          </Button>
        </Actions>
      </FormStack>
    </div>
  );
}

function picturesText(pictures: BackupContents['pictures']): string {
  if (!pictures) return 'None: it holds the texts alone';
  return pictures.count === 0 ? 'None' : `${pictures.count.toLocaleString('en')}, ${sizeText(pictures.bytes)}`;
}
