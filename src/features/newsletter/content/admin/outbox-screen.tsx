import { NewsletterNav } from '#features/newsletter/admin/newsletter-nav.tsx';
import { localInstantText } from '#shared/instants.ts';
import { pluralise } from '#shared/text.ts';
import { TextLink } from '#ui/forms/button.tsx';
import { RowList } from '#ui/lists/row-list.tsx';
import { Row } from '#ui/lists/rows.tsx';
import { useApiList } from '#ui/lists/use-list.ts';
import { EmptyState } from '#ui/page/empty-and-error-states.tsx';
import { Fetched } from '#ui/page/fetched.tsx';
import { Panel, ScreenHead } from '#ui/page/screen-parts.tsx';
import { Link } from '#ui/router-link.tsx';
import { useFetchedCall } from '#ui/use-fetched.ts';
import type { OutboxEntry, MailView as View } from '../mail-views.schema.ts';
import { MailView } from './mail-view.tsx';

const path = '/newsletter/admin/outbox';

export function OutboxScreen() {
  const list = useApiList<OutboxEntry>(path, 'Failed to load the outbox');
  return (
    <>
      <ScreenHead title="Outbox" />
      <NewsletterNav />
      <Panel title={list.total ? pluralise(list.total, 'email') : 'Emails'}>
        <RowList
          list={list}
          label="Emails"
          empty={<EmptyState title="The outbox is empty" message="Emails that cannot be sent are kept here." />}
          row={(mail) => (
            <Row key={mail.name} title={<Link to={`/admin/outbox/${mail.name}`}>{mail.subject || 'No subject'}</Link>}>
              <p>{whereAndWhen(mail)}</p>
            </Row>
          )}
        />
      </Panel>
    </>
  );
}

function whereAndWhen({ to, date }: Pick<OutboxEntry, 'to' | 'date'>): string {
  return `To ${to}${date ? ` · ${localInstantText(date)}` : ''}`;
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
            <p>{whereAndWhen(data)}</p>
            <MailView view={data} />
          </Panel>
        )}
      </Fetched>
    </>
  );
}
