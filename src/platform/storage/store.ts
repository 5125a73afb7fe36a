/** Where uploaded files live: a folder on disk or a bucket behind one contract; a file, once put, never changes. */
export type StoredFile = {
  body: Uint8Array<ArrayBuffer> | ReadableStream<Uint8Array>;
  /** Bytes. */
  size: number;
};

/** `size` in bytes. */
export type ListedFile = { path: string; size: number; modifiedAt: Date };

/** A store that does not answer, or refuses, makes any of these throw `Unavailable`. */
export type Store = {
  /**
   * Refuses to overwrite. `path` as `isSafeStorePath` allows, e.g. `articles/1790000000000-9f3c.jpg`.
   * @throws NameTaken
   */
  put(path: string, bytes: Buffer): Promise<void>;
  get(path: string): Promise<StoredFile | null>;
  /** A missing path is not an error. */
  remove(path: string): Promise<void>;
  /** Every file, including those of an interrupted `put`, in no order. */
  list(): AsyncIterable<ListedFile>;
  publicUrl(path: string): string;
};

/** There is a file of that name already. */
export class NameTaken extends Error {
  override name = 'NameTaken';

  constructor(path: string, options?: ErrorOptions) {
    super(`There is already a file ${path}`, options);
  }
}

/** Of a stored file; null when there is none. */
export async function storedBytes(
  store: Store,
  path: string,
): Promise<Iterable<Uint8Array> | AsyncIterable<Uint8Array> | null> {
  const found = await store.get(path);
  return found && (found.body instanceof Uint8Array ? [found.body] : found.body);
}

const contentTypes: Record<string, string> = {
  jpg: 'image/jpeg',
  jpeg: 'image/jpeg',
  png: 'image/png',
  webp: 'image/webp',
  avif: 'image/avif',
  gif: 'image/gif',
  pdf: 'application/pdf',
};

/** Names parted by slashes; none is empty or starts with a dot, so no path leads out or to a half-written file. */
export function isSafeStorePath(path: string): boolean {
  return path.length <= 200 && /^[a-z0-9][a-z0-9._-]*(\/[a-z0-9][a-z0-9._-]*)*$/i.test(path);
}

export function contentTypeOf(path: string): string {
  return contentTypes[path.slice(path.lastIndexOf('.') + 1).toLowerCase()] ?? 'application/octet-stream';
}

/** The name says what may be cached forever: only variants end in `.w{width}.{extension}`. */
export function variantPath(original: string, width: number, extension: string): string {
  return `${original.replace(/\.[^./]+$/, '')}.w${width}.${extension}`;
}

export function cacheControlOf(path: string): string {
  return /\.w\d+\.[a-z]+$/.test(path) ? 'public, max-age=31536000, immutable' : 'public, max-age=3600';
}
