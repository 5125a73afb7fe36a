import { z } from '@hono/zod-openapi';
import { Instant, lineSchema } from '#platform/http/schemas.ts';
import { NewPasskey, PasskeyAnswer, PasskeyCreation, PasskeyRequest } from '../passkeys/passkey.schema.ts';
import { missingPasskeyName, passkeyNameLimit } from './second-factor.ts';

const challenge = z.string().max(300);
/** More than any code has. */
const typedCode = z.string().max(100);

export const SecondStepChallenge = z
  .object({
    /** Goes back with the second step. */
    token: z.string(),
    expiresAt: Instant,
    methods: z.array(z.enum(['passkey', 'app', 'recovery-code'])),
    /** For `navigator.credentials.get`, where a passkey is one of the methods. */
    passkey: PasskeyRequest.nullable(),
  })
  .openapi('SecondStepChallenge');
export type SecondStepChallenge = z.infer<typeof SecondStepChallenge>;

/** One of the three. */
export const SecondStepInput = z
  .object({
    challenge,
    code: typedCode.optional(),
    recoveryCode: typedCode.optional(),
    passkey: PasskeyAnswer.optional(),
  })
  .refine(
    ({ code, recoveryCode, passkey }) => [code, recoveryCode, passkey].filter((one) => one !== undefined).length === 1,
    'Please enter a code',
  )
  .openapi('SecondStepInput');
export type SecondStepInput = z.infer<typeof SecondStepInput>;

export const SecondStepAnswer = z
  .object({
    token: z.string(),
    message: z.string(),
    /** After a recovery code. */
    recoveryCodesLeft: z.number().int().optional(),
  })
  .openapi('SecondStepAnswer');
export type SecondStepAnswer = z.infer<typeof SecondStepAnswer>;

export const Passkey = z
  .object({
    id: z.number(),
    name: z.string(),
    createdAt: Instant,
    lastUsedAt: Instant.nullable(),
    /** Null for the site's own domain: a passkey of another domain does not work here. */
    otherDomain: z.string().nullable(),
  })
  .openapi('Passkey');
export type Passkey = z.infer<typeof Passkey>;

export const SecondFactor = z
  .object({
    app: z.object({ createdAt: Instant, lastUsedAt: Instant.nullable() }).nullable(),
    passkeys: z.array(Passkey),
    /** Browsers allow passkeys only over https, and not on a bare IP address. */
    canAddPasskeys: z.boolean(),
    recoveryCodesLeft: z.number().int(),
  })
  .openapi('SecondFactor');
export type SecondFactor = z.infer<typeof SecondFactor>;

/** Nothing is stored before the first code of the app proves that it has the secret. */
export const NewApp = z
  .object({
    secret: z.string().openapi({ description: 'Base32, to be typed into the app' }),
    uri: z.string().openapi({ description: 'The same for a QR code' }),
  })
  .openapi('NewApp');
export type NewApp = z.infer<typeof NewApp>;

export const AppInput = z
  .object({ secret: z.string().regex(/^[A-Z2-7]{32}$/, 'This is not a key of this site'), code: typedCode })
  .openapi('AppInput');

export const PasskeyKey = z.object({ challenge: z.string(), options: PasskeyCreation }).openapi('PasskeyKey');
export type PasskeyKey = z.infer<typeof PasskeyKey>;

const passkeyName = lineSchema(passkeyNameLimit, 'The name').pipe(z.string().min(1, missingPasskeyName));

export const PasskeyInput = z.object({ challenge, name: passkeyName, credential: NewPasskey }).openapi('PasskeyInput');
export type PasskeyInput = z.infer<typeof PasskeyInput>;

export const FactorAdded = z
  .object({
    message: z.string(),
    /** The codes of a first factor, shown only once. */
    recoveryCodes: z.array(z.string()).nullable(),
  })
  .openapi('FactorAdded');
export type FactorAdded = z.infer<typeof FactorAdded>;

export const RecoveryCodes = z
  .object({ message: z.string(), recoveryCodes: z.array(z.string()) })
  .openapi('RecoveryCodes');
export type RecoveryCodes = z.infer<typeof RecoveryCodes>;
