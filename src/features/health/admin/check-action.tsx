import { Button, LinkButton } from '#ui/forms/button.tsx';
import type { Action, CheckResult } from '../check-result.ts';

/** `call`: makes the call of an action that is one; without it nothing is shown for it. */
export function checkAction(action: CheckResult['action'], call?: (action: Extract<Action, { path: string }>) => void) {
  if (!action || !('to' in action || call)) return null;
  const look = { size: 'small', variant: 'quiet', children: action.label } as const;
  if ('to' in action) return <LinkButton {...look} to={action.to} />;
  return <Button {...look} onClick={() => call?.(action)} />;
}
