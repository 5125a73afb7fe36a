/**
 * The taps of check-in that the server does not have yet. They are kept on this device with their time, without a name, and
 * sent in their order, again and again until the connection and the session are back.
 */
import { useSyncExternalStore } from 'react';
import type { Api } from '#shared/api-client.ts';
import { ApiError } from '#shared/api-error.ts';
import { toast } from '#ui/dialogs/toast.tsx';
import type { Registration } from '../registration.schema.ts';
import { setPresence } from '../registrations-admin.client.ts';

export type Tap = { eventId: number; id: number; isPresent: boolean; at: string };

/** Whose device it is, and how to reach the server. */
export type Sender = { api: Api; owner: string };

type SentListener = (eventId: number, guest: Registration) => void;

/** A weak network may neither answer nor fail. */
const longestMs = 20_000;

const prefix = 'check-in-taps:';
const noTaps: readonly Tap[] = [];
const listeners = new Set<() => void>();
const sentListeners = new Set<SentListener>();
let running: Promise<void> | null = null;
let failures = 0;
let timer: ReturnType<typeof setTimeout> | undefined;
/** The taps as they were last read, so that the same text is the same list. */
let seen: { text: string | null; taps: readonly Tap[] } = { text: null, taps: noTaps };
/** Where the browser forbids to keep anything they last as long as the page. */
const unkept = new Map<string, string>();

/** A later tap of the same guest replaces an earlier one. */
export function tapGuest(sender: Sender, tap: Tap): void {
  write(sender.owner, [...others(tapsOf(sender.owner), tap), tap]);
  void sendTaps(sender);
}

export function useTaps(owner: string): readonly Tap[] {
  return useSyncExternalStore(watch, () => tapsOf(owner));
}

/** Tells what the server made of each tap. Answers how to stop. */
export function watchSent(listener: SentListener): () => void {
  sentListeners.add(listener);
  return () => sentListeners.delete(listener);
}

/** Call it after a sign-in: sends what an earlier visit has left behind. Answers how to stop. */
export function resumeTaps(sender: Sender): () => void {
  const resume = () => void sendTaps(sender);
  resume();
  window.addEventListener('online', resume);
  return () => {
    window.removeEventListener('online', resume);
    clearTimeout(timer);
  };
}

function sendTaps(sender: Sender): Promise<void> {
  clearTimeout(timer);
  running ??= sendAll(sender).finally(() => {
    running = null;
  });
  return running;
}

async function sendAll(sender: Sender): Promise<void> {
  for (let [tap] = tapsOf(sender.owner); tap; [tap] = tapsOf(sender.owner)) {
    try {
      const guest = await send(sender.api, tap);
      failures = 0;
      for (const listener of sentListeners) listener(tap.eventId, guest);
    } catch (error) {
      if (!isFinal(error)) return waitForBetter(sender, error);
      toast.error(`One tap was not taken: ${error.message}`);
    }
    write(
      sender.owner,
      tapsOf(sender.owner).filter((one) => !isSame(one, tap)),
    );
  }
}

/** A clock that goes ahead makes a time in the future, which is refused: the time of the server counts then. */
async function send(api: Api, tap: Tap): Promise<Registration> {
  const { isPresent, at } = tap;
  try {
    return await setPresence(api, tap, { isPresent, at }, AbortSignal.timeout(longestMs));
  } catch (error) {
    if (!(error instanceof ApiError) || error.status !== 400) throw error;
    return setPresence(api, tap, { isPresent }, AbortSignal.timeout(longestMs));
  }
}

/** After a 401 the next sign-in resumes. */
function waitForBetter(sender: Sender, error: unknown): void {
  if (error instanceof ApiError && error.status === 401) return;
  failures += 1;
  timer = setTimeout(() => void sendTaps(sender), Math.min(30_000, 1000 * 2 ** failures));
}

/** Another try would be refused as well. */
function isFinal(error: unknown): error is ApiError {
  return error instanceof ApiError && error.status < 500 && ![401, 408, 429].includes(error.status);
}

function others(taps: readonly Tap[], tap: Tap): Tap[] {
  return taps.filter(({ eventId, id }) => eventId !== tap.eventId || id !== tap.id);
}

function isSame(one: Tap, other: Tap): boolean {
  return one.eventId === other.eventId && one.id === other.id && one.at === other.at;
}

function tapsOf(owner: string): readonly Tap[] {
  const text = unkept.get(owner) ?? stored(prefix + owner);
  if (text !== seen.text) seen = { text, taps: parsed(text) };
  return seen.taps;
}

function stored(key: string): string | null {
  try {
    return localStorage.getItem(key);
  } catch {
    return null;
  }
}

function parsed(text: string | null): readonly Tap[] {
  try {
    const taps: unknown = JSON.parse(text ?? '[]');
    return Array.isArray(taps) ? (taps as Tap[]) : noTaps;
  } catch {
    return noTaps;
  }
}

function write(owner: string, taps: readonly Tap[]): void {
  try {
    if (taps.length > 0) localStorage.setItem(prefix + owner, JSON.stringify(taps));
    else localStorage.removeItem(prefix + owner);
    unkept.delete(owner);
  } catch {
    unkept.set(owner, JSON.stringify(taps));
  }
  for (const listener of listeners) listener();
}

/** Another tab of this browser may have tapped. */
function watch(listener: () => void): () => void {
  listeners.add(listener);
  window.addEventListener('storage', listener);
  return () => {
    listeners.delete(listener);
    window.removeEventListener('storage', listener);
  };
}
