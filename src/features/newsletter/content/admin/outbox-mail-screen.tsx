import { useCallback } from 'react';
import { NewsletterNav } from '#features/newsletter/admin/newsletter-nav.tsx';
import { localInstantText } from '#shared/instants.ts';
import { useApi } from '#ui/api.ts';
import { TextLink } from '#ui/forms/button.tsx';
import { Panel, ScreenHead } from '#ui/page/screen.tsx';
import { Spinner } from '#ui/page/spinner.tsx';
import { ErrorState } from '#ui/page/states.tsx';
import { useFetched } from '#ui/use-fetched.ts';
import { getKept } from '../mail-views.client.ts';
import { MailView } from './mail-view.tsx';

/** One mail of the outbox. Key it by the name. */
export function OutboxMailScreen({ name }: { name: string }) {
  const api = useApi();
  const load = useCallback(() => getKept(api, name), [api, name]);
  const { data, error, reload } = useFetched(load, 'Failed to load the mail');
  return (
    <>
      <ScreenHead title="Mail" {...(data ? { subtitle: data.subject } : {})}>
        <TextLink to="/admin/outbox">All mails</TextLink>
      </ScreenHead>
      <NewsletterNav />
      {!data && !error && <Spinner />}
      {error && <ErrorState message={error} onRetry={() => void reload()} retryLabel="Retry" />}
      {data && (
        <Panel title={data.subject || 'No subject'}>
          <p>
            To {data.to}
            {data.date && ` · ${localInstantText(data.date)}`}
          </p>
          <MailView view={data} />
        </Panel>
      )}
    </>
  );
}
