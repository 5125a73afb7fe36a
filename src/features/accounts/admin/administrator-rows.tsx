import { useState } from 'react';
import { useApi } from '#ui/api.ts';
import { useConfirm } from '#ui/dialogs/confirm.tsx';
import { toast } from '#ui/dialogs/toast.tsx';
import { Button, LinkButton } from '#ui/forms/button.tsx';
import { Row, Rows } from '#ui/lists/rows.tsx';
import { errorMessage } from '#ui/loaded.ts';
import { Badge } from '#ui/page/badge.tsx';
import { RelativeTime } from '#ui/page/relative-time.tsx';
import type { Administrator, NewInvitation } from '../account.schema.ts';
import { changeAdministrator, makeResetLink } from '../administrators.client.ts';
import { LinkBox } from './link-box.tsx';

type Props = { timeZone: string; people: Administrator[]; onChanged: () => Promise<void> };
type Change = Parameters<typeof changeAdministrator>[2];

export function AdministratorRows({ timeZone, people, onChanged }: Props) {
  const api = useApi();
  const { confirm, dialog } = useConfirm();
  const [link, setLink] = useState<{ id: number; made: NewInvitation } | null>(null);

  async function change({ id }: Administrator, what: Change, question?: [text: string, action: string]) {
    if (question && !(await confirm(...question))) return;
    await told(async () => {
      toast.success((await changeAdministrator(api, id, what)).message);
      await onChanged();
    });
  }

  async function offerLink({ id }: Administrator) {
    await told(async () => {
      setLink({ id, made: await makeResetLink(api, id) });
      await onChanged();
    });
  }

  function actionsFor(person: Administrator) {
    const { username, isActive, isYou } = person;
    if (isYou)
      return (
        <LinkButton size="small" variant="quiet" to="/admin/account">
          Your account
        </LinkButton>
      );
    if (!isActive)
      return (
        <Button size="small" variant="quiet" onClick={() => void change(person, 'reactivate')}>
          Reactivate<span className="sr-only"> {username}</span>
        </Button>
      );
    return (
      <>
        <Button size="small" variant="quiet" onClick={() => void offerLink(person)}>
          Password link<span className="sr-only"> for {username}</span>
        </Button>
        <Button
          size="small"
          variant="quiet"
          onClick={() => void change(person, 'sign-out', [`Sign ${username} out everywhere?`, 'Sign out everywhere'])}
        >
          Sign out everywhere<span className="sr-only">: {username}</span>
        </Button>
        <Button
          size="small"
          variant="danger"
          onClick={() =>
            void change(person, 'deactivate', [
              `Deactivate ${username}? All sessions end at once, and signing in is no longer possible.`,
              'Deactivate',
            ])
          }
        >
          Deactivate<span className="sr-only"> {username}</span>
        </Button>
      </>
    );
  }

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
                {!person.isActive && <Badge past>Deactivated</Badge>}
              </>
            }
            actions={actionsFor(person)}
          >
            <p>{person.email}</p>
            <p>
              {person.lastSeenAt ? (
                <>
                  Last here <RelativeTime at={person.lastSeenAt} timeZone={timeZone} />
                </>
              ) : (
                'Never here'
              )}
            </p>
            {link?.id === person.id && (
              <LinkBox made={link.made} whom={person.username} timeZone={timeZone} onClose={() => setLink(null)} />
            )}
          </Row>
        ))}
      </Rows>
      {dialog}
    </>
  );
}

async function told(work: () => Promise<void>): Promise<void> {
  try {
    await work();
  } catch (error) {
    toast.error(errorMessage(error, 'This did not work. Please try again.'));
  }
}
