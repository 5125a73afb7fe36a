/** Where pictures are kept, and whether all of them are there. */
import { randomUUID } from 'node:crypto';
import { bad, good, type Verdict } from '#features/health/finding.ts';
import { pathsOf } from '#features/uploads/removing.server.ts';
import type { Db } from '#platform/db/db.ts';
import { Unavailable } from '#platform/errors.ts';
import type { Store } from '#platform/storage/store.ts';
import { countOf } from '#shared/text.ts';
import { type Check, type CheckContext, withDatabase } from './check.ts';

export const storageChecks: Check[] = [
  { name: 'storage', title: 'Storage of pictures', isSlow: true, verdict: storageVerdict },
  withDatabase({ name: 'pictures', title: 'Pictures', isSlow: true, verdict: picturesVerdict }),
];

/** Only the site itself writes there, when somebody asks: what another user has written it could not remove. */
async function storageVerdict({ config, store, triesWriting }: CheckContext): Promise<Verdict> {
  const todo = config.s3
    ? 'Compare S3_ENDPOINT, S3_BUCKET and the two keys with what the provider of the bucket shows.'
    : `Look who may read the folder: ls -la ${config.dataDir}`;
  try {
    for await (const _ of store.list()) break;
  } catch (error) {
    return bad(`The storage of pictures cannot be read: ${reasonOf(error)}`, todo);
  }
  if (!triesWriting) return good('The storage of pictures can be read.');
  try {
    await writeAndRemove(store);
    return good('The storage of pictures takes a file, gives it back and removes it.');
  } catch (error) {
    return bad(`The storage of pictures can be read, but takes nothing: ${reasonOf(error)}`, todo);
  }
}

async function writeAndRemove(store: Store): Promise<void> {
  const path = `doctor/${randomUUID()}.txt`;
  const bytes = Buffer.from('This file is removed at once.\n');
  await store.put(path, bytes, { contentType: 'text/plain', cacheControl: 'no-store' });
  try {
    const file = await store.get(path);
    const read = file && Buffer.from(await new Response(file.body).arrayBuffer());
    if (!read?.equals(bytes)) throw new Error('what is read is not what was written');
  } finally {
    await store.remove(path).catch(() => store.remove(path));
  }
}

async function picturesVerdict({ config, db, store }: CheckContext & { db: Db }): Promise<Verdict | null> {
  const rows = await db.selectFrom('uploads').select(['url', 'variants']).where('removedAt', 'is', null).execute();
  const wanted = new Map(rows.flatMap((row) => pathsOf(row).map((path) => [path, row.url])));
  if (rows.length === 0) return good('There is no picture yet.');
  try {
    for await (const { path } of store.list()) wanted.delete(path);
  } catch {
    // Another check says why.
    return null;
  }
  return missingVerdict({
    count: rows.length,
    missing: [...new Set(wanted.values())],
    isBucket: config.s3 !== undefined,
  });
}

type Missing = { count: number; missing: string[]; isBucket: boolean };

export function missingVerdict({ count, missing, isBucket }: Missing): Verdict {
  if (missing.length === 0) return good(`All ${countOf(count, 'picture')} are there.`);
  const place = isBucket ? 'the bucket' : 'the folder “One Health Images”';
  const sentence = `${missing.length} of ${countOf(count, 'picture')} ${missing.length === 1 ? 'is' : 'are'} missing in ${place}, such as ${missing[0]}.`;
  return bad(sentence, `Bring ${place} back from a backup: docs/how-to/back-up-and-restore.md`);
}

/** What the server of the bucket has said, or the system's name for the error: nothing else may be shown to anybody. */
function reasonOf(error: unknown): string {
  if (error instanceof Unavailable && error.cause instanceof Error) return error.cause.message;
  return (error as NodeJS.ErrnoException).code ?? 'an unknown error';
}
