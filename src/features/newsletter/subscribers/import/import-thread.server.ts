/**
 * An import in a thread of its own: reading a long list and writing it down never holds up a page. The file is handed over as
 * it arrives, a piece whenever the thread asks for one.
 */
import type { AppContext } from '#platform/context.ts';
import { Invalid, StorageUnavailable } from '#platform/errors.ts';
import { openThread } from '#platform/threads.ts';
import type { FieldErrors } from '#shared/calls/api-error.ts';
import type { OutageReason } from '#shared/outage.ts';
import type { ImportReport } from '../subscribers.schema.ts';
import type { ImportConfig } from './import-writer.server.ts';

export type ImportTask = {
  database: { databaseUrl: string | undefined; dataDir: string };
  config: ImportConfig;
  now: string;
  isDryRun: boolean;
  takesUnclear: boolean;
  administratorId: number;
};

/** What the thread is told: a piece of the file, its end, or that no more of it can be read. */
export type ImportPiece = { bytes: Uint8Array } | 'end' | 'lost';

/** What the thread says: that it wants the next piece, and at last how it ended. */
export type ImportAnswer =
  | 'next'
  | { report: ImportReport }
  | { refusal: { message: string; fields: FieldErrors } }
  | { failure: string; outage: OutageReason | null };

type Wanted = { file: AsyncIterable<Uint8Array> } & Pick<ImportTask, 'isDryRun' | 'takesUnclear' | 'administratorId'>;

const script = new URL('./import-worker.server.ts', import.meta.url);

/**
 * As `importSubscribers`. What `file` throws ends it: what was written until then stays, and the same list may be imported again.
 * @throws Invalid when the file does not name its columns, StorageUnavailable when nothing can be written down any more
 */
export async function importInThread(
  { config, clock }: Pick<AppContext, 'config' | 'clock'>,
  { file, isDryRun, takesUnclear, administratorId }: Wanted,
): Promise<ImportReport> {
  const { databaseUrl, dataDir, siteUrl, newsletter } = config;
  const task: ImportTask = {
    database: { databaseUrl, dataDir },
    config: { siteUrl, newsletter: { ratePerSecond: newsletter.ratePerSecond } },
    now: clock.now().toISOString(),
    isDryRun,
    takesUnclear,
    administratorId,
  };
  const thread = openThread(script, { workerData: task });
  const pieces = file[Symbol.asyncIterator]();
  let lost: { error: unknown } | null = null;
  const ended = Promise.withResolvers<Exclude<ImportAnswer, 'next'>>();

  async function postNext(): Promise<void> {
    try {
      const { done, value } = await pieces.next();
      // A copy of its own: a view would take all of what it looks at along.
      thread.postMessage(done ? 'end' : ({ bytes: Uint8Array.from(value) } satisfies ImportPiece));
    } catch (error) {
      lost = { error };
      thread.postMessage('lost');
    }
  }

  thread.on('message', (answer: ImportAnswer) => {
    if (answer === 'next') void postNext();
    else ended.resolve(answer);
  });
  thread.on('error', ended.reject);
  thread.on('exit', () => ended.reject(new Error('The import ended without a report')));
  const answer = await ended.promise;
  // Not awaited: whoever sends the file may take their time with the rest of it.
  pieces.return?.().catch(() => {});
  if (lost) throw (lost as { error: unknown }).error;
  if ('refusal' in answer) throw new Invalid(answer.refusal.message, answer.refusal.fields);
  if ('outage' in answer && answer.outage) throw new StorageUnavailable(answer.outage);
  if ('failure' in answer) throw new Error(`The import failed: ${answer.failure}`);
  return answer.report;
}
