/** Field name to the sentence that explains what is wrong with it. */
export type FieldErrors = Record<string, string>;

/** Whose save came first: a username, or null when that account was erased; the instant; the version it made. */
export type SaveConflict = {
  by: string | null;
  at: string;
  version: number;
};

/** The code of a 403 that entering the password turns into an answer. */
export const recentPasswordNeeded = 'fresh_proof_needed';

/** The code of an answer that has a message and no code, and of one without a message. */
export const foreign = 'error';
export const unexplained = 'unexplained';

/** Work required before a call is accepted: find the number below `most` with this `hash` (PBKDF2, SHA-256, hex). */
export type Challenge = {
  salt: string;
  hash: string;
  iterations: number;
  most: number;
  /** Milliseconds since 1970. */
  until: number;
  signature: string;
};

/** The number that was asked for, with what came with the challenge. */
export type Proof = Pick<Challenge, 'salt' | 'until' | 'signature'> & { number: number };

/** The body of every answer with a status of 400 or above. */
export type ErrorBody = {
  message: string;
  code: string;
  fields?: FieldErrors;
  conflict?: SaveConflict;
  challenge?: Challenge;
};

/** A call of /api/v1 that was answered with a status of 400 or above. */
export class ApiError extends Error {
  readonly status: number;
  readonly code: string;
  readonly fields: FieldErrors;
  /** Details of a 409 because someone else saved in the meantime. */
  readonly conflict: SaveConflict | null;
  /** The challenge of a 429 that work can overcome. */
  readonly challenge: Challenge | null;

  constructor(status: number, body: ErrorBody) {
    super(body.message);
    this.name = 'ApiError';
    this.status = status;
    this.code = body.code;
    this.fields = body.fields ?? {};
    this.conflict = body.conflict ?? null;
    this.challenge = body.challenge ?? null;
  }

  /** Whether the message is the server's own sentence about the call. */
  get isForPeople(): boolean {
    return this.code !== unexplained && (this.status < 500 || this.code === foreign);
  }
}

/** Network failures and our own 5xx have no sentence for people, except `unavailable`: it names the part that is away. */
export function errorMessage(error: unknown, fallback: string): string {
  const isExplained = error instanceof ApiError && (error.isForPeople || error.code === 'unavailable');
  return isExplained && error.message ? error.message : fallback;
}
