import type { Generated } from 'kysely';

declare module '#platform/db/tables.ts' {
  interface Tables {
    administrators: AdministratorsTable;
    sessions: SessionsTable;
    accountLinks: AccountLinksTable;
    recoveryCodes: RecoveryCodesTable;
    passkeys: PasskeysTable;
  }
}

type AdministratorsTable = {
  id: Generated<number>;
  username: string;
  /** Lower-cased, unique. */
  usernameKey: string;
  email: string;
  emailKey: string;
  passwordHash: string;
  isActive: boolean;
  createdAt: string;
  lastSeenAt: string | null;
  /** Of the authenticator app, null without one. Base32, 160 bits. */
  totpSecret: Generated<string | null>;
  /** The last 30 seconds (since 1970) whose code was used. */
  totpLastStep: Generated<number | null>;
  totpCreatedAt: Generated<string | null>;
  totpLastUsedAt: Generated<string | null>;
};

type SessionsTable = {
  id: Generated<number>;
  /** SHA-256 of the token, hex. */
  tokenHash: string;
  administratorId: number;
  createdAt: string;
  lastUsedAt: string;
  expiresAt: string;
  revokedAt: string | null;
  /** In words, e.g. 'Firefox on Linux'; empty when not known. */
  device: Generated<string>;
  /** When its owner last proved who they are, by signing in or since. */
  provedAt: Generated<string | null>;
};

/** Links that work once; several may be open for one person and purpose. */
export type AccountLinksTable = {
  id: Generated<number>;
  /** SHA-256 of the token, hex. */
  tokenHash: string;
  purpose: 'join' | 'reset' | 'factor';
  username: string | null;
  /** Whom a `join` is for. */
  email: string | null;
  emailKey: string | null;
  /** Whom a `reset` or a `factor` is for. */
  administratorId: number | null;
  /** Null for the command line. */
  createdBy: number | null;
  createdAt: string;
  expiresAt: string;
  /** Used, withdrawn, or replaced by another. */
  endedAt: string | null;
};

/** Each works once. A row keeps the SHA-256 of its code, hex. */
type RecoveryCodesTable = { codeHash: string; administratorId: number; createdAt: string; usedAt: string | null };

/** Public keys of passkeys (WebAuthn). */
export type PasskeysTable = {
  id: Generated<number>;
  administratorId: number;
  name: string;
  /** The RP ID: it works nowhere else. */
  domain: string;
  /** Base64url. */
  credentialId: string;
  /** COSE, base64url. */
  publicKey: string;
  counter: number;
  /** JSON, how a browser reaches it. */
  transports: string;
  createdAt: string;
  lastUsedAt: string | null;
};
