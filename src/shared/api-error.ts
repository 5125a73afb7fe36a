/** Field name to the sentence that explains what is wrong with it. */
export type FieldErrors = Record<string, string>;

/** The body of every answer with a status of 400 or above. */
export type ErrorBody = { message: string; code: string; fields?: FieldErrors };

/** A call of /api/v1 that was answered with a status of 400 or above. */
export class ApiError extends Error {
  readonly status: number;
  readonly code: string;
  readonly fields: FieldErrors;

  constructor(status: number, body: ErrorBody) {
    super(body.message);
    this.name = 'ApiError';
    this.status = status;
    this.code = body.code;
    this.fields = body.fields ?? {};
  }
}
