import { useState } from 'react';
import { NewsletterNav } from '#features/newsletter/admin/newsletter-nav.tsx';
import { newsletterMessages } from '#features/newsletter/newsletter.ts';
import { byEmail } from '#features/settings/admin/mail-server.ts';
import { queryString } from '#shared/calls/api-client.ts';
import { isEmailAddress, readEmailAddress } from '#shared/email-address.ts';
import { localInstantText } from '#shared/instants.ts';
import { useApi } from '#ui/api-context.ts';
import { toast } from '#ui/dialogs/toast.tsx';
import { withToast } from '#ui/dialogs/with-error-toast.ts';
import { Button } from '#ui/forms/button.tsx';
import { SelectField, TextField } from '#ui/forms/fields.tsx';
import { useBusy } from '#ui/forms/use-busy.ts';
import { ExportButtons } from '#ui/lists/export-buttons.tsx';
import { ListTools } from '#ui/lists/list-tools.tsx';
import { RowList } from '#ui/lists/row-list.tsx';
import { Row, Rows } from '#ui/lists/rows.tsx';
import { useList } from '#ui/lists/use-list.ts';
import { useSearchParam } from '#ui/lists/use-search-param.ts';
import { useStateParam } from '#ui/lists/use-state-param.ts';
import { Badge } from '#ui/page/badge.tsx';
import { EmptyState } from '#ui/page/empty-and-error-states.tsx';
import { ActionRow, Alert, Columns, FormStack, Panel, ScreenHead } from '#ui/page/screen-parts.tsx';
import { Link } from '#ui/router-link.tsx';
import { useSubmit } from '#ui/saving/use-submit.ts';
import { useFetchedCall } from '#ui/use-fetched.ts';
import {
  addresses,
  askedAgainText,
  pendingSuppressionsSentence,
  subscriberStates,
  subscriberStateWords,
} from '../subscriber.ts';
import type { PendingSuppression, Subscriber } from '../subscribers-admin.schema.ts';
import { ImportPanel } from './import-panel.tsx';
import styles from './subscribers-screen.module.css';

const path = '/newsletter/admin/subscribers';

const nobodyFits = { title: 'No matches', message: 'No subscribers match.' };
const nobodyYet = { title: 'No subscribers yet', message: 'People who subscribe on the site appear here.' };

export function SubscribersScreen() {
  const subscribers = useSubscribers();
  const { state, list } = subscribers;

  return (
    <>
      <ScreenHead title="Subscribers">
        <ExportButtons
          what={state ? subscriberStateWords[state] : 'Addresses'}
          name={state ? `subscribers-${state}` : 'subscribers'}
          pathOf={(format) => `${path}/export${queryString({ state, format })}`}
        />
      </ScreenHead>
      <NewsletterNav />
      <Columns
        aside={
          <>
            <AddPanel onAdded={list.reload} />
            <ImportPanel onImported={list.reload} />
          </>
        }
      >
        <PendingSuppressionsPanel onDecided={list.reload} />
        <SubscribersPanel subscribers={subscribers} />
      </Columns>
    </>
  );
}

function useSubscribers() {
  const search = useSearchParam();
  const { state, choose } = useStateParam(subscriberStates);
  const list = useList<Subscriber>(path, 'Failed to load the subscribers', { search: search.searched, state });
  return { search, state, choose, list };
}

function SubscribersPanel({ subscribers }: { subscribers: ReturnType<typeof useSubscribers> }) {
  const { search, state, choose, list } = subscribers;
  return (
    <Panel title="Addresses">
      <ListTools
        label="Search addresses"
        text={search.text}
        onType={search.setText}
        count={list.total === null ? '' : addresses(list.total)}
      />
      <div className={styles.state}>
        <SelectField
          label="State"
          value={state}
          onChange={choose}
          options={[['', 'All'], ...subscriberStates.map((one) => [one, subscriberStateWords[one]] as const)]}
        />
      </div>
      <RowList
        list={list}
        label="Subscribers"
        empty={<EmptyState {...(search.searched || state ? nobodyFits : nobodyYet)} />}
        row={(subscriber) => <SubscriberRow key={subscriber.id} subscriber={subscriber} />}
      />
    </Panel>
  );
}

