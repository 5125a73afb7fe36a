import { noMailServer } from '#features/newsletter/newsletter.ts';
import { isMailServerMissing } from '#features/settings/admin/mail-server.ts';
import { useApi } from '#ui/api-context.ts';
import { toast } from '#ui/dialogs/toast.tsx';
import { Button } from '#ui/forms/button.tsx';
import { Fetched } from '#ui/page/fetched.tsx';
import { Alert, Panel } from '#ui/page/screen-parts.tsx';
import { useSubmit } from '#ui/saving/use-submit.ts';
import { useFetchedCall } from '#ui/use-fetched.ts';
import type { MailView as View } from '../mail-views.schema.ts';
import styles from './mail-view.module.css';
import { MailView } from './mail-view.tsx';

type Props = {
  articleId: number;
  /** Shows this issue as it goes out, however the article has changed since; otherwise the article as it is now. */
  issueId?: number | undefined;
  isDraft?: boolean;
};

/** The article as a mail. Before it is sent, administrators can have it sent to themselves. */
export function PreviewPanel({ articleId, issueId, isDraft = issueId === undefined }: Props) {
  const path = `/newsletter/admin/preview/${pathOf({ articleId, issueId })}`;
  const preview = useFetchedCall<View>(path, 'Failed to load the email');
  return (
    <Panel title={isDraft ? 'Preview' : 'The email'}>
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

type Shown = Pick<Props, 'articleId' | 'issueId'>;

function pathOf({ articleId, issueId }: Shown): string {
  return `${articleId}${issueId === undefined ? '' : `?issue=${issueId}`}`;
}

function TestMail({ to, ...shown }: Shown & { to: string }) {
  const api = useApi();
  const path = `/newsletter/admin/test/${pathOf(shown)}`;
  const { isBusy, message: problem, submit } = useSubmit('The test could not be sent. Please check the mail server.');
  const send = () => submit(async () => toast.success((await api.call<{ message: string }>('POST', path)).message));

  return (
    <>
      {problem && <Alert>{problem}</Alert>}
      <div>
        <Button size="small" variant="quiet" aria-disabled={isBusy} onClick={() => void send()}>
          {isBusy ? 'Sending...' : 'Send a test to myself'}
        </Button>
        <p className={`small ${styles.size}`}>
          {isMailServerMissing() ? noMailServer : `Goes to ${to} alone. No one else gets it.`}
        </p>
      </div>
    </>
  );
}
