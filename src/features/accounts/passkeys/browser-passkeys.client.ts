import type { PasskeyAnswer } from './passkey.schema.ts';

/** False in browsers from before 2025, and without https except on localhost. */
export function canUsePasskeys(): boolean {
  return typeof PublicKeyCredential !== 'undefined' && 'parseCreationOptionsFromJSON' in PublicKeyCredential;
}

/** Asks the device for a new passkey. @throws Error whose message is for people */
export function createPasskey(options: PublicKeyCredentialCreationOptionsJSON): Promise<unknown> {
  return asked(async () =>
    navigator.credentials.create({ publicKey: PublicKeyCredential.parseCreationOptionsFromJSON(options) }),
  );
}

/** Asks the device to sign with one of the passkeys. @throws Error whose message is for people */
export function requestPasskey(options: PublicKeyCredentialRequestOptionsJSON): Promise<PasskeyAnswer> {
  return asked(async () =>
    navigator.credentials.get({ publicKey: PublicKeyCredential.parseRequestOptionsFromJSON(options) }),
  );
}

async function asked<Answer>(ask: () => Promise<Credential | null>): Promise<Answer> {
  try {
    const credential = await ask();
    if (credential instanceof PublicKeyCredential) return credential.toJSON() as Answer;
  } catch (error) {
    if (error instanceof DOMException && error.name === 'InvalidStateError')
      throw new Error('This device already has a passkey for this account.', { cause: error });
    throw new Error('Your device did not create a passkey. Please try again.', { cause: error });
  }
  throw new Error('Your device did not create a passkey. Please try again.');
}
