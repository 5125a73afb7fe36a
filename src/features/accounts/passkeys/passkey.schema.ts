import { z } from '@hono/zod-openapi';

/** Base64url; browsers send less. */
const bytes = z.string().max(8000);
const kind = z.literal('public-key');
const transports = z.array(z.string().max(20)).max(10);
const descriptor = z.object({ type: kind, id: z.string(), transports: z.array(z.string()) });

/** PublicKeyCredentialCreationOptionsJSON (WebAuthn, 5.1). */
export const PasskeyCreation = z
  .object({
    challenge: z.string(),
    rp: z.object({ id: z.string(), name: z.string() }),
    user: z.object({ id: z.string(), name: z.string(), displayName: z.string() }),
    pubKeyCredParams: z.array(z.object({ type: kind, alg: z.number() })),
    timeout: z.number(),
    attestation: z.literal('none'),
    excludeCredentials: z.array(descriptor),
    authenticatorSelection: z.object({ residentKey: z.literal('preferred'), userVerification: z.literal('preferred') }),
  })
  .openapi('PasskeyCreation');
export type PasskeyCreation = z.infer<typeof PasskeyCreation>;

/** PublicKeyCredentialRequestOptionsJSON (WebAuthn, 5.1). */
export const PasskeyRequest = z
  .object({
    challenge: z.string(),
    rpId: z.string(),
    allowCredentials: z.array(descriptor),
    userVerification: z.literal('preferred'),
    timeout: z.number(),
  })
  .openapi('PasskeyRequest');
export type PasskeyRequest = z.infer<typeof PasskeyRequest>;

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
