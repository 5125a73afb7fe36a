import type { Api } from '#shared/calls/api-client.ts';
import { createPasskey } from '../passkeys/browser-passkeys.client.ts';
import type { FactorAdded, NewApp, PasskeyKey, SecondFactor } from './second-factor.schema.ts';

type Message = { message: string };

const path = '/admin/account/second-factor';

export function readSecondFactor(api: Api): Promise<SecondFactor> {
  return api.call('GET', path);
}

/** Nothing is saved before `saveApp`. */
export function requestAppKey(api: Api): Promise<NewApp> {
  return api.call('GET', `${path}/app`);
}

export function saveApp(api: Api, input: { secret: string; code: string }): Promise<FactorAdded> {
  return api.call('PUT', `${path}/app`, input);
}

export function removeApp(api: Api): Promise<Message> {
  return api.call('DELETE', `${path}/app`);
}

/** Only this answer has them. */
export async function renewRecoveryCodes(api: Api): Promise<string[]> {
  return (await api.call<{ recoveryCodes: string[] }>('POST', `${path}/recovery-codes`, {})).recoveryCodes;
}

/** Asks the device, in between. @throws Error whose message is for people */
export async function addPasskey(api: Api, name: string): Promise<FactorAdded> {
  const { challenge, options } = await api.call<PasskeyKey>('GET', `${path}/passkeys`);
  const credential = await createPasskey(options);
  return api.call('POST', `${path}/passkeys`, { challenge, name, credential });
}

export function removePasskey(api: Api, id: number): Promise<Message> {
  return api.call('DELETE', `${path}/passkeys/${id}`);
}
