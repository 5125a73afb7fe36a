import { z } from '@hono/zod-openapi';
import type {
  PublicKeyCredentialCreationOptionsJSON,
  PublicKeyCredentialRequestOptionsJSON,
} from '@simplewebauthn/server';

/** Base64url; browsers send less. */
const bytes = z.string().max(8000);
const kind = z.literal('public-key');
const transports = z.array(z.string().max(20)).max(10);

/** Without a check they would be described as optional. */
const isObject = (value: unknown) => typeof value === 'object' && value !== null;

/** WebAuthn, 5.1. We ask for no extensions. */
export type PasskeyCreation = Omit<PublicKeyCredentialCreationOptionsJSON, 'extensions'>;
export const PasskeyCreation = z.custom<PasskeyCreation>(isObject).openapi('PasskeyCreation', {
  type: 'object',
  description: 'PublicKeyCredentialCreationOptionsJSON (WebAuthn, 5.1)',
});

export type PasskeyRequest = Omit<PublicKeyCredentialRequestOptionsJSON, 'extensions'>;
export const PasskeyRequest = z.custom<PasskeyRequest>(isObject).openapi('PasskeyRequest', {
  type: ['object', 'null'],
  description: 'PublicKeyCredentialRequestOptionsJSON (WebAuthn, 5.1)',
});

const credential = { id: z.string().max(1400), rawId: z.string().max(1400), type: kind };

/** RegistrationResponseJSON, as a browser makes it. */
export const NewPasskey = z
  .object({
    ...credential,
    response: z.object({ clientDataJSON: bytes, attestationObject: bytes, transports: transports.optional() }),
  })
  .openapi('NewPasskey');
export type NewPasskey = z.infer<typeof NewPasskey>;

/** AuthenticationResponseJSON, as a browser makes it. */
export const PasskeyAnswer = z
  .object({
    ...credential,
    response: z.object({ clientDataJSON: bytes, authenticatorData: bytes, signature: bytes }),
  })
  .openapi('PasskeyAnswer');
export type PasskeyAnswer = z.infer<typeof PasskeyAnswer>;
