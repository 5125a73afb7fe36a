import { useNavigate, useParams } from 'react-router';
import { OutboxMailScreen } from '#features/newsletter/content/admin/outbox-screen.tsx';
import { IssueScreen } from '#features/newsletter/issues/admin/issue-screen.tsx';
import { NewsletterScreen } from '#features/newsletter/issues/admin/newsletter-screen.tsx';
import { SubscriberScreen } from '#features/newsletter/subscribers/admin/subscriber-screen.tsx';
import { useSearchParams } from '#ui/router/use-search-params.ts';
import { BegunNotes } from './issue-draft/begun-notes.tsx';
import { IssueDraftScreen } from './issue-draft/issue-draft-screen.tsx';
import { NotFoundScreen } from './shell/error-screens.tsx';
import { useNewsletterChangeKey, useRefreshNotices } from './shell/shell-context.ts';

export function Newsletters() {
  return <NewsletterScreen key={useNewsletterChangeKey()} above={<BegunNotes />} />;
}

export function Newsletter() {
  const { id = '' } = useParams();
  const [query] = useSearchParams();
  const changeKey = useNewsletterChangeKey();
  const refreshNotices = useRefreshNotices();
  const issue = query.get('issue');
  if (![id, issue ?? '1'].every((one) => /^[1-9]\d{0,14}$/.test(one))) return <NotFoundScreen />;
  const issueId = issue === null ? undefined : Number(issue);
  const draft = (own: number, onSent: () => void) => (
    <IssueDraftScreen
      id={own}
      asksToStop={query.has('stop')}
      onSent={() => {
        refreshNotices();
        onSent();
      }}
    />
  );
  const shown = { articleId: Number(id), issueId, changeKey, draft };
  return <IssueScreen key={`${id} ${issue}`} {...shown} />;
}

export function Subscriber() {
  const { id = '' } = useParams();
  const navigate = useNavigate();
  if (!/^[1-9]\d{0,14}$/.test(id)) return <NotFoundScreen />;
  return <SubscriberScreen key={id} id={Number(id)} onErased={() => void navigate('/admin/subscribers')} />;
}

export function OutboxMail() {
  const { name = '' } = useParams();
  return <OutboxMailScreen key={name} name={name} />;
}
