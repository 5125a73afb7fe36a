/** Check-in taps not yet on the site: kept in memory with their time, and sent in order until they arrive. */
import type { Api } from '#shared/calls/api-client.ts';
import { ApiError, errorMessage } from '#shared/calls/api-error.ts';
import { mayPass, retryPauseMs } from '#shared/calls/retry.ts';
import { createStore } from '#ui/create-store.ts';
import { toast } from '#ui/dialogs/toast.tsx';
import type { Registration } from '../registration.schema.ts';
import { guestsPath } from '../registrations-admin.client.ts';

/** `owner`: who tapped. After a session has ended someone else may sign in on the same page. */
export type Tap = { owner: string; eventId: number; id: number; isPresent: boolean; at: string };

type SentListener = (eventId: number, guest: Registration) => void;

/** A weak network may neither answer nor fail. */
const longestMs = 20_000;

const taps = createStore<readonly Tap[]>([]);
let isSending = false;
let failures = 0;
let endPause = () => {};
const sentListeners = new Set<SentListener>();

/** A later tap of the same guest replaces an earlier one. */
export function checkInGuest(api: Api, tap: Tap): void {
  taps.set([...taps.get().filter(({ eventId, id }) => eventId !== tap.eventId || id !== tap.id), tap]);
  failures = 0;
  endPause();
  void sendWaitingTaps(api, tap.owner);
}

export const useTaps = taps.useValue;

/** Tells what the server made of each tap. Returns how to stop. */
export function watchSentTaps(listener: SentListener): () => void {
  sentListeners.add(listener);
  return () => sentListeners.delete(listener);
}

/** Sends the taps of `owner`. Ends when all have arrived, or with the session: then call it again after the next sign-in. */
export async function sendWaitingTaps(api: Api, owner: string): Promise<void> {
  if (isSending) return;
  isSending = true;
  const next = () => taps.get().find((tap) => tap.owner === owner);
  for (let tap = next(); tap; tap = next())
    try {
      const { eventId, id, isPresent, at } = tap;
      const path = `${guestsPath(eventId)}/${id}/present`;
      const guest = await api.call<Registration>('POST', path, { isPresent, at }, AbortSignal.timeout(longestMs));
      for (const listener of sentListeners) listener(eventId, guest);
      dropTap(tap);
      failures = 0;
    } catch (error) {
      if (error instanceof ApiError && error.status === 401) break;
      if (mayPass(error)) await pause(retryPauseMs((failures += 1)));
      else {
        toast.error(`One tap was refused: ${errorMessage(error, 'please try again.')}`);
        dropTap(tap);
      }
    }
  isSending = false;
}

/** A new tap ends it, and so does the network when it is back. */
function pause(milliseconds: number): Promise<void> {
  return new Promise((done) => {
    endPause = done;
    addEventListener('online', () => done(), { once: true });
    setTimeout(done, milliseconds);
  });
}

function dropTap(tap: Tap): void {
  taps.set(taps.get().filter((one) => one !== tap));
}
