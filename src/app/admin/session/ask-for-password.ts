import { createStore } from '#ui/create-store.ts';

/** The calls that wait for a recent password. However many wait, it is asked for once. */
type Asked = { promise: Promise<boolean>; resolve: (isProven: boolean) => void };

const asked = createStore<Asked | null>(null);

/** Resolves to whether the password was entered; `PasswordPrompt` asks for it. */
export function askForPassword(): Promise<boolean> {
  const waiting = asked.get() ?? Promise.withResolvers<boolean>();
  asked.set(waiting);
  return waiting.promise;
}

export function useIsPasswordAsked(): boolean {
  return asked.useValue() !== null;
}

export function answerPassword(isProven: boolean): void {
  asked.get()?.resolve(isProven);
  asked.set(null);
}
