import { useCallback } from 'react';
import { useApi } from '#ui/api-context.ts';
import { toast } from '#ui/dialogs/toast.tsx';
import { Button } from '#ui/forms/button.tsx';
import { Fetched } from '#ui/page/fetched.tsx';
import { Alert, Panel } from '#ui/page/screen-parts.tsx';
import { useSubmit } from '#ui/saving/use-submit.ts';
import { useFetched } from '#ui/use-fetched.ts';
import { getMailPreview, sendTestMail } from '../mail-views.client.ts';
import styles from './mail-view.module.css';
import { MailView } from './mail-view.tsx';

type Props = {
  articleId: number;
  /** Shows this issue as sent, however the article has changed since; otherwise the article as it is now. */
  issueId?: number | undefined;
  isDraft?: boolean;
};

/** The article as a mail. Before it is sent, administrators can have it sent to themselves. */
export function PreviewPanel({ articleId, issueId, isDraft = issueId === undefined }: Props) {
  const api = useApi();
  const load = useCallback(() => getMailPreview(api, articleId, issueId), [api, articleId, issueId]);
  const preview = useFetched(load, 'Failed to load the email');
  return (
    <Panel title={isDraft ? 'Preview' : 'As it was sent'}>
      <Fetched of={preview}>
        {(data) => (
          <div className={styles.preview}>
            {isDraft && <TestMail articleId={articleId} issueId={issueId} to={data.to} />}
            <MailView view={data} />
          </div>
        )}
      </Fetched>
    </Panel>
  );
}

function TestMail({ articleId, issueId, to }: Pick<Props, 'articleId' | 'issueId'> & { to: string }) {
  const api = useApi();
  const { isBusy, message: problem, submit } = useSubmit('The test could not be sent. Please check the mail server.');
  const send = () => submit(async () => toast.success((await sendTestMail(api, articleId, issueId)).message));

  return (
    <>
      {problem && <Alert>{problem}</Alert>}
      <div>
        <Button size="small" variant="quiet" aria-disabled={isBusy} onClick={() => void send()}>
          {isBusy ? 'Sending...' : 'Send a test to myself'}
        </Button>
        <p className={`small ${styles.size}`}>Goes to {to} alone. No one else gets it.</p>
      </div>
    </>
  );
}
