import { useCallback, useState } from 'react';
import { useApi } from '#ui/api.ts';
import { toast } from '#ui/dialogs/toast.tsx';
import { Button } from '#ui/forms/button.tsx';
import { errorMessage } from '#ui/loaded.ts';
import { Alert, Panel } from '#ui/page/screen.tsx';
import { Spinner } from '#ui/page/spinner.tsx';
import { ErrorState } from '#ui/page/states.tsx';
import { useFetched } from '#ui/use-fetched.ts';
import { getPreview, sendTest } from '../mail-views.client.ts';
import styles from './mail-view.module.css';
import { MailView } from './mail-view.tsx';

type Props = {
  articleId: number;
  /** What went out, however the article was changed since; without it what the article says now. */
  issueId?: number;
  /** It is not sent yet. */
  isDraft?: boolean;
};

/** The article as a mail, and before it is sent a way to have it in one's own mailbox. */
export function PreviewPanel({ articleId, issueId, isDraft = issueId === undefined }: Props) {
  const api = useApi();
  const load = useCallback(() => getPreview(api, articleId, issueId), [api, articleId, issueId]);
  const { data, error, reload } = useFetched(load, 'Failed to load the mail');
  return (
    <Panel title={isDraft ? 'Preview' : 'As it was sent'}>
      {!data && !error && <Spinner />}
      {error && <ErrorState message={error} onRetry={() => void reload()} retryLabel="Retry" />}
      {data && (
        <div className={styles.preview}>
          {isDraft && <TestMail articleId={articleId} issueId={issueId} to={data.to} />}
          <MailView view={data} />
        </div>
      )}
    </Panel>
  );
}

type TestProps = { articleId: number; issueId: number | undefined; to: string };

function TestMail({ articleId, issueId, to }: TestProps) {
  const api = useApi();
  const [problem, setProblem] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);

  async function send() {
    if (busy) return;
    setBusy(true);
    setProblem(null);
    try {
      toast.success((await sendTest(api, articleId, issueId)).message);
    } catch (reason) {
      setProblem(errorMessage(reason, 'The test could not be sent. Please look after the mail server.'));
    }
    setBusy(false);
  }

  return (
    <>
      {problem && <Alert>{problem}</Alert>}
      <div>
        <Button size="small" aria-disabled={busy} onClick={() => void send()}>
          {busy ? 'Sending...' : 'Send a test to myself'}
        </Button>
        <p className={`small ${styles.size}`}>Goes to {to} alone. No one else gets it.</p>
      </div>
    </>
  );
}
