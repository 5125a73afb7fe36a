import { useSyncExternalStore } from 'react';

export type Upload = {
  /** 0 to 1; at 1 the server is at work. */
  sent: number;
  cancel: () => void;
};

const running = new Map<File, Upload>();
const listeners = new Set<() => void>();

/** The upload of that picture while it is on its way, whichever form has begun it. */
export function useUpload(file: File | null): Upload | null {
  return useSyncExternalStore(subscribe, () => (file && running.get(file)) ?? null);
}

/** Until it is called with null. */
export function showUpload(file: File, upload: Upload | null): void {
  if (upload) running.set(file, upload);
  else running.delete(file);
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
