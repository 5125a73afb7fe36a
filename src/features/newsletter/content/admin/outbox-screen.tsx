import { useCallback } from 'react';
import { NewsletterNav } from '#features/newsletter/admin/newsletter-nav.tsx';
import type { ListOptions } from '#shared/calls/api-client.ts';
import { localInstantText } from '#shared/instants.ts';
import { useApi } from '#ui/api.ts';
import { Link } from '#ui/link.tsx';
import { LoadMore } from '#ui/lists/load-more.tsx';
import { Row, Rows } from '#ui/lists/rows.tsx';
import { useList } from '#ui/lists/use-list.ts';
import { Alert, Panel, ScreenHead } from '#ui/page/screen.tsx';
import { Spinner } from '#ui/page/spinner.tsx';
import { EmptyState } from '#ui/page/states.tsx';
import { listOutbox } from '../mail-views.client.ts';

/** Mails that were kept because no mail server is set, newest first. */
export function OutboxScreen() {
  const api = useApi();
  const load = useCallback((options: ListOptions) => listOutbox(api, options), [api]);
  const list = useList(load, 'Failed to load the outbox');
  const { items, total, error, loading } = list;
  return (
    <>
      <ScreenHead title="Outbox" subtitle="Mails kept here because no mail server is set" />
      <NewsletterNav />
      {items.length === 0 && loading && <Spinner />}
      {items.length === 0 && !loading && !error && (
        <EmptyState title="The outbox is empty" message="Mails that cannot be sent are kept here." headingLevel={2} />
      )}
      {items.length > 0 && (
        <Panel title={total === 1 ? '1 mail' : `${total} mails`}>
          <Rows label="Mails">
            {items.map(({ name, subject, to, date }) => (
              <Row key={name} title={<Link to={`/admin/outbox/${name}`}>{subject || 'No subject'}</Link>}>
                <p>
                  To {to}
                  {date && ` · ${localInstantText(date)}`}
                </p>
              </Row>
            ))}
          </Rows>
        </Panel>
      )}
      {error && <Alert>{error}</Alert>}
      <LoadMore list={list} />
    </>
  );
}
