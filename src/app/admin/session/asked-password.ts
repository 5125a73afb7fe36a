import { useSyncExternalStore } from 'react';

/** The calls that wait for a recent password. However many wait, it is asked for once. */
type Asked = { promise: Promise<boolean>; resolve: (isProven: boolean) => void };

let asked: Asked | null = null;
const listeners = new Set<() => void>();

/** Resolves to whether the password was entered; `PasswordPrompt` asks for it. */
export function askForPassword(): Promise<boolean> {
  asked ??= Promise.withResolvers<boolean>();
  tell();
  return asked.promise;
}

export function usePasswordAsked(): boolean {
  return useSyncExternalStore(subscribe, () => asked !== null);
}

export function answerPassword(isProven: boolean): void {
  asked?.resolve(isProven);
  asked = null;
  tell();
}

function tell(): void {
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
