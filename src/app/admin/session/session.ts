import { useSyncExternalStore } from 'react';
import { accountMessages } from '#features/accounts/account.ts';
import { type Administrator, signIn, signOut, verifySession } from '#features/accounts/accounts.client.ts';
import { forgetAllLists } from '#features/registrations/check-in/kept-list.client.ts';
import { fetchWithProgress } from '#features/uploads/field/fetch-with-progress.client.ts';
import { type Api, createApi, withReadableErrors } from '#shared/api-client.ts';
import { toast } from '#ui/dialogs/toast.tsx';
import { withOutageDetection } from '../shell/outage-notice.tsx';
import { askForProof } from './proof.ts';

/** `because` decides what the sign-in page says, and where it leads back to. */
export type SessionState =
  | { status: 'checking' }
  | { status: 'signed in'; administrator: Administrator }
  | { status: 'signed out'; because: 'none' | 'expired' | 'unreachable' | 'left' | 'left elsewhere' };

const tokenKey = 'adminToken';
const checking: SessionState = { status: 'checking' };
let state: SessionState = checking;
const listeners = new Set<() => void>();

/** For calls of the administrator area. Any 401 ends the session (E2). */
export const api: Api = createApi(
  withReadableErrors(withOutageDetection(fetchWithProgress((path, init) => fetch(path, init)))),
  {
    token: storedToken,
    onUnauthorized: () => {
      localStorage.removeItem(tokenKey);
      if (state.status !== 'signed out') enter({ status: 'signed out', because: 'expired' });
    },
    prove: askForProof,
  },
);

/** For calls without a session: a 401 ends nothing. */
export const openApi = createApi((path, init) => fetch(path, init));

export function useSession(): SessionState {
  return useSyncExternalStore(subscribe, () => state);
}

/** A network error or 5xx counts as signed out for now, but keeps the token (E3). */
export async function checkSession(): Promise<void> {
  if (storedToken() === null) return enter({ status: 'signed out', because: 'none' });
  enter(checking);
  await enterSession();
}

/** @throws Error whose message the sign-in page shows */
export async function startSession(input: { usernameOrEmail: string; password: string }): Promise<void> {
  await startSessionWith(await signIn(openApi, input));
}

export async function startSessionWith(token: string): Promise<void> {
  localStorage.setItem(tokenKey, token);
  await enterSession();
  if (state.status === 'signed in') toast.success(accountMessages.signedIn);
}

/** Removes the token from this browser, even when the call fails. */
export async function endSession(): Promise<void> {
  const token = storedToken();
  leave();
  if (token === null) return;
  await signOut(createApi((path, init) => fetch(path, init), { token: () => token })).catch(() => undefined);
}

/** After the server has ended the session. */
export function leave(): void {
  localStorage.removeItem(tokenKey);
  forgetAllLists();
  enter({ status: 'signed out', because: 'left' });
  toast.success(accountMessages.signedOut);
}

/** Signing out in one tab signs out in all, and so does signing in as somebody else. */
export function watchOtherTabs(): void {
  window.addEventListener('storage', (event) => {
    if (event.key !== tokenKey) return;
    if (event.newValue === null) enter({ status: 'signed out', because: 'left elsewhere' });
    // No spinner in between: the same person goes on where they were.
    else void enterSession();
  });
}

/** After a change of one's own name or address. */
export async function refreshSession(): Promise<void> {
  await enterSession();
}

async function enterSession(): Promise<void> {
  try {
    const administrator = await verifySession(api);
    if (state.status === 'signed in' && isSame(state.administrator, administrator)) return;
    enter({ status: 'signed in', administrator });
  } catch {
    if (storedToken() !== null && state.status !== 'signed in') enter({ status: 'signed out', because: 'unreachable' });
  }
}

function isSame(one: Administrator, other: Administrator): boolean {
  return one.id === other.id && one.username === other.username && one.email === other.email;
}

function storedToken(): string | null {
  return localStorage.getItem(tokenKey);
}

function enter(next: SessionState): void {
  state = next;
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
