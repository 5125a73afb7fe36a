import { useNavigate, useParams } from 'react-router';
import { newFormName } from '#features/drafts/draft.ts';
import { useDraftsContext } from '#features/drafts/drafts-context.ts';
import { OutboxMailScreen } from '#features/newsletter/content/admin/outbox-screen.tsx';
import { issuePath } from '#features/newsletter/issue.ts';
import { IssueScreen } from '#features/newsletter/issues/admin/issue-screen.tsx';
import { NewsletterScreen } from '#features/newsletter/issues/admin/newsletter-screen.tsx';
import { createIssueDraft } from '#features/newsletter/issues/issues.client.ts';
import { SubscriberScreen } from '#features/newsletter/subscribers/admin/subscriber-screen.tsx';
import { useApi } from '#ui/api-context.ts';
import { withErrorToast } from '#ui/dialogs/with-error-toast.ts';
import { useBusy } from '#ui/forms/use-busy.ts';
import { useSearchParams } from '#ui/router/use-search-params.ts';
import { IssueDraftScreen } from './issue-draft/issue-draft-screen.tsx';
import { issueFormName, issueValuesOf } from './issue-draft/issue-draft-values.ts';
import { BegunCards } from './lists/begun-cards.tsx';
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
  return /^[1-9]\d{0,14}$/.test(id) ? <SubscriberScreen key={id} id={Number(id)} /> : <NotFoundScreen />;
}

export function OutboxMail() {
  const { name = '' } = useParams();
  return <OutboxMailScreen key={name} name={name} />;
}

/** Words typed into a newsletter that was sent or deleted: they go on as a note. */
function BegunNotes() {
  const api = useApi();
  const { sender } = useDraftsContext();
  const navigate = useNavigate();
  const { run } = useBusy();

  async function continueAsNote(key: string) {
    const form = newFormName('newsletter', key);
    const draft = await sender.read(form);
    if (!draft) return;
    const issue = await createIssueDraft(api, 'note');
    const { id, version } = issue;
    const values = { ...issueValuesOf(issue), ...draft.values, things: [] };
    sender.keep(issueFormName(id), { at: draft.at, version: Date.parse(version), values });
    await sender.discard(form);
    await navigate(issuePath({ articleId: null, id }));
  }

  const press = (key: string) => void run(() => withErrorToast(() => continueAsNote(key)));
  return <BegunCards kind="newsletter" openKey={null} onContinue={press} />;
}
