import { useRef } from 'react';
import { toast } from './toast.tsx';

/** The error toast of one form: its next save takes it away. */
export function useErrorToast() {
  const id = useRef(0);
  return {
    show(message: string): void {
      id.current = toast.error(message);
    },
    dismiss: () => toast.dismiss(id.current),
  };
}
