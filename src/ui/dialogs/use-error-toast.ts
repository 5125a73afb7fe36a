import { useEffect, useRef } from 'react';
import { toast } from './toast.tsx';

/** The error toast of one form: typing, its next save, or leaving the form dismisses it. */
export function useErrorToast() {
  const id = useRef(0);
  useEffect(() => () => toast.dismiss(id.current), []);
  return {
    show(message: string): void {
      id.current = toast.error(message);
    },
    dismiss: () => toast.dismiss(id.current),
  };
}
