/**
 * Imports a list of addresses as it arrives, fifty lines per transaction, with pauses to serve pages. An interrupted import can be
 * repeated. Anyone unsubscribed or suppressed, here or in the old system, stays so; people without recorded consent are asked
 * first.
 */
import { setImmediate as letOthersRun, setTimeout as sleep } from 'node:timers/promises';
import { newsletterMessages } from '#features/newsletter/newsletter.ts';
import { audit } from '#platform/audit.ts';
import type { AppContext } from '#platform/context.ts';
import { type Db, transact } from '#platform/db/db.ts';
import { Invalid } from '#platform/errors.ts';
import { normaliseEmail, parseMailableEmail } from '#platform/mail/mailable-address.ts';
import { subscriberMessages } from '../subscriber.ts';
import type { ImportReport } from '../subscribers-admin.schema.ts';
import { type Batch, createImportWriter } from './import-writer.server.ts';
import {
  emailInRow,
  findColumns,
  findReasonNotToWrite,
  isHeadingRow,
  isRowConfirmed,
  type ListColumns,
  type Standing,
  wishInRow,
} from './list-columns.ts';
import { decodeText, isWorkbook, type ListRecord, parseRecords } from './list-lines.ts';

type Wanted = {
  file: AsyncIterable<Buffer>;
  isDryRun: boolean;
  /** What may be written to although it is not understood: `column=value`, or `column` for all its values. */
  taken: string[];
  administratorId: number;
};
type Understood = ImportReport['understood'][number];

const batchSize = 50;
/** A chunk of this size is parsed at once, however many lines it has. */
const parsedAtOnce = 64 * 1024;
/** Milliseconds. */
const shortestBreath = 2;
const mostErrors = 100;
/** Lines searched for the heading: a title may stand above it. */
const headingWithin = 10;
const mostUnderstood = 5;
/** Beyond five a column is asked about as a whole. */
const mostValues = 6;

/** @throws Invalid when the file does not name its columns, or is a workbook */
export async function importSubscribers(
  { db, clock, config }: Pick<AppContext, 'db' | 'clock' | 'config'>,
  { file, isDryRun, taken, administratorId }: Wanted,
): Promise<ImportReport> {
  const report = {
    isDryRun,
    lines: 0,
    addedConfirmed: 0,
    addedPending: 0,
    confirmed: 0,
    known: 0,
    keptOut: 0,
    erased: 0,
  };
  const reading = createReading(new Set(taken));
  const write = createImportWriter({ config, clock }, { isDryRun, report, onLeft: reading.correct });
  const inOne = (work: (trx: Db) => Promise<void>) => (isDryRun ? work(db) : transact(db, work));
  let columns: ListColumns | null = null;
  let batch: Batch = [];

  for await (const record of parseRecords(decodeText(piecesUnlessWorkbook(file)), isHeadingRow)) {
    if (!columns) {
      if (isHeadingRow(record.cells)) columns = findColumns(record.cells);
      else if (record.line >= headingWithin) break;
      continue;
    }
    if (!record.isOpen && record.cells.every((cell) => cell === '')) continue;
    report.lines += 1;
    const person = reading.read(columns, record);
    if (!person) continue;
    batch.push(person);
    if (batch.length < batchSize) continue;
    await workThenPauseAsLong(() => inOne((trx) => write(trx, batch)));
    batch = [];
  }
  if (!columns) throw new Invalid(subscriberMessages.noColumns, { file: subscriberMessages.noColumns });
  await inOne(async (trx) => {
    await write(trx, batch);
    const { addedConfirmed, addedPending, confirmed } = report;
    const detail = { added: addedConfirmed + addedPending, confirmed };
    const entry = { at: clock.now(), administratorId, action: 'subscriber.import', entityId: null, detail } as const;
    if (!isDryRun) await audit(trx, entry);
  });
  return { ...report, ...reading.found };
}

