import { useEffect, useEffectEvent } from 'react';
import { Button } from './button.tsx';

/** Saves and leaves everything as it is. The keys do the same, wherever the caret is. */
export function SaveAndStayButton({ disabled, onPress }: { disabled: boolean; onPress: () => void }) {
  const save = useEffectEvent(() => disabled || onPress());
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      const isSave = (event.ctrlKey || event.metaKey) && !event.altKey && !event.shiftKey && event.key === 's';
      if (!isSave) return;
      // Never the browser's own 'Save page as'.
      event.preventDefault();
      if (!event.repeat && !document.querySelector('dialog[open]')) save();
    };
    window.addEventListener('keydown', onKey);
    return () => window.removeEventListener('keydown', onKey);
  }, []);
  return (
    <Button variant="quiet" disabled={disabled} aria-keyshortcuts="Control+S Meta+S" onClick={onPress}>
      Save and keep writing
    </Button>
  );
}
