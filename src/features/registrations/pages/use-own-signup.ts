import { useEffect, useState } from 'react';
import type { Api } from '#shared/calls/api-client.ts';
import { useApi } from '#ui/api-context.ts';
import { useBusy } from '#ui/forms/use-busy.ts';
import { loadInEffect } from '#ui/loaded.ts';
import type { OwnRegistrationInput } from '../registration.schema.ts';
import { registrationMessages } from '../registration.ts';
import { changeOwnRegistration, eraseOwnRegistration, giveBackPlaces } from '../registrations.client.ts';
import { confirmOwnRegistration, loadOwnRegistration, type OwnLoaded, reloadAfterRefusal } from './own-registration.ts';
import { signupTexts } from './signup-texts.ts';

export type OwnSignupState = ReturnType<typeof useOwnSignup>;

type Link = {
  token: string;
  /** What the server knew when it made the page. */
  first: OwnLoaded | null;
};

/** Someone's own sign-up. Each verb resolves with what came of it. */
export function useOwnSignup({ token, first }: Link) {
  const api = useApi();
  const [own, setOwn] = useState(first);
  const { isBusy, run } = useBusy();

  useEffect(() => (first ? undefined : loadInEffect(openOwn(api, token), setOwn)), [token, first, api]);

  /** Shows a failure together with the present state. */
  async function make(work: (before: OwnLoaded) => Promise<Partial<OwnLoaded>>): Promise<OwnLoaded | undefined> {
    if (!own) return undefined;
    return run(async () => {
      const { said: _, ...before } = own;
      try {
        return { ...before, ...(await work(before)) };
      } catch (error) {
        return reloadAfterRefusal(api, { token, before, error });
      }
    });
  }

  return {
    own,
    setOwn,
    isBusy,
    confirm: async (input: OwnRegistrationInput) =>
      own ? run(() => confirmOwnRegistration(api, { token, before: own, input })) : undefined,
    change: (input: OwnRegistrationInput) =>
      make(async () => ({
        registration: await changeOwnRegistration(api, token, input),
        said: { kind: 'success', message: signupTexts.saved },
      })),
    giveBack: () =>
      make(async ({ registration }) => ({
        hasLeft: registration?.state === 'waiting',
        registration: await giveBackPlaces(api, token),
      })),
    erase: () =>
      make(async () => {
        const { message } = await eraseOwnRegistration(api, token);
        return { registration: null, event: null, said: { kind: 'success', message } };
      }),
  };
}

async function openOwn(api: Api, token: string): Promise<OwnLoaded> {
  const unknown = { kind: 'error', message: registrationMessages.linkUnknown } as const;
  return token ? loadOwnRegistration(api, token) : { registration: null, event: null, said: unknown };
}
