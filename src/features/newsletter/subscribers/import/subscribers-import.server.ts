/**
 * Imports a list of addresses as it arrives, fifty people per transaction, with pauses to serve pages. An interrupted import can be
 * repeated. Anyone unsubscribed or suppressed, here or in the old system, stays so; people without recorded consent are asked
 * first.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { newsletterMessages } from '#features/newsletter/newsletter.ts';
import { audit } from '#platform/audit.ts';
import type { AppContext } from '#platform/context.ts';
import { type Db, transact } from '#platform/db/db.ts';
import { Invalid } from '#platform/errors.ts';
import { normaliseEmail, parseMailableEmail } from '#platform/mail/mailable-address.ts';
import { subscriberMessages } from '../subscriber.ts';
import type { ImportReport } from '../subscribers-admin.schema.ts';
import { createImportWriter, type Outcome, outcomes, type Person } from './import-writer.server.ts';
import {
  emailInRow,
  findColumns,
  findMeaning,
  isHeadingRow,
  type ListColumns,
  type Meaning,
  meanings,
  wishInRow,
} from './list-columns.ts';
import { decodeText, type ListRecord, parseRecords } from './list-lines.server.ts';

type Wanted = {
  file: AsyncIterable<Buffer>;
  isDryRun: boolean;
  /** What may be written to although it is not understood: `column=value`, or `column` for all its values. */
  taken: string[];
  administratorId: number;
};

const batchSize = 50;
/** Milliseconds. */
const shortestBreath = 2;
const mostErrors = 100;
const mostUnderstood = 5;
/** Beyond five a column is asked about as a whole. */
const mostValues = 6;

/** @throws Invalid when the file does not name its columns, or is a workbook */
export async function importSubscribers(
  { db, clock, config }: Pick<AppContext, 'db' | 'clock' | 'config'>,
  { file, isDryRun, taken, administratorId }: Wanted,
): Promise<ImportReport> {
  const { read, keep, counts, report } = createReading(new Set(taken));
  const write = createImportWriter({ config, clock }, isDryRun);
  const inOne = (work: (trx: Db) => Promise<void>) => (isDryRun ? work(db) : transact(db, work));
  let columns: ListColumns | null = null;
  let batch: Person[] = [];

  for await (const record of parseRecords(decodeText(file), isHeadingRow)) {
    if (!columns) {
      // Without its last columns it is not known who has left.
      if (record.isOpen) break;
      columns = findColumns(record.cells);
      continue;
    }
    const person = read(columns, record);
    if (person) batch.push(person);
    if (batch.length < batchSize) continue;
    await workThenPauseAsLong(() => inOne((trx) => write(trx, batch)));
    keep(batch);
    batch = [];
  }
  if (!columns) throw new Invalid(subscriberMessages.noColumns, { file: subscriberMessages.noColumns });
  await inOne(async (trx) => {
    await write(trx, batch);
    const count = (outcome: Outcome) => counts[outcome] + batch.filter((one) => one.outcome === outcome).length;
    const detail = { added: count('confirmed') + count('pending'), confirmed: count('agreed') };
    const entry = { at: clock.now(), administratorId, action: 'subscriber.import', entityId: null, detail } as const;
    if (!isDryRun) await audit(trx, entry);
  });
  keep(batch);
  return { isDryRun, ...report() };
}

/** Reads one line after another; `keep` counts what became of them. */
function createReading(taken: ReadonlySet<string>) {
  const counts = Object.fromEntries(outcomes.map((outcome) => [outcome, 0])) as Record<Outcome, number>;
  const found = { lines: 0, duplicates: 0, cleaned: 0 };
  const errors: ImportReport['errors'] = [];
  const unclearColumns: ImportReport['unclearColumns'] = [];
  const first: (Pick<Person, 'line' | 'outcome' | 'on'> & { email: string | null })[] = [];
  const seen = new Map<string, Meaning>();
  /** Those whose meaning a later line can still change. */
  const unwritten = new Map<string, Person>();

  function refuse(outcome: 'refused' | 'erased', line: number, message: string): void {
    counts[outcome] += 1;
    if (errors.length < mostErrors) errors.push({ line, message });
  }

  function understand(one: (typeof first)[number]): void {
    if (first.length < mostUnderstood) first.push(one);
  }

  function read(columns: ListColumns, { line, cells, isOpen }: ListRecord): Person | null {
    if (!isOpen && cells.every((cell) => cell.trim() === '')) return null;
    found.lines += 1;
    const { written, isCleaned } = emailInRow(columns, cells);
    const email = parseMailableEmail(written);
    if (isOpen || email === null) {
      refuse('refused', line, isOpen ? subscriberMessages.lineUnreadable : newsletterMessages.invalidEmail);
      understand({ line, email: null, outcome: 'refused', on: null });
      return null;
    }
    const emailKey = normaliseEmail(email);
    const meaning = findMeaning(columns, cells, taken);
    const before = seen.get(emailKey);
    const isNews = before === undefined || keepsOut(meaning.means, before);
    if (isNews) seen.set(emailKey, meaning.means);
    if (before !== undefined) {
      const earlier = unwritten.get(emailKey);
      if (isNews && !earlier) refuse('refused', line, subscriberMessages.leftInLaterLine);
      else found.duplicates += 1;
      if (isNews && earlier) Object.assign(earlier, meaning);
      return null;
    }
    if (isCleaned) found.cleaned += 1;
    const person = { line, email, emailKey, wish: wishInRow(columns, cells), outcome: meaning.means, ...meaning };
    understand(person);
    unwritten.set(emailKey, person);
    return person;
  }

  function keep(batch: Person[]): void {
    unwritten.clear();
    for (const { line, outcome, asked } of batch) {
      if (outcome === 'erased') refuse(outcome, line, subscriberMessages.wasErased);
      else counts[outcome] += 1;
      for (const { column, value } of outcome === 'unclear' ? asked : []) {
        const known = unclearColumns.find(({ name }) => name === column);
        if (!known) unclearColumns.push({ name: column, values: [value] });
        else if (known.values.length < mostValues && !known.values.includes(value)) known.values.push(value);
      }
    }
  }

  function report(): Omit<ImportReport, 'isDryRun'> {
    return {
      ...found,
      addedConfirmed: counts.confirmed,
      addedPending: counts.pending,
      confirmed: counts.agreed,
      known: counts.known,
      keptOut: counts['kept out'],
      erased: counts.erased,
      leftThere: counts.left,
      bouncedThere: counts.bounced,
      unclear: counts.unclear,
      errorCount: counts.refused + counts.erased,
      unclearColumns,
      understood: first.map(({ line, email, outcome, on }) => ({ line, email, becomes: wordOf(outcome), on })),
      errors,
    };
  }

  return { read, keep, counts, report };
}

/** A later line counts only if it is a reason not to write. */
function keepsOut(later: Meaning, earlier: Meaning): boolean {
  return later !== 'pending' && meanings.indexOf(later) < meanings.indexOf(earlier);
}

function wordOf(outcome: Outcome): ImportReport['understood'][number]['becomes'] {
  if (outcome === 'agreed') return 'confirmed';
  return outcome === 'erased' ? 'refused' : outcome;
}

/** Pauses as long as the work took, so that other writers have the database half of the time. */
async function workThenPauseAsLong(work: () => Promise<void>): Promise<void> {
  const started = performance.now();
  await work();
  await sleep(Math.max(shortestBreath, performance.now() - started));
}
