import { useApi } from '#ui/api-context.ts';
import { withToast } from '#ui/dialogs/with-error-toast.ts';
import { Button } from '#ui/forms/button.tsx';
import { useBusy } from '#ui/forms/use-busy.ts';
import { ActionRow, Panel } from '#ui/page/screen-parts.tsx';
import type { IssueReport } from '../reports/issue-reports.schema.ts';

type Props = { report: IssueReport; onChanged: () => Promise<void> };

export function ArchiveSwitch({ report: { id, isArchived, sendAfter }, onChanged }: Props) {
  const api = useApi();
  const { isBusy, run } = useBusy();
  const path = `/newsletters/${id}`;
  const call = () => api.call('PUT', `/newsletter/admin/archive/${id}`, { isArchived: !isArchived });
  const change = () => run(() => withToast(call, onChanged));
  return (
    <Panel title="Page on the site">
      <p>
        {isArchived
          ? `Everyone can read this newsletter${sendAfter === null ? '' : ' once it has gone out'}: `
          : 'Withdrawn. It can no longer be found at '}
        {isArchived ? <a href={path}>{path}</a> : path}.
      </p>
      <ActionRow>
        <Button size="small" variant="quiet" aria-disabled={isBusy} onClick={() => void change()}>
          {isArchived ? 'Withdraw page' : 'Show page again'}
        </Button>
      </ActionRow>
    </Panel>
  );
}
