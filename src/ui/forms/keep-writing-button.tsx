import { Button } from './button.tsx';
import { useSaveKey } from './use-save-key.ts';

/** Saves and leaves everything as it is. The keys do the same, wherever the caret is. */
export function KeepWritingButton({ disabled, onPress }: { disabled: boolean; onPress: () => void }) {
  useSaveKey(() => {
    if (!disabled) onPress();
  });
  return (
    <Button variant="quiet" disabled={disabled} aria-keyshortcuts="Control+S Meta+S" onClick={onPress}>
      Save and keep writing
    </Button>
  );
}
