/** The store that the settings name: a bucket when there is one, else the folder in the data directory. */
import type { Config } from '#platform/config/config.ts';
import { Unavailable } from '#platform/errors.ts';
import type { Log } from '#platform/log.ts';
import { diskStore } from './disk-store.ts';
import { s3Store } from './s3-store.ts';
import type { Store } from './store.ts';

export function openStore({ s3, dataDir }: Pick<Config, 's3' | 'dataDir'>): Store {
  return s3 ? s3Store(s3) : diskStore(dataDir);
}

export const bucketTodo = 'Compare S3_ENDPOINT, S3_BUCKET and the two keys with what the provider of the bucket shows.';

/** The bucket server's message, or the system's code of the error. */
export function storageReasonOf(error: unknown): string {
  if (error instanceof Unavailable && error.cause instanceof Error) return error.cause.message;
  return (error as NodeJS.ErrnoException).code ?? 'an unknown error';
}

/** For the start: an unusable bucket is logged at once, and the site runs anyway. */
export async function logUnusableStore(store: Store, log: Log): Promise<void> {
  try {
    for await (const _ of store.list()) break;
  } catch (error) {
    log.error('the picture storage cannot be used', { reason: storageReasonOf(error), todo: bucketTodo });
  }
}
