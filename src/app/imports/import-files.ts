/** The uploaded file in the store, in parts: web and worker may be on two machines. */
import { createWriteStream } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import type { AppContext } from '#platform/context.ts';
import { iterateStream } from '#platform/storage/iterate-stream.ts';
import { cacheControls, type Store } from '#platform/storage/store.ts';
import { randomHex } from '#platform/tokens.ts';
import { type ImportRow, importMessages } from './import-rows.ts';
import { ImportRefused } from './readers/found.ts';

const partBytes = 8 * 1024 ** 2;

type Stored = Pick<ImportRow, 'file' | 'parts'>;

/** Keeps at most one part in memory. */
export async function storeImportFile(
  store: Store,
  bytes: AsyncIterable<Uint8Array>,
): Promise<{ file: string; parts: number }> {
  const file = randomHex(16);
  let parts = 0;
  let open: Uint8Array[] = [];
  let size = 0;
  const flush = async () => {
    const type = { contentType: 'application/octet-stream', cacheControl: cacheControls.original };
    await store.put(pathOf(file, parts), Buffer.concat(open), type);
    parts += 1;
    [open, size] = [[], 0];
  };
  try {
    for await (const piece of bytes) {
      open.push(Uint8Array.from(piece));
      size += piece.length;
      if (size >= partBytes) await flush();
    }
    if (size > 0) await flush();
    return { file, parts };
  } catch (error) {
    await removeImportFile(store, { file, parts: parts + 1 });
    throw error;
  }
}

/** Runs `work` with the whole file in a temporary folder. @throws ImportRefused when it is gone */
export async function withImportFile<T>(
  { store }: AppContext,
  row: Stored,
  work: (file: string) => Promise<T>,
): Promise<T> {
  const folder = await mkdtemp(join(tmpdir(), 'import-'));
  const target = join(folder, 'file');
  async function* pieces() {
    for (let part = 0; part < row.parts; part++) {
      const stored = row.file === null ? null : await store.get(pathOf(row.file, part));
      if (!stored) throw new ImportRefused(importMessages.gone);
      if (stored.body instanceof Uint8Array) yield stored.body;
      else yield* iterateStream(stored.body);
    }
  }
  try {
    await pipeline(pieces, createWriteStream(target, { mode: 0o600 }));
    return await work(target);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

export async function removeImportFile(store: Store, { file, parts }: Stored): Promise<void> {
  if (file !== null) for (let part = 0; part < parts; part++) await store.remove(pathOf(file, part)).catch(() => {});
}

function pathOf(file: string, part: number): string {
  return `imports/${file}.${part}`;
}
