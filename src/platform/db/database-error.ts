import type { OutageReason } from '#shared/outage.ts';

/** The database cannot be used as it is; `message` is a sentence for the person who runs the site, without secrets. */
export class DatabaseError extends Error {
  override name = 'DatabaseError';
}

/** In its own words. */
export function reasonOf(error: unknown): string {
  // A name with several addresses fails as an AggregateError without a message of its own.
  if (error instanceof AggregateError) return error.errors.map(reasonOf).join(', ');
  return error instanceof Error ? error.message : String(error);
}

/** True when a statement was refused because the same unique value exists, on either engine. */
export function isUniqueViolation(error: unknown): boolean {
  return error instanceof Error && (codeOf(error) === '23505' || [1555, 2067].includes(sqliteCodeOf(error)));
}

/** True when PostgreSQL ended a transaction for another: a deadlock, or a row that is gone since it was read. */
export function isInterrupted(error: unknown): boolean {
  return error instanceof Error && ['40P01', '40001', '23503'].includes(String(codeOf(error)));
}

/** True when PostgreSQL refused a new table: its user may not, or another program has one of that name. */
export function isForeignDatabase(error: unknown): boolean {
  return error instanceof Error && ['42501', '42P07'].includes(String(codeOf(error)));
}

/** True when another process holds the lock of an SQLite file. */
export function isBusy(error: unknown): boolean {
  return error instanceof Error && (sqliteCodeOf(error) & 0xff) === 5;
}

/** The outage that an error of a database or file system reveals, or null. */
export function outageOf(error: unknown): OutageReason | null {
  if (!(error instanceof Error)) return null;
  if (error instanceof DatabaseError) return outageOf(error.cause);
  const given = codeOf(error);
  const code = typeof given === 'string' ? given : '';
  const known = bySqliteCode[sqliteCodeOf(error) & 0xff] ?? byCode[code];
  // A visitor who hangs up in the middle of a request fails with a socket's code too, but without its call.
  if (known === 'database_away' && isSocketCode.test(code) && !isOfSocket(error)) return null;
  if (known) return known;
  return /^08...$/.test(code) || lostConnection.test(error.message) ? 'database_away' : null;
}

const bySqliteCode: Record<number, OutageReason> = {
  8: 'read_only',
  10: 'disk_failing',
  11: 'database_damaged',
  13: 'disk_full',
  14: 'disk_failing',
  26: 'database_damaged',
};

/** Error codes of file systems, sockets and PostgreSQL (https://www.postgresql.org/docs/current/errcodes-appendix.html). */
const byCode: Record<string, OutageReason> = Object.fromEntries(
  (
    [
      ['disk_full', 'ENOSPC EDQUOT 53100'],
      ['disk_failing', 'EIO 58030'],
      ['read_only', 'EROFS 25006'],
      ['database_damaged', 'XX001 XX002'],
      ['database_away', 'ECONNREFUSED ECONNRESET EPIPE ETIMEDOUT EHOSTUNREACH ENETUNREACH ENOTFOUND EAI_AGAIN'],
      // Shut down, starting, too many connections, or a statement that took too long.
      ['database_away', '57P01 57P02 57P03 57P05 53300 57014 25P03'],
    ] as [OutageReason, string][]
  ).flatMap(([reason, codes]) => codes.split(' ').map((code) => [code, reason])),
);

const isSocketCode = /^E[A-Z]/;

/** A name with several addresses fails as an AggregateError. */
function isOfSocket(error: Error): boolean {
  return 'syscall' in error || error instanceof AggregateError;
}

/** pg's own errors, which have no code. */
const lostConnection =
  /^Connection terminated|^timeout exceeded when trying to connect|not queryable|^Query read timeout/;

function codeOf(error: Error): unknown {
  return 'code' in error ? error.code : undefined;
}

/** The extended result code, https://www.sqlite.org/rescode.html; 0 for any other error. */
function sqliteCodeOf(error: Error): number {
  return 'errcode' in error && typeof error.errcode === 'number' ? error.errcode : 0;
}
