import { useState } from 'react';
import { RelativeTime } from '#features/settings/admin/relative-time.tsx';
import { useSettings } from '#features/settings/admin/use-settings.ts';
import { instantText } from '#shared/dates.ts';
import { useApi } from '#ui/api-context.ts';
import { useConfirm } from '#ui/dialogs/confirm.tsx';
import { withErrorToast, withToast } from '#ui/dialogs/with-error-toast.ts';
import { Button, LinkButton } from '#ui/forms/button.tsx';
import { Row, Rows } from '#ui/lists/rows.tsx';
import { Badge } from '#ui/page/badge.tsx';
import type { Administrator, NewInvitation } from '../account.schema.ts';
import { LinkBox } from './link-box.tsx';

type Change = 'deactivate' | 'reactivate' | 'sign-out';

const pathOf = ({ id }: Administrator) => `/admin/administrators/${id}`;

export function AdministratorRows({ people, onChanged }: { people: Administrator[]; onChanged: () => Promise<void> }) {
  const { link, closeLink, dialog, ...actions } = useAdministratorActions(onChanged);
  const { timeZone } = useSettings();
  return (
    <>
      <Rows label="Administrators">
        {people.map((person) => (
          <Row
            key={person.id}
            title={person.username}
            badges={
              <>
                {person.isYou && <Badge>You</Badge>}
                {person.hasSecondFactor && <Badge>Second factor</Badge>}
                {!person.isActive && <Badge past>Deactivated</Badge>}
              </>
            }
            actions={<ActionsFor person={person} {...actions} />}
          >
            <p>{person.email}</p>
            <p>
              {person.lastSeenAt ? (
                <>
                  Last seen <RelativeTime at={person.lastSeenAt} />
                </>
              ) : (
                'Never signed in'
              )}
            </p>
            {person.erasableFrom && <p>Can be erased from {instantText(person.erasableFrom, timeZone)}</p>}
            {link?.id === person.id && <LinkBox made={link.made} whom={person.username} onClose={closeLink} />}
          </Row>
        ))}
      </Rows>
      {dialog}
    </>
  );
}

function useAdministratorActions(onChanged: () => Promise<void>) {
  const api = useApi();
  const { confirm, dialog } = useConfirm();
  const [link, setLink] = useState<{ id: number; made: NewInvitation } | null>(null);

  async function change(person: Administrator, what: Change, question?: [text: string, action: string]) {
    if (question && !(await confirm(...question, { isHarmless: what === 'deactivate' }))) return;
    await withToast(
      () => api.call('POST', `${pathOf(person)}/${what}`, {}),
      async () => {
        // Their links have ended.
        if (what === 'deactivate') setLink((open) => (open?.id === person.id ? null : open));
        await onChanged();
      },
    );
  }

  async function erase(person: Administrator) {
    const { username } = person;
    const isSure = await confirm(`Erase ${username} permanently?`, 'Erase', { detail: whatErasingDoes(username) });
    if (isSure) await withToast(() => api.call('DELETE', pathOf(person)), onChanged);
  }

  async function offerLink(person: Administrator, purpose: 'reset' | 'factor') {
    await withErrorToast(async () => {
      setLink({ id: person.id, made: await api.call('POST', `${pathOf(person)}/links`, { purpose }) });
      await onChanged();
    });
  }

  return { link, closeLink: () => setLink(null), change, offerLink, erase, dialog };
}

type ActionsProps = { person: Administrator } & Pick<
  ReturnType<typeof useAdministratorActions>,
  'change' | 'offerLink' | 'erase'
>;

function whatErasingDoes(username: string): string {
  return `The name and the email address are removed from this site permanently. What ${username} wrote and did stays, as the work of “a former administrator”. Older backups still hold both.`;
}

function ActionsFor({ person, change, offerLink, erase }: ActionsProps) {
  const { username, isActive, isYou } = person;
  if (isYou)
    return (
      <LinkButton size="small" variant="quiet" to="/admin/account">
        Your account
      </LinkButton>
    );
  if (!isActive)
    return (
      <>
        <Button size="small" variant="quiet" onClick={() => void change(person, 'reactivate')}>
          Reactivate<span className="sr-only"> {username}</span>
        </Button>
        {person.erasableFrom === null && (
          <Button size="small" variant="danger" onClick={() => void erase(person)}>
            Erase<span className="sr-only"> {username}</span>
          </Button>
        )}
      </>
    );
  const signOut: [string, string] = [`Sign ${username} out everywhere?`, 'Sign out everywhere'];
  const deactivate: [string, string] = [
    `Deactivate ${username}? All sessions end at once, and signing in is no longer possible.`,
    'Deactivate',
  ];
  return (
    <>
      <Button size="small" variant="quiet" onClick={() => void offerLink(person, 'reset')}>
        Password link<span className="sr-only"> for {username}</span>
      </Button>
      {person.hasSecondFactor && (
        <Button size="small" variant="quiet" onClick={() => void offerLink(person, 'factor')}>
          Second factor link<span className="sr-only"> for {username}</span>
        </Button>
      )}
      <Button size="small" variant="quiet" onClick={() => void change(person, 'sign-out', signOut)}>
        Sign out everywhere<span className="sr-only">: {username}</span>
      </Button>
      <Button size="small" variant="quiet" onClick={() => void change(person, 'deactivate', deactivate)}>
        Deactivate<span className="sr-only"> {username}</span>
      </Button>
    </>
  );
}
