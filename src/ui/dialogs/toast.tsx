import { useEffect, useLayoutEffect, useRef } from 'react';
import { createStore } from '../create-store.ts';
import { keepToastClear } from './keep-toast-clear.ts';
import styles from './toast.module.css';

type ToastKind = 'loading' | 'success' | 'error' | 'info' | 'warning';
export type ToastOptions = {
  /** More than the message says. */
  detail?: string;
  actions?: Action[];
  /** Names a notice on the page that says the same; it waits until the toast closes. */
  about?: string;
};
type Action = { label: string; onClick: () => void };
type Toast = ToastOptions & { id: number; kind: ToastKind; message: string };

/** The colour alone says little, and the society may have chosen a red one. */
const signs: Partial<Record<ToastKind, string>> = { success: '✓', error: '!', warning: '!' };

const toasts = createStore<Toast[]>([]);
let lastId = 0;
/** The last toast before the last press. */
let lastSeenId = 0;

/** Each call answers the toast's id. A loading toast stays until it is dismissed. */
export const toast = {
  loading: (message: string, options?: ToastOptions) => addToast('loading', message, options),
  success: (message: string, options?: ToastOptions) => addToast('success', message, options),
  error: (message: string, options?: ToastOptions) => addToast('error', message, options),
  info: (message: string, options?: ToastOptions) => addToast('info', message, options),
  warning: (message: string, options?: ToastOptions) => addToast('warning', message, options),
  dismiss(id: number): void {
    toasts.set(toasts.get().filter((one) => one.id !== id));
  },
  /** On another screen: what came before the press that led there stays behind, but for what still goes on. */
  leaveBehind(): void {
    toasts.set(toasts.get().filter(({ id, kind }) => id > lastSeenId || kind === 'loading'));
  },
};

/** A live region must be on the page from the start: screen readers skip one that arrives with its text. */
export function Toaster() {
  const shown = useShownToast();
  useEffect(() => {
    const ends = new AbortController();
    for (const press of ['click', 'popstate'])
      addEventListener(press, markSeen, { capture: true, signal: ends.signal });
    return () => ends.abort();
  }, []);
  return (
    <div data-screen-only role="region" aria-label="Notifications" aria-live="polite">
      {shown && <ToastView key={shown.id} toast={shown} />}
    </div>
  );
}

/** One at a time: the last. */
export function useShownToast(): Toast | undefined {
  return toasts.useValue().at(-1);
}

function ToastView({ toast: one }: { toast: Toast }) {
  useEffect(() => {
    if (one.kind === 'loading') return;
    const seconds = one.kind === 'error' || one.kind === 'warning' || one.actions ? 10 : 5;
    const timer = setTimeout(() => toast.dismiss(one.id), seconds * 1000);
    return () => clearTimeout(timer);
  }, [one]);
  const place = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => (place.current ? keepToastClear(place.current) : undefined), []);
  return (
    <div ref={place} className={styles.toast} data-kind={one.kind}>
      <span className={styles.mark} aria-hidden="true">
        {signs[one.kind]}
      </span>
      <div className={styles.words}>
        <p>{one.message}</p>
        {one.detail && <p className="muted">{one.detail}</p>}
        {one.actions?.map((action) => (
          <button
            key={action.label}
            type="button"
            className={`notable ${styles.action}`}
            onClick={() => act(one, action)}
          >
            {action.label}
          </button>
        ))}
      </div>
      <button type="button" className={styles.close} aria-label="Dismiss" onClick={() => toast.dismiss(one.id)}>
        ×
      </button>
    </div>
  );
}

function act(one: Toast, { onClick }: Action): void {
  toast.dismiss(one.id);
  onClick();
}

function markSeen(): void {
  lastSeenId = lastId;
}

function addToast(kind: ToastKind, message: string, options: ToastOptions = {}): number {
  lastId += 1;
  // What goes on or can be acted on comes back after this one.
  const stays = (one: Toast) => one.kind === 'loading' || (one.kind !== 'error' && one.actions);
  toasts.set([...toasts.get().filter(stays), { id: lastId, kind, message, ...options }].slice(-3));
  return lastId;
}
