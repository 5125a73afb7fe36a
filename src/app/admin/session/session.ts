import type { LoginAnswer, VerifyAnswer } from '#features/accounts/account.schema.ts';
import { accountMessages } from '#features/accounts/account.ts';
import type {
  SecondStepAnswer,
  SecondStepChallenge,
  SecondStepInput,
} from '#features/accounts/second-factor/second-factor.schema.ts';
import { codesLeftSentence } from '#features/accounts/second-factor/second-factor.ts';
import { type Api, createApiClient, withReadableErrors } from '#shared/calls/api-client.ts';
import { ApiError } from '#shared/calls/api-error.ts';
import { createStore } from '#ui/create-store.ts';
import { toast } from '#ui/dialogs/toast.tsx';
import { withOutageDetection } from '../outage-notice.tsx';
import { askForPassword } from './ask-for-password.ts';

export type Administrator = VerifyAnswer['administrator'];

/** `because` decides what the sign-in page says, and where it leads back to. */
export type SessionState =
  | { status: 'checking' }
  | { status: 'signed in'; administrator: Administrator }
  | { status: 'signed out'; because: 'none' | 'expired' | 'unreachable' | 'left' | 'left elsewhere' };

const tokenKey = 'adminToken';
const checking: SessionState = { status: 'checking' };
const session = createStore<SessionState>(checking);

/** For calls of the administrator area. Any 401 ends the session (E2). */
export const api: Api = createApiClient(
  withReadableErrors(withOutageDetection((path, init) => fetch(path, keepDraftsAliveOnClose(path, init)))),
  {
    token: storedToken,
    onUnauthorized: () => {
      localStorage.removeItem(tokenKey);
      if (session.get().status !== 'signed out') session.set({ status: 'signed out', because: 'expired' });
    },
    prove: askForPassword,
  },
);

/** Sends drafts even while the page closes. Browsers allow 64 KB for that. */
function keepDraftsAliveOnClose(path: string, init?: RequestInit): RequestInit {
  const isSmall = typeof init?.body !== 'string' || init.body.length < 20_000;
  return { ...init, ...(path.includes('/drafts/admin/') && isSmall && { keepalive: true }) };
}

/** For calls without a session: a 401 ends nothing. */
export const openApi = createApiClient((path, init) => fetch(path, init));

export const useSession = session.useValue;

/** A network error or 5xx counts as signed out for now, but keeps the token (E3). */
export async function checkSession(): Promise<void> {
  if (storedToken() === null) return session.set({ status: 'signed out', because: 'none' });
  session.set(checking);
  await refreshSession();
}

/** @throws ApiError when this browser keeps nothing: without a token no one stays signed in */
export function requireStorage(): void {
  try {
    localStorage.setItem('storage', '');
    localStorage.removeItem('storage');
  } catch {
    throw new ApiError(400, { message: accountMessages.noStorage, code: 'no_storage' });
  }
}

/** Signs in by its answer. Returns the second step, or null. @throws Error when there is neither token nor second step */
export async function startSession({ token, challenge }: Partial<LoginAnswer>): Promise<SecondStepChallenge | null> {
  if (token) await startSessionWith(token);
  else if (challenge) return challenge;
  else throw new Error(accountMessages.noToken);
  return null;
}

/** @throws ApiError for a wrong code */
export async function finishSignIn(input: SecondStepInput): Promise<void> {
  const { token, recoveryCodesLeft } = await openApi.call<SecondStepAnswer>('POST', '/admin/login/second', input);
  await startSessionWith(token);
  if (recoveryCodesLeft !== undefined) toast.warning(codesLeftSentence(recoveryCodesLeft));
}

async function startSessionWith(token: string): Promise<void> {
  localStorage.setItem(tokenKey, token);
  await refreshSession();
  if (session.get().status === 'signed in') toast.success(accountMessages.signedIn);
}

/** Removes the token from this browser, even when the call fails. `detail`: what the toast says besides. */
export async function signOut(detail: string): Promise<void> {
  const token = storedToken();
  clearSession(detail);
  if (token === null) return;
  const asBefore = createApiClient((path, init) => fetch(path, init), { token: () => token });
  await asBefore.call('POST', '/admin/logout').catch(() => undefined);
}

/** After the server has ended the session. */
export function clearSession(detail = ''): void {
  localStorage.removeItem(tokenKey);
  session.set({ status: 'signed out', because: 'left' });
  toast.success(accountMessages.signedOut, { detail });
}

/** Signing out in one tab signs out in all, and so does signing in as someone else. */
export function followOtherTabs(): void {
  window.addEventListener('storage', ({ key, newValue }) => {
    if (key === tokenKey) follow(newValue);
  });
  // A page that Back takes out of the browser's memory has heard of nothing.
  window.addEventListener('pageshow', ({ persisted }) => {
    if (persisted && session.get().status === 'signed in') follow(storedToken());
  });
}

function follow(token: string | null): void {
  if (token === null) session.set({ status: 'signed out', because: 'left elsewhere' });
  // No spinner in between: the same person continues where they were.
  else void refreshSession();
}

/** Takes the names of the account, which may have changed. */
export async function refreshSession(): Promise<void> {
  try {
    const { administrator } = await api.call<VerifyAnswer>('GET', '/admin/verify');
    const found: SessionState = { status: 'signed in', administrator };
    if (JSON.stringify(session.get()) !== JSON.stringify(found)) session.set(found);
  } catch {
    if (storedToken() !== null && session.get().status !== 'signed in')
      session.set({ status: 'signed out', because: 'unreachable' });
  }
}

function storedToken(): string | null {
  try {
    return localStorage.getItem(tokenKey);
  } catch {
    return null;
  }
}
