import { useEffect, useEffectEvent, useState } from 'react';
import { Button } from './button.tsx';

type Props = {
  disabled: boolean;
  /** What the form's own button does, when that is more than to save. */
  verb?: 'Save' | 'Add';
  /** A chosen picture is being prepared: a press waits for it. */
  isReading: boolean;
  onPress: () => void;
  /** The keys alone: typing saves the changes of a live article, and no save reaches visitors but its update. */
  isHidden?: boolean;
};

/** Saves and leaves everything as it is. The keys do the same, wherever the caret is. */
export function SaveAndStayButton({ verb = 'Save', disabled, isReading, onPress, isHidden }: Props) {
  const [isWaiting, setIsWaiting] = useState(false);
  const press = () => (isReading ? setIsWaiting(true) : onPress());
  const save = useEffectEvent(() => disabled || press());
  const saveNow = useEffectEvent(onPress);
  useEffect(() => {
    if (!isWaiting || isReading) return;
    setIsWaiting(false);
    saveNow();
  }, [isWaiting, isReading]);
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
  if (isHidden) return null;
  return (
    <Button variant="quiet" disabled={disabled} aria-keyshortcuts="Control+S Meta+S" onClick={press}>
      {verb} and keep writing
    </Button>
  );
}
