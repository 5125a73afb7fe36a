import { useState } from 'react';
import { Button } from '#ui/forms/button.tsx';
import { Row } from '#ui/lists/rows.tsx';
import { Badge } from '#ui/page/badge.tsx';
import { RelativeTime } from '#ui/page/relative-time.tsx';
import type { Passkey, SecondFactor } from '../second-factor/second-factor.schema.ts';
import { recoveryCodeCount } from '../second-factor/second-factor.ts';
import { PasskeyRenaming } from './passkey-setup.tsx';

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

type PasskeyProps = {
  passkey: Passkey;
  timeZone: string;
  onRenamed: (message: string) => Promise<void>;
  onRemove: () => void;
};

export function PasskeyRow({ passkey, timeZone, onRenamed, onRemove }: PasskeyProps) {
  const { id, name, otherDomain } = passkey;
  const [isRenaming, setIsRenaming] = useState(false);
  return (
    <Row
      title={name}
      badges={<Badge past={otherDomain !== null}>Passkey</Badge>}
      actions={
        !isRenaming && (
          <>
            <Button size="small" variant="quiet" onClick={() => setIsRenaming(true)}>
              Rename<span className="sr-only"> the passkey {name}</span>
            </Button>
            <Button size="small" variant="quiet" onClick={onRemove}>
              Remove<span className="sr-only"> the passkey {name}</span>
            </Button>
          </>
        )
      }
    >
      <UsedAt {...passkey} timeZone={timeZone} />
      {isRenaming && (
        <PasskeyRenaming
          id={id}
          name={name}
          onRenamed={async (message) => {
            await onRenamed(message);
            setIsRenaming(false);
          }}
          onCancel={() => setIsRenaming(false)}
        />
      )}
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
