import { type ActionFunctionArgs, type RouteObject, useActionData } from 'react-router';
import { MessagePage } from '#features/settings/pages/message-page.tsx';
import { PageMeta } from '#features/settings/pages/page-meta.tsx';
import { LinkButton } from '#ui/forms/button.tsx';
import styles from '#ui/page/notice.module.css';
import { Section } from '#ui/page/page-sections.tsx';
import { SubscribeField } from './subscribe-field.tsx';
import type { Answered } from './subscribing.ts';

export const subscribeRoute = {
  action: async (sent: ActionFunctionArgs) => (await import('./no-script-forms.ts')).subscribeByForm(sent),
  element: <SubscribePage />,
} satisfies RouteObject;

/** The newsletter's form on its own page: for links, and for forms posted without scripts. */
function SubscribePage() {
  const answered = useActionData<Answered>();
  const said = answered?.outcome;
  const isDone = said?.kind === 'success';
  return (
    <Section>
      <PageMeta title={said?.kind === 'error' ? 'Error: Newsletter' : 'Newsletter'} path="/subscribe" />
      {isDone ? (
        <MessagePage title={said.message} icon="mail" outcome="success" role="status">
          <p className={styles.message}>{said.next}</p>
          <LinkButton to="/">Return to Homepage</LinkButton>
        </MessagePage>
      ) : (
        <MessagePage title="Newsletter" icon="mail">
          <p className={styles.message}>New articles and announcements in your inbox, the day they are published.</p>
          <SubscribeField answered={answered} />
        </MessagePage>
      )}
    </Section>
  );
}
