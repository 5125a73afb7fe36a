import { Button } from './button.tsx';
import { Actions, Notice } from './screen.tsx';

/** Offers what an earlier visit left unsaved. */
export function KeptNotice({ at, onRestore, onDiscard }: { at: string; onRestore: () => void; onDiscard: () => void }) {
  const when = new Date(at).toLocaleString('en-US', { dateStyle: 'medium', timeStyle: 'short' });
  return (
    <Notice>
      <p>You have unsaved changes from {when}.</p>
      <Actions>
        <Button size="small" onClick={onRestore}>
          Restore
        </Button>
        <Button size="small" look="quiet" onClick={onDiscard}>
          Discard
        </Button>
      </Actions>
    </Notice>
  );
}
