/**
 * Keeps whole answers in memory and gives them away until the content changes. An answer is stored under the content
 * version read before it was made, so one made while something changed is never taken for new.
 */
import { LRUCache } from 'lru-cache';
import type { ContentVersion } from '#platform/db/content-version.ts';
import { outageOf } from '#platform/db/database-error.ts';
import { StorageUnavailable } from '#platform/errors.ts';
import type { Answer } from './answer.ts';

type Kept = { answer: Answer; version: number; until: number };

/** `nextChange`: the instant, if any, at which the same content will read differently. */
export type CacheParts = {
  version: ContentVersion;
  nextChange: () => Promise<Date | null>;
  now: () => Date;
  maxBytes: number;
  /** More answers than this in the making: others are turned away. */
  maxMaking: number;
};

/** What is wanted: `make` makes it, `isKeepable` says whether it may be kept. `shelf` bounds what visitors can make up. */
export type Wanted = {
  key: string;
  shelf: 'addresses' | 'queries';
  make: () => Promise<{ answer: Answer; isKeepable: boolean }>;
};

const maxAgeMs = 60_000;
const patienceMs = 1000;

export class Overloaded extends Error {}

export class AnswerCache {
  readonly #parts: CacheParts;
  readonly #shelves: Record<Wanted['shelf'], LRUCache<string, Kept>>;
  readonly #making = new Map<string, Promise<Answer>>();
  #next: { version: number; change: Date | null } | null = null;

  constructor(parts: CacheParts) {
    this.#parts = parts;
    const shelf = (share: number) =>
      new LRUCache<string, Kept>({
        maxSize: Math.max(1, Math.floor(parts.maxBytes * share)),
        sizeCalculation: ({ answer }, key) => answer.bytes + key.length,
      });
    this.#shelves = { addresses: shelf(0.75), queries: shelf(0.25) };
  }

  get size(): { entries: number; bytes: number; making: number } {
    const { addresses, queries } = this.#shelves;
    return {
      entries: addresses.size + queries.size,
      bytes: addresses.calculatedSize + queries.calculatedSize,
      making: this.#making.size,
    };
  }

  /** The kept answer if it surely still holds; at once. */
  fresh(key: string, shelf: Wanted['shelf']): Answer | null {
    const kept = this.#shelves[shelf].get(key);
    if (!kept || kept.until <= this.#parts.now().getTime()) return null;
    return kept.version === this.#parts.version.known() ? kept.answer : null;
  }

  /**
   * The kept answer if it holds, else a new one, made once for all who wait for it. While the database is away a kept one
   * is given whatever its age, unless it is known to be superseded, and so it is when a new one takes longer than a second.
   * @throws Overloaded, StorageUnavailable when the database is away and nothing is kept
   */
  async get(wanted: Wanted): Promise<Answer> {
    const { key, shelf } = wanted;
    const { version: source, now } = this.#parts;
    const kept = this.#shelves[shelf].get(key);
    let version: number;
    try {
      version = source.known() ?? (await source.read());
    } catch (error) {
      if (kept) return kept.answer;
      if (outageOf(error) === 'database_away') throw new StorageUnavailable('database_away');
      return (await wanted.make()).answer;
    }
    const holds = kept?.version === version ? kept : undefined;
    if (holds && holds.until > now().getTime()) return holds.answer;

    const flight = `${version} ${key}`;
    const underWay = this.#making.get(flight);
    if (underWay) return orOlder(underWay, holds);
    if (this.#making.size >= this.#parts.maxMaking) {
      if (holds) return holds.answer;
      throw new Overloaded();
    }
    const making = this.#make(wanted, version, holds).finally(() => this.#making.delete(flight));
    this.#making.set(flight, making);
    return orOlder(making, holds);
  }

  async #make({ key, shelf, make }: Wanted, version: number, older: Kept | undefined): Promise<Answer> {
    const begun = this.#parts.now().getTime();
    const change = await this.#nextChange(version).catch(() => null);
    const { answer, isKeepable } = await make();
    if (!isKeepable) return older?.answer ?? answer;
    const until = Math.min(begun + maxAgeMs, change?.getTime() ?? Number.POSITIVE_INFINITY);
    this.#shelves[shelf].set(key, { answer, version, until });
    return answer;
  }

  /** Asked for once for each version, and again when it has come. */
  async #nextChange(version: number): Promise<Date | null> {
    const { nextChange, now } = this.#parts;
    const known = this.#next;
    if (known?.version === version && (known.change === null || known.change > now())) return known.change;
    const change = await nextChange();
    this.#next = { version, change };
    return change;
  }
}

/** A new answer that fails or takes its time does not keep anybody from the older one. */
async function orOlder(making: Promise<Answer>, older: Kept | undefined): Promise<Answer> {
  if (!older) return making;
  const given = Promise.withResolvers<Answer>();
  const timer = setTimeout(() => given.resolve(older.answer), patienceMs);
  try {
    return await Promise.race([making.catch(() => older.answer), given.promise]);
  } finally {
    clearTimeout(timer);
  }
}
