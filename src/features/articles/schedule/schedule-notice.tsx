import type { ReactNode } from 'react';
import { Button } from '#ui/forms/button.tsx';
import { ActionRow, Notice } from '#ui/page/screen-parts.tsx';
import type { Scheduling } from './use-scheduling.ts';

type Props = { isLate: boolean; scheduling: Scheduling; onUnscheduled: () => void; children: ReactNode };

/** Says that a draft is scheduled and what saving it does. The child says when it goes live, or why it has not. */
export function ScheduleNotice({ isLate, scheduling, onUnscheduled, children }: Props) {
  const { isBusy, ask } = scheduling;

  async function unschedule() {
    if (!isBusy && (await scheduling.unschedule())) onUnscheduled();
  }

  return (
    <Notice isWarning={isLate}>
      <p>
        <strong>{isLate ? 'This draft will not go live by itself.' : 'This draft is scheduled.'}</strong> {children}
        {!isLate && '. Changes are in it once you press Update.'}
      </p>
      <ActionRow>
        <Button size="small" variant="quiet" aria-disabled={isBusy} onClick={() => isBusy || ask()}>
          Change the schedule…
        </Button>
        <Button size="small" variant="quiet" aria-disabled={isBusy} onClick={() => void unschedule()}>
          Unschedule
        </Button>
      </ActionRow>
    </Notice>
  );
}
