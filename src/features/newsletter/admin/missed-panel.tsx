import { useCallback, useState } from 'react';
import type { Api } from '#shared/api-client.ts';
import type { ListOptions } from '#shared/list-options.ts';
import { Badge } from '#ui/badge.tsx';
import { Button } from '#ui/button.tsx';
import { SelectField } from '#ui/field.tsx';
import { Link } from '#ui/link.tsx';
import { Row, Rows } from '#ui/rows.tsx';
import { Actions, Alert, Panel } from '#ui/screen.tsx';
import { Spinner } from '#ui/spinner.tsx';
import { useList } from '#ui/use-list.ts';
import { momentText } from '#ui/writing/moment.ts';
import { listMissed } from '../issue-reports.client.ts';
import type { IssueReport, Missed } from '../issue-reports.schema.ts';
import { deliveryStates, type MissedState, missedStates } from '../newsletter-words.ts';
import styles from './missed-panel.module.css';

/** Who has not got it, and what their mail server said. */
export function MissedPanel({ api, report: { articleId } }: { api: Api; report: IssueReport }) {
  const [state, setState] = useState<MissedState | ''>('');
  const load = useCallback(
    (options: ListOptions) => listMissed(api, articleId, { ...options, ...(state ? { state } : {}) }),
    [api, articleId, state],
  );
  const list = useList(load, 'Failed to load who did not get it');
  const { items, total, error, loading, hasMore } = list;
  return (
    <Panel title="Who did not get it">
      <div className={styles.choice}>
        <SelectField
          label="Show"
          value={state}
          onChange={(value) => setState(value as MissedState | '')}
          options={[['', 'All of them'], ...missedStates.map((one) => [one, deliveryStates[one]] as const)]}
        />
      </div>
      <p className={styles.count} role="status">
        {total === null ? 'Loading...' : people(total)}
      </p>
      {items.length === 0 && loading && <Spinner />}
      {items.length > 0 && (
        <Rows label="Who did not get it">
          {items.map((one) => (
            <Row
              key={one.id}
              title={<Link to={`/admin/subscribers/${one.subscriberId}`}>{one.email}</Link>}
              badges={<Badge past>{deliveryStates[one.state]}</Badge>}
            >
              <p>{reason(one)}</p>
              {one.nextAttemptAt && <p>Next attempt {momentText(one.nextAttemptAt)}</p>}
            </Row>
          ))}
        </Rows>
      )}
      {error && <Alert>{error}</Alert>}
      {(hasMore || error) && (
        <Actions centred>
          <Button
            look="quiet"
            aria-disabled={loading}
            onClick={() => void (loading || (error ? list.reload() : list.loadMore()))}
          >
            {loading ? 'Loading...' : error ? 'Retry' : 'Load more'}
          </Button>
        </Actions>
      )}
    </Panel>
  );
}

function people(count: number): string {
  if (count === 0) return 'Nobody';
  return count === 1 ? '1 person' : `${count.toLocaleString('en-US')} people`;
}

/** The server's own words often begin with its code. */
function reason({ smtpCode, smtpAnswer }: Missed): string {
  const words = smtpAnswer || 'No answer';
  return smtpCode === null || words.includes(String(smtpCode)) ? words : `${smtpCode} ${words}`;
}
