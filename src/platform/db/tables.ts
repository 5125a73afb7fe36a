/**
 * The rows as the code sees them, one type per table of `db/migrations` (there in snake_case).
 * Instants are ISO-8601 UTC strings with milliseconds on both engines; a column named is… or has… is a boolean.
 */
import type { ColumnType, Generated } from 'kysely';
import type { AuditAction } from '#shared/audit-action.ts';

/** The columns that the table of every kind of thing has. */
export type ItemColumns = {
  id: Generated<number>;
  createdAt: string;
  updatedAt: string;
  /** Counts the saves; sent back by a form to notice that somebody else saved meanwhile. */
  version: Generated<number>;
  /** The administrator of the last save; absent once that account is gone. */
  updatedBy: Generated<number | null>;
  /** In the bin since then. */
  deletedAt: string | null;
  deletedBy: Generated<number | null>;
};

/** The columns that the table of a kind has for its picture. */
export type PictureColumns = {
  imageUrl: string | null;
  /** In percent; both or none. */
  imageFocalX: Generated<number | null>;
  imageFocalY: Generated<number | null>;
};

export type ArticlesTable = ItemColumns &
  PictureColumns & {
    title: string;
    description: string;
    /** Sanitised HTML. */
    content: string;
    /** The words of `content`, for search and reading time. */
    contentText: string;
    /** Of `contentText`. */
    words: Generated<number>;
    /** `content` as its page shows it; empty when that is the same, null while nobody has rendered it. */
    rendered: Generated<string | null>;
    /** A BCP 47 tag; null when the text tells its language. */
    lang: Generated<string | null>;
    excerpt: string | null;
    imageAlt: string;
    isPublished: boolean;
    isFeatured: boolean;
    publishedAt: string | null;
    /** How often its preview links were withdrawn. */
    previewsWithdrawn: Generated<number>;
  };

/** A draft that goes live by itself. */
export type ScheduledPublicationsTable = {
  articleId: number;
  /** Wall time in the site's zone, YYYY-MM-DDTHH:MM:SS. */
  publishAt: string;
  dueAt: string;
  /** It is sent then. */
  hasNewsletter: boolean;
  /** `published`: its newsletter has still to be sent. The last three wait for a person. */
  state: 'planned' | 'published' | 'late' | 'restored' | 'failed';
  /** Who planned it. */
  administratorId: number | null;
  createdAt: string;
  /** When the administrators were told that it waits for them. */
  toldAt: Generated<string | null>;
};

export type MembersTable = ItemColumns &
  PictureColumns & {
    name: string;
    position: string;
    bio: string;
    isActive: boolean;
    joinDate: string;
    sortOrder: number | null;
  };

export type EventsTable = ItemColumns &
  PictureColumns & {
    title: string;
    /** Wall time in the site's zone, YYYY-MM-DDTHH:MM:SS. */
    eventDate: string;
    startsAt: string;
    /** Wall time like `eventDate`; the last day of an event for whole days. */
    endDate: Generated<string | null>;
    /** An event for whole days always has one: the begin of the day after. */
    endsAt: Generated<string | null>;
    isAllDay: Generated<boolean>;
    location: string;
    address: Generated<string | null>;
    /** These two begin with https://. */
    onlineUrl: Generated<string | null>;
    ticketUrl: Generated<string | null>;
    description: string;
    cancelledAt: Generated<string | null>;
    cancellationNote: Generated<string | null>;
    /** The same for all events of one series: the id of the first of them. */
    seriesId: Generated<number | null>;
    hasSignup: Generated<boolean>;
    signupOpensAt: Generated<string | null>;
    signupClosesAt: Generated<string | null>;
    /** Null: as many places as are asked for. */
    capacity: Generated<number | null>;
    /** Of one person. */
    maxPlaces: Generated<number>;
    /** One a line. */
    questions: Generated<string>;
  };

/** Who has signed up for an event. Name, address and answers are null once they are erased. */
export type RegistrationsTable = {
  id: Generated<number>;
  eventId: number;
  name: string | null;
  email: string | null;
  /** Lower-cased, unique within the event. */
  emailKey: string | null;
  places: number;
  /** `pending`: not confirmed by its link. */
  state: 'pending' | 'confirmed' | 'waiting' | 'cancelled';
  cancelledBy: Generated<'guest' | 'organiser' | null>;
  /** JSON, { question, answer }[]. */
  answers: string | null;
  /** JSON, what `formerOf` reads: while it is `pending`, of whoever had left. */
  former: Generated<string | null>;
  /** When the confirmation was last asked for. */
  askedAt: string;
  /** With the id the order of the waiting list. */
  confirmedAt: Generated<string | null>;
  presentAt: Generated<string | null>;
  /** When an e-mail last told them when and where the event is. */
  toldAt: Generated<string | null>;
  /** Of their own entry in a calendar. */
  sequence: Generated<number>;
  createdAt: string;
};

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

