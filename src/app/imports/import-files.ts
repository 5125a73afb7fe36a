/** The uploaded file in the store, in parts: web and worker may be on two machines. */
import { createWriteStream } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { withoutSlash } from '#platform/config/setting-types.ts';
import type { AppContext } from '#platform/context.ts';
import { type Store, storedBytes } from '#platform/storage/store.ts';
import { randomHex } from '#platform/tokens.ts';
import { type ImportRow, importMessages } from './import-rows.ts';
import { ImportRefused } from './readers/found.ts';
import { type OpenedFile, openImportFile } from './readers/open-source.ts';

const partBytes = 8 * 1024 ** 2;

type Stored = Pick<ImportRow, 'file' | 'parts'>;

/** Keeps at most one part in memory. `named` may be filled in while the file is read. */
export async function addImport(
  { db, store, clock }: AppContext,
  bytes: AsyncIterable<Uint8Array>,
  { named, site, administratorId }: { named: { fileName: string }; site: string; administratorId: number },
): Promise<ImportRow> {
  const stored = await storeImportFile(store, bytes);
  const fileName = named.fileName.slice(0, 200).toWellFormed() || 'export';
  const known = { ...stored, fileName, site: withoutSlash(site), administratorId };
  const row = { ...known, state: 'reading' as const, at: clock.now().toISOString() };
  // Where this fails, perhaps only the answer is lost: the parts go with the old files.
  return db.insertInto('imports').values(row).returningAll().executeTakeFirstOrThrow();
}

async function storeImportFile(store: Store, bytes: AsyncIterable<Uint8Array>): Promise<Stored & { file: string }> {
  const file = randomHex(16);
  let parts = 0;
  let open: Uint8Array[] = [];
  let size = 0;
  const flush = async () => {
    await store.put(pathOf(file, parts), Buffer.concat(open));
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

/** Runs `work` with the whole file in a temporary folder. @throws ImportRefused when it is gone or cannot be read */
export async function withImportFile(
  { store, clock }: AppContext,
  row: ImportRow,
  work: (opened: OpenedFile) => Promise<void>,
): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'import-'));
  const target = join(folder, 'file');
  async function* pieces() {
    for (let part = 0; part < row.parts; part++) {
      const bytes = row.file === null ? null : await storedBytes(store, pathOf(row.file, part));
      if (!bytes) throw new ImportRefused(importMessages.gone);
      yield* bytes;
    }
  }
  try {
    await pipeline(pieces, createWriteStream(target, { mode: 0o600 }));
    const { fileName, site } = row;
    const opened = await openImportFile({ file: target, fileName, site, now: clock.now() });
    await work(opened).finally(() => opened.close());
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
