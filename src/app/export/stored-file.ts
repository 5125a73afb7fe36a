import { iterateStream } from '#platform/storage/iterate-stream.ts';
import type { Store } from '#platform/storage/store.ts';

/** The bytes of a stored file, or null. */
export async function storedFile(
  store: Store,
  path: string,
): Promise<Iterable<Uint8Array> | AsyncIterable<Uint8Array> | null> {
  const found = await store.get(path);
  if (!found) return null;
  return found.body instanceof Uint8Array ? [found.body] : iterateStream(found.body);
}
