/** The database cannot be used as it is; `message` is a sentence for the person who runs the site, without secrets. */
export class DatabaseError extends Error {
  override name = 'DatabaseError';
}

/** True when a statement was refused because the same unique value exists, on either engine. */
export function isUniqueViolation(error: unknown): boolean {
  return error instanceof Error && (codeOf(error) === '23505' || [1555, 2067].includes(sqliteCodeOf(error)));
}

/** True when another process holds the lock of an SQLite file. */
export function isBusy(error: unknown): boolean {
  return error instanceof Error && (sqliteCodeOf(error) & 0xff) === 5;
}

function codeOf(error: Error): unknown {
  return 'code' in error ? error.code : undefined;
}

/** The extended result code, https://www.sqlite.org/rescode.html; 0 for any other error. */
function sqliteCodeOf(error: Error): number {
  return 'errcode' in error && typeof error.errcode === 'number' ? error.errcode : 0;
}