/** Of one administrator, in an app on a phone. */
type AuthenticatorAppsTable = {
  administratorId: number;
  /** Base32, 160 bits. */
  secret: string;
  /** The last 30 seconds (since 1970) whose code was used; null before the first. */
  lastStep: number | null;
  createdAt: string;
  lastUsedAt: string | null;
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

/** Failures of one key (`address:…`, `account:…`, `browser:…`, `subscribe:…`); the key is a hash, never an address in plain text. */
type ThrottlesTable = {
  key: string;
  failures: number;
  lastFailureAt: string;
  blockedUntil: string | null;
};

/** From where administrators have signed in; the hash is of the network, never an address in plain text. */
type KnownNetworksTable = { administratorId: number; networkHash: string; lastUsedAt: string };

type SettingsTable = {
  key: string;
  /** JSON. */
  value: string;
  updatedAt: string;
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

type UploadsTable = {
  id: Generated<number>;
  /** The public address, /uploads/{purpose}/{name}; unique. */
  url: string;
  /** The name of a kind. */
  purpose: string;
  width: number;
  height: number;
  color: string;
  bytes: number;
  /** JSON, PictureVariant[]. */
  variants: string;
  createdAt: string;
  administratorId: number | null;
  /** Nothing mentions it since then, and its files are to go. */
  removedAt: Generated<string | null>;
  /** What the file was called that somebody chose. */
  fileName: Generated<string | null>;
  /** What somebody has said that it shows: taken along where it is chosen again. */
  alt: Generated<string | null>;
};

export type SubscribersTable = {
  id: Generated<number>;
  email: string;
  /** Lower-cased, unique. */
  emailKey: string;
  state: 'pending' | 'confirmed' | 'unsubscribed' | 'suppressed';
  createdAt: string;
  confirmedAt: string | null;
  unsubscribedAt: string | null;
  /** When the last confirmation or "already subscribed" mail was asked for. */
  lastMailAt: string | null;
  /** Mail bounced, or an administrator said so: nothing goes there any more. */
  suppressedAt: Generated<string | null>;
  suppressedBecause: Generated<string | null>;
  /** Mail bounced, but of too many at once: an administrator decides. */
  doubtedAt: Generated<string | null>;
  doubtedBecause: Generated<string | null>;
};

/** Double opt-in tokens; 72 h; the same token may answer success again. */
type ConfirmationsTable = {
  tokenHash: string;
  subscriberId: number;
  createdAt: string;
  expiresAt: string;
  usedAt: string | null;
};

/** What a newsletter says, which never changes: a later send of its article, or another text, is an issue of its own. */
type IssuesTable = {
  id: Generated<number>;
  articleId: number;
  subject: string;
  html: string;
  text: string;
  createdAt: string;
  updatedAt: string;
  state: 'sending' | 'paused' | 'cancelled' | 'done';
  pauseReason: string | null;
  /** Set while the mail server takes none of its mails for a reason that is not the readers'. */
  heldSince: Generated<string | null>;
  holdReason: Generated<string | null>;
  nextProbeAt: Generated<string | null>;
  /** Until then no mail of it leaves, and it can be taken back. */
  sendAfter: Generated<string | null>;
};

/** Newsletters and every other mail. */
export type MailsTable = {
  id: Generated<number>;
  /** `newsletter`, or one of the kinds that a feature declares. */
  kind: string;
  /** At most one mail has it. */
  dedupeKey: Generated<string | null>;
  /** Of a newsletter. */
  issueId: Generated<number | null>;
  articleId: Generated<number | null>;
  /** One of these three. */
  subscriberId: Generated<number | null>;
  registrationId: Generated<number | null>;
  recipient: Generated<string | null>;
  /** JSON: what its kind needs to write it. The tokens of its links are made when it is sent. */
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
  /** JSON of an `EarlierOutcome`, while a send that put it back into the queue can be taken back. */
  earlierOutcome: Generated<string | null>;
};

/** How many mails to people who were erased ended in which state, and what is known of some of these. */
type ErasedDeliveriesTable = {
  issueId: number;
  state: MailsTable['state'];
  count: number;
  bounces: Generated<number>;
  complaints: Generated<number>;
  leftAfter: Generated<number>;
};

/** HMAC of the address, base64url. */
type ErasedAddressesTable = { addressHash: string; erasedAt: string };

type BouncesTable = {
  id: Generated<number>;
  subscriberId: number;
  at: string;
  /** `hard`: there is no such mailbox. */
  kind: 'hard' | 'soft' | 'complaint';
  source: 'smtp' | 'mailbox' | 'webhook';
  messageId: string | null;
  answer: string;
  /** Suppressed the address: taken back when it turns out to have been the mail server's trouble. */
  isSuppressing: Generated<boolean>;
};

/** At most one row, `id` 1, there while the mail server takes no mail at all. */
type MailBreakerTable = { id: number; openSince: string; reason: string; nextProbeAt: string };

/** When the worker last ran, and from when on what is old may be erased, after the clock has jumped; one row. */
type ErasingClockTable = { id: number; seenAt: string; waitsUntil: string | null };

/** A backup or a rehearsal: asked for, under way, done or failed. */
export type BackupRunsTable = {
  id: Generated<number>;
  kind: 'backup' | 'rehearsal';
  reason: 'nightly' | 'asked';
  state: 'asked' | 'running' | 'done' | 'failed';
  at: string;
  /** While it runs: the end of the lease of the worker that does it. */
  leaseUntil: string | null;
  endedAt: string | null;
  fileName: string | null;
  bytes: number | null;
  articles: number | null;
  pictures: number | null;
  error: string | null;
  copyError: string | null;
};

type HealthAlertsTable = { name: string; title: string; beganAt: string; toldAt: string | null };

/** An entity as one save left it. The settings are entity 0. */
type RevisionsTable = {
  id: Generated<number>;
  /** A name in `kinds`. */
  kind: string;
  entityId: number;
  version: number;
  at: string;
  administratorId: number | null;
  /** What changed, for people. */
  summary: string;
  /** JSON: the fields of the form. */
  data: string;
};

/** What somebody has typed in a form and not saved: one for each form and administrator. */
type DraftsTable = {
  administratorId: number;
  /** A name in `kinds`. */
  kind: string;
  /** 0 for an item that is not saved yet. */
  entityId: number;
  /** Of the form that wrote it. */
  id: string;
  /** Names the creation of its item, and its pictures in a browser. */
  key: string;
  at: string;
  version: number | null;
  /** JSON. */
  data: string;
};

/** What a creation under this key has made; the row is written with it. */
type IdempotencyKeysTable = {
  administratorId: number;
  /** A name in `kinds`. */
  kind: string;
  key: string;
  entityId: number | null;
  createdAt: string;
};

/** What has revisions, idempotency keys or pictures: one row for each kind of `app/kinds.ts`, and 'settings'. */
type KindsTable = { name: string };

export type Tables = {
  articles: ArticlesTable;
  members: MembersTable;
  events: EventsTable;
  registrations: RegistrationsTable;
  administrators: AdministratorsTable;
  sessions: SessionsTable;
  accountLinks: AccountLinksTable;
  authenticatorApps: AuthenticatorAppsTable;
  recoveryCodes: RecoveryCodesTable;
  passkeys: PasskeysTable;
  throttles: ThrottlesTable;
  knownNetworks: KnownNetworksTable;
  settings: SettingsTable;
  secrets: SecretsTable;
  audit: AuditTable;
  uploads: UploadsTable;
  subscribers: SubscribersTable;
  confirmations: ConfirmationsTable;
  issues: IssuesTable;
  mails: MailsTable;
  revisions: RevisionsTable;
  scheduledPublications: ScheduledPublicationsTable;
  drafts: DraftsTable;
  idempotencyKeys: IdempotencyKeysTable;
  erasedDeliveries: ErasedDeliveriesTable;
  erasedAddresses: ErasedAddressesTable;
  bounces: BouncesTable;
  mailBreaker: MailBreakerTable;
  backupRuns: BackupRunsTable;
  erasingClock: ErasingClockTable;
  healthAlerts: HealthAlertsTable;
  kinds: KindsTable;
  contentVersion: { id: number; version: number };
};
