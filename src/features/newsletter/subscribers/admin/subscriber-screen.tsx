import { useNavigate } from 'react-router';
import { NewsletterNav } from '#features/newsletter/admin/newsletter-nav.tsx';
import { localInstantText } from '#shared/instants.ts';
import { useApi } from '#ui/api-context.ts';
import { useConfirm } from '#ui/dialogs/confirm.tsx';
import { withToast } from '#ui/dialogs/with-error-toast.ts';
import { Button, TextLink } from '#ui/forms/button.tsx';
import { useBusy } from '#ui/forms/use-busy.ts';
import { Row, Rows } from '#ui/lists/rows.tsx';
import { Badge } from '#ui/page/badge.tsx';
import { Fetched } from '#ui/page/fetched.tsx';
import { ActionRow, Alert, Panel, ScreenHead } from '#ui/page/screen-parts.tsx';
import { useFetchedCall } from '#ui/use-fetched.ts';
import { askedAgainText, subscriberStateWords, wishWords } from '../subscriber.ts';
import type { SubscriberDetail } from '../subscribers-admin.schema.ts';
import styles from './subscriber-screen.module.css';

type Verb = 'unsubscribe' | 'lift' | 'erase';
type Words = { question: string; action: string; detail: string };

const words = {
  unsubscribe: {
    question: 'Unsubscribe this address?',
    action: 'Unsubscribe',
    detail:
      'They get no more newsletters, but can subscribe again themselves. The address stays here as unsubscribed, so that no import brings it back.',
  },
  lift: {
    question: 'Lift the suppression?',
    action: 'Lift suppression',
    detail:
      'Newsletters go there again. Do so only when you know that the mailbox works: email that keeps bouncing makes providers distrust all our email.',
  },
  /** Anyone who reported a mail as spam is unsubscribed. */
  liftOfLeaver: {
    question: 'Lift the suppression?',
    action: 'Lift suppression',
    detail: 'They stay unsubscribed, but can subscribe again.',
  },
  erase: {
    question: 'Erase everything the newsletter holds about this address?',
    action: 'Erase',
    detail:
      'The address, its history and all emails to it are deleted. Only numbers stay, and a mark that does not reveal the address, so that no import brings it back. They can subscribe again themselves. This cannot be undone.',
  },
} satisfies Record<string, Words>;

/** One address: its state, what happened, and what can be done. Key it by the id. */
export function SubscriberScreen({ id }: { id: number }) {
  const api = useApi();
  const navigate = useNavigate();
  const path = `/newsletter/admin/subscribers/${id}`;
  const subscriber = useFetchedCall<SubscriberDetail>(path, 'Failed to load the subscriber');
  const { data, reload } = subscriber;
  const { confirm, dialog } = useConfirm();
  const { isBusy, run } = useBusy();

  const ask = (verb: Verb) =>
    run(async () => {
      const { question, action, detail } = verb === 'lift' && data?.unsubscribedAt ? words.liftOfLeaver : words[verb];
      if (!(await confirm(question, action, { detail, isHarmless: verb !== 'erase' }))) return;
      if (verb === 'erase')
        await withToast(
          () => api.call('DELETE', path),
          () => void navigate('/admin/subscribers'),
        );
      else await withToast(() => api.call('POST', `${path}/${verb}`), reload);
    });

  return (
    <>
      <ScreenHead title="Subscriber" about={data?.email}>
        <TextLink to="/admin/subscribers">All subscribers</TextLink>
      </ScreenHead>
      <NewsletterNav />
      <Fetched of={subscriber}>
        {(found) => (
          <div className={styles.columns}>
            <StatePanel subscriber={found} isBusy={isBusy} ask={ask} />
            <HistoryPanel history={found.history} />
          </div>
        )}
      </Fetched>
      {dialog}
    </>
  );
}

type StateProps = { subscriber: SubscriberDetail; isBusy: boolean; ask: (verb: Verb) => Promise<unknown> };

function StatePanel({ subscriber, isBusy, ask }: StateProps) {
  const { state, suppressedBecause, askedAgainAt, createdAt, confirmedAt, suppressedAt, unsubscribedAt, wish } =
    subscriber;
  return (
    <Panel title="State">
      <div className={styles.state}>
        <p>
          <Badge past={state !== 'confirmed'}>{subscriberStateWords[state]}</Badge>
        </p>
        {state === 'confirmed' && <p>{wishWords[wish]}</p>}
        {state === 'suppressed' && (
          <Alert>
            <p>Nothing more is sent there. {suppressedBecause}</p>
            {askedAgainAt && <p>They asked to subscribe again on {localInstantText(askedAgainAt)}.</p>}
          </Alert>
        )}
        <p>Added {localInstantText(createdAt)}</p>
        {confirmedAt && <p>Confirmed {localInstantText(confirmedAt)}</p>}
        {suppressedAt && <p>Suppressed {localInstantText(suppressedAt)}</p>}
        {unsubscribedAt && <p>Unsubscribed {localInstantText(unsubscribedAt)}</p>}
        {state === 'unsubscribed' && askedAgainAt && <p>{askedAgainText(askedAgainAt)}</p>}
        <ActionRow>
          {(state === 'confirmed' || state === 'pending') && (
            <Button size="small" variant="quiet" aria-disabled={isBusy} onClick={() => void ask('unsubscribe')}>
              Unsubscribe
            </Button>
          )}
          {state === 'suppressed' && (
            <Button size="small" variant="quiet" aria-disabled={isBusy} onClick={() => void ask('lift')}>
              Lift suppression
            </Button>
          )}
          <Button size="small" variant="danger" aria-disabled={isBusy} onClick={() => void ask('erase')}>
            Erase
          </Button>
        </ActionRow>
      </div>
    </Panel>
  );
}

function HistoryPanel({ history }: Pick<SubscriberDetail, 'history'>) {
  return (
    <Panel title="What happened">
      <Rows label="What happened">
        {history.map(({ at, what, detail, by }, index) => (
          <Row key={`${at} ${index}`} title={what}>
            <p>
              {localInstantText(at)}
              {by && ` by ${by}`}
            </p>
            {detail && <p>{detail}</p>}
          </Row>
        ))}
      </Rows>
    </Panel>
  );
}
