import type { PasskeyCreation, PasskeyRequest } from './passkey.schema.ts';

/** False in browsers from before 2025, and without https except on localhost. */
export function canUsePasskeys(): boolean {
  return typeof PublicKeyCredential !== 'undefined' && 'parseCreationOptionsFromJSON' in PublicKeyCredential;
}

/** Asks the device for a new passkey. @throws Error whose message is for people */
export function createPasskey(options: PasskeyCreation): Promise<unknown> {
  return asked(async () => {
    const publicKey = PublicKeyCredential.parseCreationOptionsFromJSON(
      options as PublicKeyCredentialCreationOptionsJSON,
    );
    return navigator.credentials.create({ publicKey });
  });
}

/** Asks the device to sign with one of the passkeys. @throws Error whose message is for people */
export function askPasskey(options: PasskeyRequest): Promise<unknown> {
  return asked(async () => {
    const publicKey = PublicKeyCredential.parseRequestOptionsFromJSON(options as PublicKeyCredentialRequestOptionsJSON);
    return navigator.credentials.get({ publicKey });
  });
}

async function asked(ask: () => Promise<Credential | null>): Promise<unknown> {
  try {
    const credential = await ask();
    if (credential instanceof PublicKeyCredential) return credential.toJSON();
  } catch (error) {
    if (error instanceof DOMException && error.name === 'InvalidStateError')
      throw new Error('This device already has a passkey for this account.', { cause: error });
    throw new Error('The device gave no passkey. Please try again.', { cause: error });
  }
  throw new Error('The device gave no passkey. Please try again.');
}
