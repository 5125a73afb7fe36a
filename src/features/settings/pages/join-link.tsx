import type { ReactNode } from 'react';
import { type ButtonVariant, buttonClass, LinkButton } from '#ui/forms/button.tsx';
import { Icon } from '#ui/theme/icon.tsx';
import { newsletterPlace, usePageSettings } from './site-context.ts';

type JoinLinkProps = { variant?: ButtonVariant; onClick?: () => void; children: ReactNode };

/** Leads to the society's membership form, or to the newsletter until one is set. */
export function JoinLink({ variant = 'primary', onClick, children }: JoinLinkProps) {
  const { membershipUrl } = usePageSettings();
  if (!membershipUrl) {
    return (
      <LinkButton variant={variant} to={newsletterPlace.address} onClick={onClick}>
        {children}
      </LinkButton>
    );
  }
  return (
    <a className={buttonClass({ variant })} href={membershipUrl} target="_blank" rel="noopener" onClick={onClick}>
      {children}
      <Icon name="external" />
    </a>
  );
}