function SubscriberRow({ subscriber }: { subscriber: Subscriber }) {
  const { id, email, state, createdAt, askedAgainAt } = subscriber;
  return (
    <Row
      title={<Link to={`/admin/subscribers/${id}`}>{email}</Link>}
      badges={<Badge past={state !== 'confirmed'}>{subscriberStateWords[state]}</Badge>}
    >
      <p>Added {localInstantText(createdAt)}</p>
      {state === 'suppressed' && <p>Nothing more is sent there. Open it to see why.</p>}
      {askedAgainAt && (
        <p>
          {state === 'unsubscribed'
            ? askedAgainText(askedAgainAt)
            : `Asked to subscribe again on ${localInstantText(askedAgainAt)}`}
        </p>
      )}
    </Row>
  );
}

function AddPanel({ onAdded }: { onAdded: () => Promise<void> }) {
  const api = useApi();
  const [email, setEmail] = useState('');
  const { isBusy, message: problem, submit } = useSubmit('Failed to add the address. Please try again.');

  async function add() {
    const isAdded = await submit(
      async () => {
        toast.success((await api.call<{ message: string }>('POST', path, { email: email.trim() })).message);
        setEmail('');
      },
      { email: isEmailAddress(readEmailAddress(email)) ? null : newsletterMessages.invalidEmail },
    );
    if (isAdded) await onAdded();
  }

  return (
    <Panel title="Add someone">
      <form
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          void add();
        }}
      >
        <FormStack>
          {problem && <Alert>{problem}</Alert>}
          {/* Not disabled in the meantime: the next address is typed where this one was. */}
          <TextField
            label="Email address"
            value={email}
            onChange={setEmail}
            autoComplete="off"
            hint={byEmail('They get an email that asks them to confirm. Until then nothing else is sent to them.')}
            required
          />
          <Button type="submit" aria-disabled={isBusy}>
            {isBusy ? 'Adding...' : 'Add'}
          </Button>
        </FormStack>
      </form>
    </Panel>
  );
}

/** Asks about bounced addresses that are too many to suppress without asking; otherwise shows nothing. */
function PendingSuppressionsPanel({ onDecided }: { onDecided: () => Promise<void> }) {
  const api = useApi();
  const { data: pending, reload } = useFetchedCall<PendingSuppression[]>(`${path}/pending`, '');
  const { isBusy, run } = useBusy();
  if (!pending || pending.length === 0) return null;

  const subscriberIds = pending.map(({ subscriberId }) => subscriberId);
  const decide = (verb: 'suppress' | 'keep') =>
    run(async () => {
      await withToast(() => api.call('POST', `${path}/pending`, { subscriberIds, verb }));
      await Promise.all([reload(), onDecided()]);
    });
  return (
    <Panel title={pendingSuppressionsSentence(pending.length)}>
      <p>
        So many at once may be the fault of the mail server, not of these addresses. Suppressed addresses get no more
        email; kept ones get the next newsletter.
      </p>
      <Rows label="Addresses that bounced">
        {pending.map(({ subscriberId, email, because }) => (
          <Row key={subscriberId} title={<Link to={`/admin/subscribers/${subscriberId}`}>{email}</Link>}>
            <p>{because}</p>
          </Row>
        ))}
      </Rows>
      <ActionRow below>
        <Button variant="danger" aria-disabled={isBusy} onClick={() => void decide('suppress')}>
          Suppress
        </Button>
        <Button variant="quiet" aria-disabled={isBusy} onClick={() => void decide('keep')}>
          Keep
        </Button>
      </ActionRow>
    </Panel>
  );
}
