/** Field name to the sentence that explains what is wrong with it. */
export type FieldErrors = Record<string, string>;

/** Who has saved meanwhile, when, and the version that this made. */
export type Conflict = { by: string | null; at: string; version: number };

/** The body of every answer with a status of 400 or above. */
export type ErrorBody = { message: string; code: string; fields?: FieldErrors; conflict?: Conflict };

/** A call of /api/v1 that was answered with a status of 400 or above. */
export class ApiError extends Error {
  readonly status: number;
  readonly code: string;
  readonly fields: FieldErrors;
  /** With a refused save of a version that is no longer the last. */
  readonly conflict: Conflict | undefined;

  constructor(status: number, body: ErrorBody) {
    super(body.message);
    this.name = 'ApiError';
    this.status = status;
    this.code = body.code;
    this.fields = body.fields ?? {};
    this.conflict = body.conflict;
  }
}
