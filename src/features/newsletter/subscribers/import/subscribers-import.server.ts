/**
 * Reads a list of addresses from CSV as it arrives, a hundred lines to a transaction: one that was cut off may be imported
 * again. Whoever has left or is suppressed stays so; who is not said to have agreed is asked first.
 */
import { Readable } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import type { CsvError } from 'csv-parse';
import { newsletterMessages } from '#features/newsletter/newsletter.ts';
import { audit } from '#platform/audit.ts';
import type { AppContext } from '#platform/context.ts';
import { Invalid } from '#platform/errors.ts';
import { normaliseEmail, readEmail } from '#platform/mail/address.ts';
import { subscriberMessages } from '../subscriber.ts';
import type { ImportReport } from '../subscribers.schema.ts';
import { type Batch, createImportWriter, type ImportConfig } from './import-writer.server.ts';

type Context = Pick<AppContext, 'db' | 'clock'> & { config: ImportConfig };
type Wanted = { file: AsyncIterable<Buffer>; isDryRun: boolean; administratorId: number };
type Line = { info: { lines: number }; record: string[] };

const batchSize = 100;
/** Milliseconds. */
const shortestBreath = 2;
const mostErrors = 100;
/** No line of a list is this long; a quotation mark that is never closed must not take in the rest of the file. */
const longestLine = 20_000;

/** @throws Invalid when the file does not name its columns */
export async function importSubscribers(
  { db, clock, config }: Context,
  { file, isDryRun, administratorId }: Wanted,
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
    erasedLines: [] as number[],
  };
  const flaws = { duplicates: 0, errorCount: 0, errors: [] as ImportReport['errors'] };
  const writeBatch = createImportWriter({ db, config, clock }, { isDryRun, report });
  const seen = new Set<string>();
  let columns: { email: number; confirmed: number } | null = null;
  let batch: Batch = [];

  function refuse(line: number, message: string): void {
    flaws.errorCount += 1;
    if (flaws.errors.length < mostErrors) flaws.errors.push({ line, message });
  }

  for await (const { record, info } of readLines(file, refuse)) {
    if (!columns) {
      columns = columnsOf(record);
      continue;
    }
    report.lines += 1;
    const email = readEmail(record[columns.email] ?? '');
    if (email === null) {
      refuse(info.lines, newsletterMessages.invalidEmail);
      continue;
    }
    const emailKey = normaliseEmail(email);
    if (seen.has(emailKey)) {
      flaws.duplicates += 1;
      continue;
    }
    seen.add(emailKey);
    batch.push({ email, emailKey, isConfirmed: isYes(record[columns.confirmed]), line: info.lines });
    if (batch.length < batchSize) continue;
    await unhurried(() => writeBatch(batch));
    batch = [];
  }
  if (!columns) throw new Invalid(subscriberMessages.noColumns, { file: subscriberMessages.noColumns });
  if (batch.length > 0) await writeBatch(batch);
  if (!isDryRun) {
    const detail = { added: report.addedConfirmed + report.addedPending, confirmed: report.confirmed };
    await audit(db, { at: clock.now(), administratorId, action: 'subscriber.import', entityId: null, detail });
  }
  return { ...report, ...flaws };
}

/** Waits as long as the work took: other writers find the database free half of the time. */
async function unhurried(work: () => Promise<void>): Promise<void> {
  const started = performance.now();
  await work();
  await sleep(Math.max(shortestBreath, performance.now() - started));
}

async function* readLines(file: AsyncIterable<Buffer>, refuse: (line: number, message: string) => void) {
  const { delimiter, bytes } = await peek(file);
  let lastRead = 0;
  const { parse } = await import('csv-parse');
  const parser = parse({
    delimiter,
    bom: true,
    info: true,
    trim: true,
    relax_column_count: true,
    skip_empty_lines: true,
    skip_records_with_error: true,
    max_record_size: longestLine,
    on_record: (record: string[], { lines }) => {
      lastRead = lines;
      return record;
    },
    // What is wrong begins behind the last line that was well.
    on_skip: (error: CsvError | undefined) => {
      const isOpen = error?.code === 'CSV_QUOTE_NOT_CLOSED' || error?.code === 'CSV_MAX_RECORD_SIZE';
      refuse(
        lastRead + 1,
        `${isOpen ? 'From here on the file' : 'This line'} cannot be read. Is a quotation mark missing?`,
      );
      lastRead = Number(error?.lines ?? lastRead);
      return undefined;
    },
  });
  const source = Readable.from(bytes);
  // A failure of the upload must end the reading too, and reach whoever reads.
  source.once('error', (error) => parser.destroy(error));
  try {
    for await (const line of source.pipe(parser)) yield line as Line;
  } catch (error) {
    if ((error as CsvError).code !== 'CSV_MAX_RECORD_SIZE') throw error;
    refuse(lastRead + 1, 'From here on the file cannot be read. Is a quotation mark missing?');
  } finally {
    source.destroy();
  }
}

/** What parts the columns is told by the first line. */
async function peek(file: AsyncIterable<Buffer>): Promise<{ delimiter: string; bytes: AsyncIterable<Buffer> }> {
  const source = file[Symbol.asyncIterator]();
  let head = Buffer.alloc(0);
  let next = await source.next();
  while (!next.done) {
    head = Buffer.concat([head, next.value]);
    if (head.includes('\n') || head.length > longestLine) break;
    next = await source.next();
  }
  const first = head.toString('utf8').split(/[\r\n]/)[0] ?? '';
  const delimiter = [';', '\t'].find((one) => first.includes(one)) ?? ',';
  async function* bytes() {
    yield head;
    for (let more = await source.next(); !more.done; more = await source.next()) yield more.value;
  }
  return { delimiter, bytes: bytes() };
}

function columnsOf(record: string[]) {
  const names = record.map((name) => name.toLowerCase().replaceAll(/[\s_-]/g, ''));
  const email = names.findIndex((name) => ['email', 'emailaddress', 'mail'].includes(name));
  if (email < 0) throw new Invalid(subscriberMessages.noColumns, { file: subscriberMessages.noColumns });
  return { email, confirmed: names.indexOf('confirmed') };
}

function isYes(value: string | undefined): boolean {
  return /^(true|yes|1)$/i.test(value?.trim() ?? '');
}
