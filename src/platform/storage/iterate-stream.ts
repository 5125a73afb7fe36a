import type { Store } from './store.ts';

/** Of a stored file; null when there is none. */
export async function storedBytes(
  store: Store,
  path: string,
): Promise<Iterable<Uint8Array> | AsyncIterable<Uint8Array> | null> {
  const found = await store.get(path);
  return found && (found.body instanceof Uint8Array ? [found.body] : iterateStream(found.body));
}

/** A store's streams may be of another class than Node's own, without an iterator. */
export async function* iterateStream(stream: ReadableStream<Uint8Array>): AsyncGenerator<Uint8Array> {
  const reader = stream.getReader();
  try {
    for (;;) {
      const { value, done } = await reader.read();
      if (done) return;
      yield value;
    }
  } finally {
    await reader.cancel().catch(() => {});
  }
}
