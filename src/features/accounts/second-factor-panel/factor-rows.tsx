import type { ReactNode } from 'react';
import { RelativeTime } from '#features/settings/admin/relative-time.tsx';
import { Button } from '#ui/forms/button.tsx';
import { Row, Rows } from '#ui/lists/rows.tsx';
import { Badge } from '#ui/page/badge.tsx';
import { Notice } from '#ui/page/screen-parts.tsx';
import type { SecondFactor } from '../second-factor/second-factor.schema.ts';
import { recoveryCodeCount } from '../second-factor/second-factor.ts';

function UsedAt({ createdAt, lastUsedAt }: { createdAt: string; lastUsedAt: string | null }) {
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

type FactorsProps = {
  factor: SecondFactor;
  remove: (question: string, path: string) => void;
  onRenew: () => void;
};

export function FactorRows({ factor: { app, passkeys, recoveryCodesLeft }, remove, onRenew }: FactorsProps) {
  if (!app && passkeys.length === 0)
    return (
      <Notice isWarning>
        <p>
          You sign in with your password alone. With a second factor, someone who learns your password cannot sign in
          without your phone or computer.
        </p>
      </Notice>
    );
  return (
    <Rows label="Second factor">
      {passkeys.map(({ id, name, otherDomain, ...times }) => (
        <FactorRow
          key={id}
          title={name}
          badges={<Badge past={otherDomain !== null}>Passkey</Badge>}
          action={['Remove', ` the passkey ${name}`]}
          onAct={() => remove(`Remove the passkey “${name}”?`, `passkeys/${id}`)}
        >
          <UsedAt {...times} />
          {otherDomain !== null && <p>It was made for {otherDomain} and does not work here.</p>}
        </FactorRow>
      ))}
      {app && (
        <FactorRow
          title="Authenticator app"
          action={['Remove', ' the authenticator app']}
          onAct={() => remove('Remove the authenticator app?', 'app')}
        >
          <UsedAt {...app} />
        </FactorRow>
      )}
      <FactorRow title="Recovery codes" action={['Make new ones', ': recovery codes']} onAct={onRenew}>
        <p>
          {recoveryCodesLeft === 0
            ? 'You have no recovery code left. Make new ones, so that you can sign in without your phone.'
            : `${recoveryCodesLeft} of ${recoveryCodeCount} are left, in case you lose your phone.`}
        </p>
      </FactorRow>
    </Rows>
  );
}
