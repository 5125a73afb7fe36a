/** The few errors a verb may throw; only `platform/http/error-answers.ts` knows their status codes. */
import type { FieldErrors, SaveConflict } from '#shared/calls/api-error.ts';
import { type OutageCode, outageSentences } from '#shared/outage.ts';

export class NotFound extends Error {
  override name = 'NotFound';
}

export class Unauthorized extends Error {
  override name = 'Unauthorized';
}

export class Conflict extends Error {
  override name = 'Conflict';
  readonly conflict: SaveConflict | undefined;
  /** A field of the input that overcomes it, such as `isForced`. */
  readonly fields: FieldErrors;

  constructor(message: string, conflict?: SaveConflict, fields: FieldErrors = {}) {
    super(message);
    this.conflict = conflict;
    this.fields = fields;
  }
}

export class Invalid extends Error {
  override name = 'Invalid';
  readonly fields: FieldErrors;

  constructor(message: string, fields: FieldErrors = {}) {
    super(message);
    this.fields = fields;
  }

  /** One field alone is wrong. */
  static at(field: string, message: string): Invalid {
    return new Invalid(message, { [field]: message });
  }
}

/** Allowed only soon after the password was entered. */
export class RecentPasswordNeeded extends Error {
  override name = 'RecentPasswordNeeded';
}

/** Refused for now; `retryAfter` in seconds. */
export class TooMany extends Error {
  override name = 'TooMany';
  readonly retryAfter: number;

  constructor(message: string, retryAfter: number) {
    super(message);
    this.retryAfter = retryAfter;
  }
}

/** Something that the site depends on does not answer; `message` is a sentence, the cause is for the log. */
export class Unavailable extends Error {
  override name = 'Unavailable';
}

/** The site's own storage cannot be written or read at the moment. */
export class StorageUnavailable extends Unavailable {
  override name = 'StorageUnavailable';
  readonly reason: OutageCode;

  constructor(reason: OutageCode) {
    super(outageSentences[reason]);
    this.reason = reason;
  }
}
