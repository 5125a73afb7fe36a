import { useEffect, useRef } from 'react';

/** Ctrl+S and Cmd+S save, wherever the caret is. Never the browser's own 'Save page as'. */
export function useSaveKey(save: () => void): void {
  const latest = useRef(save);
  useEffect(() => {
    latest.current = save;
  });
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      const isSave = (event.ctrlKey || event.metaKey) && !event.altKey && !event.shiftKey && event.key === 's';
      if (!isSave) return;
      event.preventDefault();
      if (!event.repeat && !document.querySelector('dialog[open]')) latest.current();
    };
    window.addEventListener('keydown', onKey);
    return () => window.removeEventListener('keydown', onKey);
  }, []);
}
