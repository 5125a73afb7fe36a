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

/** The article as a mail, and a way to have it in one's own mailbox first. */
export function PreviewPanel({ articleId }: { articleId: number }) {
  const api = useApi();
  const load = useCallback(() => getPreview(api, articleId), [api, articleId]);
  const { data, error, reload } = useFetched(load, 'Failed to load the preview');
  const [problem, setProblem] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);

  async function send() {
    if (busy) return;
    setBusy(true);
    setProblem(null);
    try {
      toast.success((await sendTest(api, articleId)).message);
    } catch (reason) {
      setProblem(errorMessage(reason, 'The test could not be sent. Please look after the mail server.'));
    }
    setBusy(false);
  }

  return (
    <Panel title="Preview">
      {!data && !error && <Spinner />}
      {error && <ErrorState message={error} onRetry={() => void reload()} retryLabel="Retry" />}
      {data && (
        <div className={styles.preview}>
          {problem && <Alert>{problem}</Alert>}
          <div>
            <Button size="small" aria-disabled={busy} onClick={() => void send()}>
              {busy ? 'Sending...' : 'Send a test to myself'}
            </Button>
            <p className={styles.size}>Goes to {data.to} alone. Nobody else gets it.</p>
          </div>
          <MailView view={data} />
        </div>
      )}
    </Panel>
  );
}
