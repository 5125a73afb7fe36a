import type { ReactNode } from 'react';
import { countOf } from '#shared/text.ts';
import { useConfirm } from '#ui/dialogs/confirm.tsx';
import { useEditing } from '#ui/drafts/editing-context.ts';
import { useTaps } from './taps.client.ts';

/** Asks before somebody signs out with taps that are not sent. */
export function useLeavingCheckIn(): { mayLogOut: () => Promise<boolean>; dialog: ReactNode } {
  const { owner } = useEditing();
  const taps = useTaps(owner);
  const { confirm, dialog } = useConfirm();
  const detail = 'They stay on this device, without names, and are sent when you sign in here again.';
  const mayLogOut = async () =>
    taps.length === 0 ||
    confirm(`${countOf(taps.length, 'tap')} of check-in not sent yet.`, 'Log out', { detail, keep: 'Stay' });
  return { mayLogOut, dialog };
}
