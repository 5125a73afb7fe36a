import { useEffect, useState } from 'react';
import type { Api } from '#shared/calls/api-client.ts';
import { useApi } from '#ui/api-context.ts';
import { useBusy } from '#ui/forms/use-busy.ts';
import { loadInEffect } from '#ui/loaded.ts';
import { registrationMessages } from '../registration.ts';
import { loadOwnRegistration, makeOwnChange, type OwnLoaded, type OwnVerb } from './own-registration.ts';

export type OwnSignupState = ReturnType<typeof useOwnSignup>;

type Link = {
  token: string;
  /** What the server knew when it made the page. */
  first: OwnLoaded | null;
};

/** Someone's own sign-up. `make` resolves with what came of it. */
export function useOwnSignup({ token, first }: Link) {
  const api = useApi();
  const [own, setOwn] = useState(first);
  const { isBusy, run } = useBusy();

  useEffect(() => (first ? undefined : loadInEffect(openOwn(api, token), setOwn)), [token, first, api]);

  const make = async (verb: OwnVerb) => own && run(() => makeOwnChange(api, { token, before: own, verb }));

  return { own, setOwn, isBusy, make };
}

async function openOwn(api: Api, token: string): Promise<OwnLoaded> {
  const unknown = { kind: 'error', message: registrationMessages.linkUnknown } as const;
  return token ? loadOwnRegistration(api, token) : { registration: null, event: null, said: unknown };
}
