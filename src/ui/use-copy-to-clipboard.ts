import { useState } from 'react';

/** Copies a text and tells of it. `otherwise` says what else can be done: without https, browsers offer no clipboard. */
export function useCopyToClipboard(copied: string, otherwise: () => string) {
  const [told, setTold] = useState('');

  async function copy(text: string) {
    // Emptied first, so that screen readers announce a second copy.
    setTold('');
    try {
      await navigator.clipboard.writeText(text);
      setTold(copied);
    } catch {
      setTold(otherwise());
    }
  }

  return { told, copy };
}
