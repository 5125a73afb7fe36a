import type { ReactNode } from 'react';
import { RelativeTime } from '#features/settings/admin/relative-time.tsx';
import { Button } from '#ui/forms/button.tsx';
import { Row } from '#ui/lists/rows.tsx';
import { Badge } from '#ui/page/badge.tsx';
import type { Passkey, SecondFactor } from '../second-factor/second-factor.schema.ts';
import { recoveryCodeCount } from '../second-factor/second-factor.ts';

type Times = { createdAt: string; lastUsedAt: string | null };

function UsedAt({ createdAt, lastUsedAt }: Times) {
  return (
    <p>
      Set up <RelativeTime at={createdAt} />,{' '}
      {lastUsedAt ? (
        <>
          last used <RelativeTime at={lastUsedAt} />
        </>
      ) : (
        'not used yet'
      )}
    </p>
  );
}

type FactorProps = { title: string; badges?: ReactNode; action: [text: string, about: string]; onAct: () => void };

function FactorRow({ title, badges, action: [text, about], onAct, children }: FactorProps & { children: ReactNode }) {
  return (
    <Row
      title={title}
      badges={badges}
      actions={
        <Button size="small" variant="quiet" onClick={onAct}>
          {text}
          <span className="sr-only">{about}</span>
        </Button>
      }
    >
      {children}
    </Row>
  );
}

type PasskeyProps = { passkey: Passkey; onRemove: () => void };

export function PasskeyRow({ passkey, onRemove }: PasskeyProps) {
  const { name, otherDomain } = passkey;
  const badge = <Badge past={otherDomain !== null}>Passkey</Badge>;
  return (
    <FactorRow title={name} badges={badge} action={['Remove', ` the passkey ${name}`]} onAct={onRemove}>
      <UsedAt {...passkey} />
      {otherDomain !== null && <p>It was made for {otherDomain} and does not work here.</p>}
    </FactorRow>
  );
}

type AppProps = { app: NonNullable<SecondFactor['app']>; onRemove: () => void };

export function AppRow({ app, onRemove }: AppProps) {
  return (
    <FactorRow title="Authenticator app" action={['Remove', ' the authenticator app']} onAct={onRemove}>
      <UsedAt {...app} />
    </FactorRow>
  );
}

export function CodesRow({ left, onRenew }: { left: number; onRenew: () => void }) {
  return (
    <FactorRow title="Recovery codes" action={['Make new ones', ': recovery codes']} onAct={onRenew}>
      <p>
        {left === 0
          ? 'None is left. Make new ones, so that you can sign in without your phone.'
          : `${left} of ${recoveryCodeCount} are left, in case you lose your phone.`}
      </p>
    </FactorRow>
  );
}