/** Reads one line after another, and counts in `found` what it leaves out. */
function createReading(taken: ReadonlySet<string>) {
  const found = {
    duplicates: 0,
    leftThere: 0,
    bouncedThere: 0,
    unclear: 0,
    cleaned: 0,
    errorCount: 0,
    unclearColumns: [] as ImportReport['unclearColumns'],
    errors: [] as ImportReport['errors'],
    understood: [] as Understood[],
  };
  const seen = new Set<string>();

  function understand(line: Understood): void {
    if (found.understood.length < mostUnderstood) found.understood.push(line);
  }

  function refuse(line: number, message: string): void {
    found.errorCount += 1;
    if (found.errors.length < mostErrors) found.errors.push({ line, message });
  }

  /** The list knows better than the line, which is counted once. */
  function correct({ line, state }: Pick<Batch[number], 'line' | 'state'>, becomes: Understood['becomes']): void {
    if (state === 'unsubscribed') found.leftThere -= 1;
    if (state === 'suppressed') found.bouncedThere -= 1;
    if (becomes === 'refused') refuse(line, subscriberMessages.wasErased);
    for (const one of found.understood) if (one.line === line) one.becomes = becomes;
  }

  function leaveOut(standing: Standing): void {
    if (standing.kind === 'left') found.leftThere += 1;
    if (standing.kind === 'bounced') found.bouncedThere += 1;
    if (standing.kind !== 'unclear') return;
    found.unclear += 1;
    for (const { column, value } of standing.asked) {
      const known = found.unclearColumns.find(({ name }) => name === column);
      if (!known) found.unclearColumns.push({ name: column, values: [value] });
      else if (known.values.length < mostValues && !known.values.includes(value)) known.values.push(value);
    }
  }

  function read(columns: ListColumns, { line, cells, isOpen }: ListRecord): Batch[number] | null {
    const { written, isCleaned } = emailInRow(columns, cells);
    const email = parseMailableEmail(written);
    if (isOpen || email === null) {
      refuse(line, isOpen ? subscriberMessages.lineUnreadable : newsletterMessages.invalidEmail);
      understand({ line, email: null, becomes: 'refused', on: null });
      return null;
    }
    const emailKey = normaliseEmail(email);
    if (seen.has(emailKey)) {
      found.duplicates += 1;
      return null;
    }
    seen.add(emailKey);
    if (isCleaned) found.cleaned += 1;
    const standing = findReasonNotToWrite(columns, cells, taken);
    const wish = wishInRow(columns, cells);
    if (standing) {
      leaveOut(standing);
      understand({ line, email, becomes: standing.kind, on: standing.on });
      // An export of this site is read back whole.
      if (wish === null || standing.kind === 'unclear') return null;
      return { email, emailKey, line, wish, state: standing.kind === 'left' ? 'unsubscribed' : 'suppressed' };
    }
    const hasConfirmed = isRowConfirmed(columns, cells);
    understand({ line, email, becomes: hasConfirmed ? 'confirmed' : 'pending', on: null });
    return { email, emailKey, line, wish: wish ?? 'each', state: hasConfirmed ? 'confirmed' : 'pending' };
  }

  return { found, correct, read };
}

/** @throws Invalid for a workbook, which is a zip file */
async function* piecesUnlessWorkbook(file: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  let isFirst = true;
  for await (const bytes of file) {
    if (isFirst && isWorkbook(bytes))
      throw new Invalid(subscriberMessages.workbook, { file: subscriberMessages.workbook });
    isFirst = false;
    for (let from = 0; from < bytes.length; from += parsedAtOnce) {
      await letOthersRun();
      yield bytes.subarray(from, from + parsedAtOnce);
    }
  }
}

/** Pauses as long as the work took, so that other writers have the database half of the time. */
async function workThenPauseAsLong(work: () => Promise<void>): Promise<void> {
  const started = performance.now();
  await work();
  await sleep(Math.max(shortestBreath, performance.now() - started));
}
