import { useEffect, useMemo, useState } from 'react';
import type { Api } from '#shared/api-client.ts';
import { useApi } from '#ui/api.ts';
import { useBusy } from '#ui/forms/use-busy.ts';
import { oncePerKey } from '#ui/once.ts';
import type { OwnRegistrationInput } from '../registration.schema.ts';
import { registrationMessages } from '../registration.ts';
import { changeOwnRegistration, eraseOwnRegistration, giveBack } from '../registrations.client.ts';
import { confirmOwn, loadOwn, loadRefused, type OwnLoaded } from './own-registration.ts';
import { signupTexts } from './signup-texts.ts';

export type OwnSignupState = ReturnType<typeof useOwnSignup>;

type Link = {
  token: string;
  /** What the server knew when it made the page. */
  first: OwnLoaded | null;
  /** The page is the answer to a form: nothing happens by itself. */
  isByHand: boolean;
};

/** Somebody's own sign-up. It is loaded and confirmed once for each token; each verb resolves with what came of it. */
export function useOwnSignup({ token, first, isByHand }: Link) {
  const api = useApi();
  const [own, setOwn] = useState(first);
  const { isBusy, run } = useBusy();
  const confirmOnce = useMemo(() => oncePerKey((key) => openOwn(api, key, first)), [api, first]);

  useEffect(() => {
    if (isByHand || (first && first.registration?.state !== 'pending')) return;
    let isCurrent = true;
    void confirmOnce(token).then((opened) => {
      if (isCurrent) setOwn(opened);
    });
    return () => {
      isCurrent = false;
    };
  }, [token, first, isByHand, confirmOnce]);

  /** What fails is said, beside what then holds. */
  async function make(work: () => Promise<Partial<OwnLoaded>>): Promise<OwnLoaded | undefined> {
    if (!own) return undefined;
    return run(async () => {
      const { said: _, ...before } = own;
      try {
        return { ...before, ...(await work()) };
      } catch (error) {
        return loadRefused(api, { token, before, error });
      }
    });
  }

  return {
    own,
    setOwn,
    isBusy,
    change: (input: OwnRegistrationInput) =>
      make(async () => ({
        registration: await changeOwnRegistration(api, token, input),
        said: { message: signupTexts.saved, isError: false },
      })),
    giveBack: () =>
      make(async () => ({
        hasLeft: own?.registration?.state === 'waiting',
        registration: await giveBack(api, token),
      })),
    erase: () =>
      make(async () => {
        const { message } = await eraseOwnRegistration(api, token);
        return { registration: null, event: null, canErase: false, said: { message, isError: false } };
      }),
  };
}

async function openOwn(api: Api, token: string, known: OwnLoaded | null): Promise<OwnLoaded> {
  const unknown = { message: registrationMessages.linkUnknown, isError: true };
  if (!token) return { registration: null, event: null, said: unknown };
  const own = known ?? (await loadOwn(api, token));
  return own.registration?.state === 'pending' ? confirmOwn(api, token, own) : own;
}
