/** A device with passkeys, in a few lines: ES256, no attestation. It signs whatever it is told to. */
import { createHash, generateKeyPairSync, randomBytes, sign } from 'node:crypto';

type Options = { challenge: string };
/** What a false page or a thief would say instead. */
type Lies = { origin?: string; domain?: string; type?: string };

export type Authenticator = ReturnType<typeof createAuthenticator>;

export function createAuthenticator(site = { origin: 'https://society.example', domain: 'society.example' }) {
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const id = randomBytes(32);
  let counter = 0;

  function clientData(type: string, { challenge }: Options, lies: Lies): Buffer {
    const origin = lies.origin ?? site.origin;
    return Buffer.from(JSON.stringify({ type: lies.type ?? type, challenge, origin, crossOrigin: false }));
  }

  /** `flags`: user present and verified, and whether a new key follows. */
  function authenticatorData(flags: number, lies: Lies, rest = Buffer.alloc(0)): Buffer {
    const head = Buffer.alloc(5);
    head[0] = flags;
    head.writeUInt32BE(++counter, 1);
    return Buffer.concat([sha256(lies.domain ?? site.domain), head, rest]);
  }

  const named = () => ({ id: id.toString('base64url'), rawId: id.toString('base64url'), type: 'public-key' });

  return {
    create(options: Options, lies: Lies = {}) {
      const { x = '', y = '' } = publicKey.export({ format: 'jwk' });
      const key = Buffer.concat([
        Buffer.from('a5010203262001215820', 'hex'),
        Buffer.from(x, 'base64url'),
        Buffer.from('225820', 'hex'),
        Buffer.from(y, 'base64url'),
      ]);
      const length = Buffer.from([0, id.length]);
      const data = authenticatorData(0x45, lies, Buffer.concat([Buffer.alloc(16), length, id, key]));
      const attestation = Buffer.concat([
        Buffer.from('a363666d74646e6f6e656761747453746d74a068617574684461746158', 'hex'),
        Buffer.from([data.length]),
        data,
      ]);
      return {
        ...named(),
        response: {
          clientDataJSON: clientData('webauthn.create', options, lies).toString('base64url'),
          attestationObject: attestation.toString('base64url'),
          transports: ['internal'],
        },
      };
    },
    get(options: Options, lies: Lies = {}) {
      const client = clientData('webauthn.get', options, lies);
      const data = authenticatorData(0x05, lies);
      const signature = sign('sha256', Buffer.concat([data, sha256(client)]), privateKey);
      return {
        ...named(),
        response: {
          clientDataJSON: client.toString('base64url'),
          authenticatorData: data.toString('base64url'),
          signature: signature.toString('base64url'),
        },
      };
    },
  };
}

function sha256(content: string | Buffer): Buffer {
  return createHash('sha256').update(content).digest();
}
