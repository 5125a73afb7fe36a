import { useRef, useState } from 'react';

/** Copies a text and tells of it. Without https, browsers offer no clipboard: then it selects the `field`, and says `otherwise`. */
export function useCopyToClipboard(copied: string, otherwise: string) {
  const field = useRef<HTMLInputElement & HTMLTextAreaElement>(null);
  const [told, setTold] = useState('');

  async function copy(text: string) {
    // Emptied first, so that screen readers announce a second copy.
    setTold('');
    try {
      await navigator.clipboard.writeText(text);
      setTold(copied);
    } catch {
      field.current?.select();
      setTold(otherwise);
    }
  }

  return { field, told, copy };
}
