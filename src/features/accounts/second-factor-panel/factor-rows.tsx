import { Button } from '#ui/forms/button.tsx';
import { Row } from '#ui/lists/rows.tsx';
import { Badge } from '#ui/page/badge.tsx';
import { RelativeTime } from '#ui/page/relative-time.tsx';
import type { Passkey, SecondFactor } from '../second-factor/second-factor.schema.ts';
import { recoveryCodeCount } from '../second-factor/second-factor.ts';

type Times = { createdAt: string; lastUsedAt: string | null; timeZone: string };

function UsedAt({ createdAt, lastUsedAt, timeZone }: Times) {
  return (
    <p>
      Set up <RelativeTime at={createdAt} timeZone={timeZone} />,{' '}
      {lastUsedAt ? (
        <>
          last used <RelativeTime at={lastUsedAt} timeZone={timeZone} />
        </>
      ) : (
        'not used yet'
      )}
    </p>
  );
}

type PasskeyProps = { passkey: Passkey; timeZone: string; onRemove: () => void };

export function PasskeyRow({ passkey, timeZone, onRemove }: PasskeyProps) {
  const { name, otherDomain } = passkey;
  return (
    <Row
      title={name}
      badges={<Badge past={otherDomain !== null}>Passkey</Badge>}
      actions={
        <Button size="small" variant="quiet" onClick={onRemove}>
          Remove<span className="sr-only"> the passkey {name}</span>
        </Button>
      }
    >
      <UsedAt {...passkey} timeZone={timeZone} />
      {otherDomain !== null && <p>It was made for {otherDomain} and does not work here.</p>}
    </Row>
  );
}

type AppProps = { app: NonNullable<SecondFactor['app']>; timeZone: string; onRemove: () => void };

export function AppRow({ app, timeZone, onRemove }: AppProps) {
  return (
    <Row
      title="Authenticator app"
      actions={
        <Button size="small" variant="quiet" onClick={onRemove}>
          Remove<span className="sr-only"> the authenticator app</span>
        </Button>
      }
    >
      <UsedAt {...app} timeZone={timeZone} />
    </Row>
  );
}

export function CodesRow({ left, onRenew }: { left: number; onRenew: () => void }) {
  return (
    <Row
      title="Recovery codes"
      actions={
        <Button size="small" variant="quiet" onClick={onRenew}>
          Make new ones<span className="sr-only">: recovery codes</span>
        </Button>
      }
    >
      <p>
        {left === 0
          ? 'None is left. Make new ones, so that you can sign in without your phone.'
          : `${left} of ${recoveryCodeCount} are left, for when your phone is lost.`}
      </p>
    </Row>
  );
}
