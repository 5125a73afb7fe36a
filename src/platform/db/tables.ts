/**
 * The rows as the code sees them, one type per table of `db/migrations` (there in snake_case).
 * Instants are ISO-8601 UTC strings with milliseconds on both engines; a column named is… or has… is a boolean.
 */
import type { ColumnType, Generated } from 'kysely';
import type { AuditAction } from '#shared/audit-action.ts';

/** Those that the platform itself writes. A feature adds its own in its `*.tables.ts`, so that no list names them all. */
export interface Tables {
  throttles: ThrottlesTable;
  secrets: SecretsTable;
  audit: AuditTable;
  mails: MailsTable;
  rememberedAddresses: RememberedAddressesTable;
  idempotencyKeys: IdempotencyKeysTable;
  erasingClock: ErasingClockTable;
  kinds: KindsTable;
  contentVersion: { id: number; version: number };
}

/** Failures of one key (`address:…`, `account:…`, `browser:…`, `subscribe:…`); the key is a hash, never an address in plain text. */
type ThrottlesTable = {
  key: string;
  failures: number;
  lastFailureAt: string;
  blockedUntil: string | null;
};

/** Keys that the site makes for itself at first use, e.g. the one that signs unsubscribe links. */
type SecretsTable = { name: string; value: string; createdAt: string };

type AuditTable = {
  id: Generated<number>;
  at: string;
  administratorId: number | null;
  /** Another version may have written any other. */
  action: ColumnType<string, AuditAction>;
  entityId: number | null;
  /** JSON, no addresses. */
  detail: string;
};

/** Newsletters and every other mail. */
export type MailsTable = {
  id: Generated<number>;
  /** `newsletter`, or one of the kinds that a feature declares. */
  kind: string;
  /** At most one mail has it. */
  dedupeKey: Generated<string | null>;
  /** Null for emails that are not newsletters. */
  issueId: Generated<number | null>;
  articleId: Generated<number | null>;
  /** One of these three. */
  subscriberId: Generated<number | null>;
  registrationId: Generated<number | null>;
  recipient: Generated<string | null>;
  /** JSON that its kind needs to write it. Tokens in links are created when it is sent. */
  content: Generated<string>;
  state: 'queued' | 'sending' | 'sent' | 'retry' | 'failed' | 'unknown' | 'skipped' | 'kept';
  attempts: Generated<number>;
  /** Who holds the row while it is `sending`, and until when. */
  leaseOwner: Generated<string | null>;
  leaseUntil: Generated<string | null>;
  nextAttemptAt: string;
  smtpCode: Generated<number | null>;
  smtpAnswer: Generated<string | null>;
  /** Made with a newsletter's row, else at the first attempt; the same at each. */
  messageId: Generated<string | null>;
  createdAt: string;
  sentAt: Generated<string | null>;
  /** A later report about an accepted or unconfirmed newsletter mail. The words are in `smtpAnswer`. */
  reported: Generated<'bounced' | 'complaint' | null>;
  /** JSON of an `EarlierOutcome`, while a send that put it back into the queue can be undone. */
  earlierOutcome: Generated<string | null>;
};

/** By an HMAC of the address, base64url; also of people who are no subscribers any more. */
type RememberedAddressesTable = { reason: RememberedReason; addressHash: string; rememberedAt: string | null };

/** `do-not-write`: of a mailbox whose owner wants no mail that a form causes. */
export type RememberedReason = 'erased' | 'welcomed' | 'do-not-write';

/** One row: when the worker last ran, and when erasing may resume after a jump of the clock. */
type ErasingClockTable = { id: number; seenAt: string; waitsUntil: string | null };

/** The item created under this key; written in the same transaction. */
type IdempotencyKeysTable = {
  administratorId: number;
  /** A name in `kinds`. */
  kind: string;
  key: string;
  entityId: number | null;
  createdAt: string;
};

/** Owners of revisions, idempotency keys or pictures: one row per kind of `app/kinds.ts`, and 'settings'. */
type KindsTable = { name: string };
