import { useEffect, useEffectEvent, useState } from 'react';
import { people } from '#features/newsletter/subscribers/subscriber.ts';
import { queryString } from '#shared/calls/api-client.ts';
import { localInstantText } from '#shared/instants.ts';
import { SelectField } from '#ui/forms/fields.tsx';
import { ExportButtons } from '#ui/lists/export-buttons.tsx';
import { RowList } from '#ui/lists/row-list.tsx';
import { Row } from '#ui/lists/rows.tsx';
import { useApiList } from '#ui/lists/use-list.ts';
import { useStateParam } from '#ui/lists/use-state-param.ts';
import { Badge } from '#ui/page/badge.tsx';
import { Panel } from '#ui/page/screen-parts.tsx';
import { Link } from '#ui/router-link.tsx';
import type { IssueReport, Recipient } from '../reports/issue-reports.schema.ts';
import { countByListedOutcome, failureWords, type Outcome, outcomes, outcomeWords } from '../reports/outcome.ts';
import styles from './recipients-panel.module.css';

export function RecipientsPanel({ report }: { report: IssueReport }) {
  const { id } = report;
  const path = `/newsletter/admin/issues/${id}/recipients`;
  const counts = countByListedOutcome(report.outcomes);
  const [first] = useState<Outcome>(counts.failed > 0 ? 'failed' : 'delivered');
  const { state, choose } = useStateParam(outcomes);
  const outcome = state || first;
  const list = useApiList<Recipient>(path + queryString({ outcome }), 'Failed to load the recipients');
  const count = counts[outcome];
  const follow = useEffectEvent((known: number) => {
    if (list.total !== null && list.total !== known) void list.reload();
  });
  useEffect(() => follow(count), [count]);

  return (
    <Panel title="Who got it">
      <div className={`row ${styles.choice}`}>
        <SelectField
          label="Show"
          value={outcome}
          onChange={choose}
          options={outcomes
            .filter((one) => counts[one] > 0 || one === outcome)
            .map((one) => [one, `${nameOfList(one, report)} (${counts[one].toLocaleString('en-US')})`] as const)}
        />
        <ExportButtons
          size="small"
          what={nameOfList(outcome, report)}
          name={`newsletter-${id}-${outcome}`}
          pathOf={(format) => `${path}.csv${queryString({ outcome, format })}`}
        />
      </div>
      <p className={`muted ${styles.count}`} role="status">
        {list.total === null ? 'Loading...' : list.total === 0 ? 'No one' : people(list.total)}
      </p>
      <RowList
        list={list}
        label={outcomeWords[outcome]}
        row={(one) => <RecipientRow key={one.id} recipient={one} outcome={outcome} />}
      />
    </Panel>
  );
}

/** The list of the failed also has those not confirmed. */
function nameOfList(outcome: Outcome, { outcomes: { notConfirmed } }: IssueReport): string {
  return outcome === 'failed' && notConfirmed > 0 ? 'Failed or not confirmed' : outcomeWords[outcome];
}

function RecipientRow({ recipient, outcome }: { recipient: Recipient; outcome: Outcome }) {
  return (
    <Row
      title={<Link to={`/admin/subscribers/${recipient.subscriberId}`}>{recipient.email}</Link>}
      badges={<Badge past>{recipient.why ? failureWords[recipient.why] : outcomeWords[outcome]}</Badge>}
    >
      {recipient.why && <p>{reason(recipient)}</p>}
      {recipient.at && <p>{localInstantText(recipient.at)}</p>}
    </Row>
  );
}

/** The server's answer often begins with its code. For a mail that bounced later, the code is from when it was accepted. */
function reason({ smtpCode, reason: words, why }: Recipient): string {
  const told = words || 'No answer';
  return smtpCode === null || why !== 'refused' || told.includes(String(smtpCode)) ? told : `${smtpCode} ${told}`;
}
