import type { ReactNode } from 'react';
import { Button } from '#ui/forms/button.tsx';
import { Actions, Notice } from '#ui/page/screen.tsx';
import type { Planning } from './use-scheduling.ts';

/** Says that a draft is planned, and what its saves do. The child says when it goes live. */
export function ScheduleNotice({ planning, children }: { planning: Planning; children: ReactNode }) {
  const { isBusy, askChange, takeOut } = planning;
  return (
    <Notice>
      <p>
        <strong>This draft is planned.</strong> {children} The newest save is what goes out.
      </p>
      <Actions>
        <Button size="small" variant="quiet" aria-disabled={isBusy} onClick={() => void (isBusy || askChange())}>
          Change the time…
        </Button>
        <Button size="small" variant="quiet" aria-disabled={isBusy} onClick={() => void (isBusy || takeOut())}>
          Take out of the plan
        </Button>
      </Actions>
    </Notice>
  );
}
