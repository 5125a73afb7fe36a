/**
 * Caches whole responses in memory until the content changes. Each entry has the content version read before its response was made,
 * so a response made during a change is never served as new.
 */
import { LRUCache } from 'lru-cache';
import type { ContentVersion } from '#platform/db/content-version.ts';
import { outageOf } from '#platform/db/database-error.ts';
import { StorageUnavailable } from '#platform/errors.ts';
import type { CachedResponse } from './cached-response.ts';

type Entry = { response: CachedResponse; version: number; expiresAt: number };

/** `nextChange`: the instant, if any, at which the same content will read differently. */
export type CacheParts = {
  version: ContentVersion;
  nextChange: () => Promise<Date | null>;
  now: () => Date;
  maxBytes: number;
};

/** `maxAgeMs`: a minute if it is not given. */
export type Made = { response: CachedResponse; isCacheable: boolean; maxAgeMs?: number | undefined };

/** `partition` limits the memory for addresses that visitors can make up; `make` creates a missing response once it has its `turn`. */
export type CacheRequest = {
  key: string;
  network: string;
  partition: 'addresses' | 'queries';
  /** Resolves to a function that ends the turn; null when too many wait, unless it is `neverRefused`. */
  turn: (options: { neverRefused: boolean }) => Promise<(() => void) | null>;
  make: () => Promise<Made>;
};

const minuteMs = 60_000;
const staleAfterMs = 1000;

export class Overloaded extends Error {}

export class ResponseCache {
  readonly #parts: CacheParts;
  readonly #partitions: Record<CacheRequest['partition'], LRUCache<string, Entry>>;
  readonly #pending = new Map<string, Promise<CachedResponse>>();
  readonly #waiting = new Map<string, Promise<CachedResponse>>();
  #next: { version: number; change: Date | null } | null = null;

  constructor(parts: CacheParts) {
    this.#parts = parts;
    const partition = (share: number) =>
      new LRUCache<string, Entry>({
        maxSize: Math.max(1, Math.floor(parts.maxBytes * share)),
        sizeCalculation: ({ response }, key) => response.bytes + key.length,
      });
    this.#partitions = { addresses: partition(0.75), queries: partition(0.25) };
  }

  get size(): { entries: number; bytes: number; pending: number } {
    const { addresses, queries } = this.#partitions;
    return {
      entries: addresses.size + queries.size,
      bytes: addresses.calculatedSize + queries.calculatedSize,
      pending: this.#pending.size,
    };
  }

  /** The cached response if it is surely current, without waiting. */
  fresh(key: string): CachedResponse | null {
    const entry = this.#kept(key);
    if (!entry || !this.#isYoung(entry)) return null;
    return entry.version === this.#parts.version.known() ? entry.response : null;
  }

  /**
   * The cached response if it is current, otherwise a new one, made once for everyone waiting. While the database is away, or a new
   * response takes over a second, it serves a stale one, unless the database is away and a newer version is known.
   * @throws Overloaded, StorageUnavailable when the database is away and nothing is cached
   */
  async get(request: CacheRequest): Promise<CachedResponse> {
    const { version: source } = this.#parts;
    const entry = this.#kept(request.key);
    let version: number;
    try {
      version = source.known() ?? (await source.read());
    } catch (error) {
      if (entry) return entry.response;
      if (outageOf(error) === 'database_away') throw new StorageUnavailable('database_away');
      return (await request.make()).response;
    }
    const current = entry?.version === version ? entry : undefined;
    if (current && this.#isYoung(current)) return current.response;
    const waiting = once(this.#waiting, `${version} ${request.network} ${request.key}`, () =>
      this.#makeInTurn(request, version, entry !== undefined),
    );
    return orStaleIfLate(waiting, current);
  }

  /**
   * All of one network who wait for the same response share a turn; the first network to have its turn makes it. A copy from before
   * a change may show what has been withdrawn and is never served; those who ask for it wait instead of being refused.
   */
  async #makeInTurn(request: CacheRequest, version: number, neverRefused: boolean): Promise<CachedResponse> {
    const leave = await request.turn({ neverRefused });
    if (!leave) throw new Overloaded();
    try {
      const entry = this.#kept(request.key);
      const current = entry?.version === version ? entry : undefined;
      if (current && this.#isYoung(current)) return current.response;
      return await once(this.#pending, `${version} ${request.key}`, () => this.#make(request, version, current));
    } finally {
      leave();
    }
  }

  #kept(key: string): Entry | undefined {
    return this.#partitions.addresses.get(key) ?? this.#partitions.queries.get(key);
  }

  #isYoung({ expiresAt }: Entry): boolean {
    return expiresAt > this.#parts.now().getTime();
  }

  async #make({ key, partition, make }: CacheRequest, version: number, stale: Entry | undefined) {
    const startedAt = this.#parts.now().getTime();
    const change = await this.#nextChange(version).catch(() => null);
    const { response, isCacheable, maxAgeMs = minuteMs } = await make();
    if (!isCacheable) return stale?.response ?? response;
    const expiresAt = Math.min(startedAt + maxAgeMs, change?.getTime() ?? Number.POSITIVE_INFINITY);
    const { addresses, queries } = this.#partitions;
    // Visitors can request endless missing addresses.
    const isMadeUp = partition === 'queries' || response.status === 404;
    (isMadeUp ? addresses : queries).delete(key);
    (isMadeUp ? queries : addresses).set(key, { response, version, expiresAt });
    return response;
  }

  /** Reads the next change once for each version, and again when it has passed. */
  async #nextChange(version: number): Promise<Date | null> {
    const { nextChange, now } = this.#parts;
    const known = this.#next;
    if (known?.version === version && (known.change === null || known.change > now())) return known.change;
    const change = await nextChange();
    this.#next = { version, change };
    return change;
  }
}

/** Everyone who asks for the same at the same time gets the same promise. */
function once<T>(running: Map<string, Promise<T>>, id: string, begin: () => Promise<T>): Promise<T> {
  const known = running.get(id);
  if (known) return known;
  const promise = begin().finally(() => running.delete(id));
  running.set(id, promise);
  return promise;
}

/** Serves the stale entry when making a new response fails or takes over a second. */
async function orStaleIfLate(making: Promise<CachedResponse>, stale: Entry | undefined): Promise<CachedResponse> {
  if (!stale) return making;
  const late = Promise.withResolvers<CachedResponse>();
  const timer = setTimeout(() => late.resolve(stale.response), staleAfterMs);
  try {
    return await Promise.race([making.catch(() => stale.response), late.promise]);
  } finally {
    clearTimeout(timer);
  }
}
