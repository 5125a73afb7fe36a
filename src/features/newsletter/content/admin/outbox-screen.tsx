import { NewsletterNav } from '#features/newsletter/admin/newsletter-nav.tsx';
import { localInstantText } from '#shared/instants.ts';
import { pluralise } from '#shared/text.ts';
import { TextLink } from '#ui/forms/button.tsx';
import { RowList } from '#ui/lists/row-list.tsx';
import { Row } from '#ui/lists/rows.tsx';
import { useList } from '#ui/lists/use-list.ts';
import { EmptyState } from '#ui/page/empty-and-error-states.tsx';
import { Fetched, useFetchedCall } from '#ui/page/fetched.tsx';
import { Panel, ScreenHead } from '#ui/page/screen-parts.tsx';
import { Link } from '#ui/router-link.tsx';
import type { OutboxEntry, MailView as View } from '../mail-views.schema.ts';
import { MailView } from './mail-view.tsx';

const path = '/newsletter/admin/outbox';

export function OutboxScreen() {
  const list = useList<OutboxEntry>(path, 'Failed to load the outbox');
  return (
    <>
      <ScreenHead title="Outbox" />
      <NewsletterNav />
      <Panel title={list.total ? pluralise(list.total, 'email') : 'Emails'}>
        <RowList
          list={list}
          label="Emails"
          empty={<EmptyState title="The outbox is empty" message="Emails that cannot be sent are kept here." />}
          row={(mail) => <OutboxRow key={mail.name} mail={mail} />}
        />
      </Panel>
    </>
  );
}

function OutboxRow({ mail: { name, subject, to, date } }: { mail: OutboxEntry }) {
  return (
    <Row title={<Link to={`/admin/outbox/${name}`}>{subject || 'No subject'}</Link>}>
      <p>
        To {to}
        {date && ` · ${localInstantText(date)}`}
      </p>
    </Row>
  );
}

/** One mail of the outbox. Key it by the name. */
export function OutboxMailScreen({ name }: { name: string }) {
  const mail = useFetchedCall<View>(`${path}/${encodeURIComponent(name)}`, 'Failed to load the email');
  return (
    <>
      <ScreenHead title="Email">
        <TextLink to="/admin/outbox">All emails</TextLink>
      </ScreenHead>
      <NewsletterNav />
      <Fetched of={mail}>
        {(data) => (
          <Panel title={data.subject || 'No subject'}>
            <p>
              To {data.to}
              {data.date && ` · ${localInstantText(data.date)}`}
            </p>
            <MailView view={data} />
          </Panel>
        )}
      </Fetched>
    </>
  );
}
