import { type RefObject, useEffect, useEffectEvent } from 'react';

/**
 * Handles pictures pasted into the field or its form; texts handle their own. A drop beside the field does nothing: the browser
 * would leave the page.
 */
export function usePastedPictures(field: RefObject<HTMLElement | null>, take: (file: File) => void): void {
  const takeLatest = useEffectEvent(take);
  useEffect(() => {
    const onPaste = (event: ClipboardEvent) => {
      const picture = [...(event.clipboardData?.files ?? [])].find((file) => file.type.startsWith('image/'));
      if (!picture || event.defaultPrevented || !field.current) return;
      if (!isFor(field.current, event)) return;
      event.preventDefault();
      takeLatest(picture);
    };
    document.addEventListener('paste', onPaste);
    document.addEventListener('dragover', refuseFile);
    document.addEventListener('drop', refuseFile);
    return () => {
      document.removeEventListener('paste', onPaste);
      document.removeEventListener('dragover', refuseFile);
      document.removeEventListener('drop', refuseFile);
    };
  }, [field]);
}

function isFor(field: HTMLElement, { target, clipboardData }: ClipboardEvent): boolean {
  if (!(target instanceof Element) || document.querySelector('dialog[open]')) return false;
  if (field.contains(target)) return true;
  if (target.closest('[contenteditable="true"]')) return false;
  // Office programs copy text together with a picture of it.
  if (target.matches('input, textarea') && clipboardData?.types.includes('text/plain')) return false;
  const form = field.closest('form');
  const isFirst = form?.querySelector('[data-picture-field]') === field;
  return isFirst && (target === document.body || form.contains(target));
}

function refuseFile(event: DragEvent): void {
  if (event.defaultPrevented || !event.dataTransfer?.types.includes('Files')) return;
  if (event.target instanceof Element && event.target.closest('[contenteditable="true"], input[type="file"]')) return;
  event.preventDefault();
  event.dataTransfer.dropEffect = 'none';
}
