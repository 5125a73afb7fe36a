/**
 * A backup on its way into an empty site: it comes in pieces, is built beside the site and checked whole by a process of its own, and
 * then waits to be put in place. One at a time. Whatever goes wrong, the site stays as it is.
 */
import { mkdir, open, rm, stat, statfs } from 'node:fs/promises';
import { join } from 'node:path';
import { sizeText } from '#features/backup/backup-text.ts';
import { ChildFailed, runInChild } from '#features/backup/child.server.ts';
import { rowsPath } from '#features/backup/manifest.schema.ts';
import type { Config } from '#platform/config/config.ts';
import { outageOf } from '#platform/db/database-error.ts';
import type { Log } from '#platform/log.ts';
import { type BackupContents, encryptedBegin, type RestoreState } from './first-restore.ts';

/** Below the data folder. What it holds is gone with the next start. */
export const uploadFolder = 'uploaded-backup';
/** The site that was built out of the file. */
export const builtFolder = `${uploadFolder}/site`;

const script = new URL('./check-process.ts', import.meta.url);
const otherwise = 'The backup could not be checked, for a reason that the log says. Nothing was changed.';

/** What was asked for does not fit what was done before; `message` is a sentence. */
export class OutOfTurn extends Error {}

export type RestoreWork = ReturnType<typeof createRestoreWork>;

export function createRestoreWork({ config, log }: { config: Config; log: Log }, begun: Partial<RestoreState> | null) {
  const folder = join(config.dataDir, uploadFolder);
  const file = join(folder, 'backup');
  const stopping = new AbortController();
  let state: RestoreState = { ...nothing, ...begun };
  let isWriting = false;

  async function startOver(refused: string | null): Promise<void> {
    await rm(folder, { recursive: true, force: true });
    state = { ...nothing, refused };
  }

  function refuseUnless(...steps: RestoreState['step'][]): void {
    if (isWriting || !steps.includes(state.step))
      throw new OutOfTurn('Something else is being done with a backup here. Load this page again.');
  }

  return {
    state: (): RestoreState => state,

    /** Another file than the one before takes its place. */
    async begin(bytes: number): Promise<void> {
      refuseUnless('waiting', 'receiving', 'received', 'checked');
      await startOver(await lackOfRoom(config, bytes));
      if (state.refused !== null) return;
      await mkdir(folder, { recursive: true, mode: 0o700 });
      await (await open(file, 'w', 0o600)).close();
      state = { ...nothing, step: 'receiving', bytes };
    },

    /** A piece that breaks off counts for nothing: the next one begins where it began. */
    async receive(piece: AsyncIterable<Uint8Array>, { from, bytes }: { from: number; bytes: number }): Promise<void> {
      refuseUnless('receiving');
      const received = from + bytes;
      if (from !== state.received || received > state.bytes) throw new OutOfTurn('This piece is not the next one.');
      isWriting = true;
      try {
        await writePiece(file, piece, from);
        if (from === 0 && !(await beginsLikeBackup(file))) return await startOver(noBackup);
        if ((await stat(file)).size < received) return;
        state = { ...state, received, step: received === state.bytes ? 'received' : 'receiving' };
      } catch (error) {
        if (outageOf(error) !== 'disk_full') throw error;
        await startOver('There is no room for it: the disk is full. Nothing was changed.');
      } finally {
        isWriting = false;
      }
    },

    /** Answers at once; what came of it is in the state. */
    check(passphrase: string | undefined): void {
      refuseUnless('received');
      state = { ...state, step: 'checking', refused: null };
      const now = new Date().toISOString();
      const wanted = { file, folder: join(config.dataDir, builtFolder), now };
      const task = { config, ...wanted, passphrase: passphrase ?? config.backup.passphrase };
      runInChild<BackupContents | { wanted: string }>(script, task, { signal: stopping.signal, otherwise })
        .then((found) => {
          // The file stays: another pass phrase may be the right one.
          if ('wanted' in found) state = { ...state, step: 'received', refused: found.wanted };
          else state = { ...state, step: 'checked', contents: found };
        })
        .catch(async (error: unknown) => {
          if (stopping.signal.aborted) return;
          const isExplained = error instanceof ChildFailed;
          log.error('an uploaded backup was refused', { error: isExplained ? (error.cause ?? error) : error });
          await startOver(isExplained ? error.message : otherwise);
        });
    },

    /** From here on nothing else is taken. Answers whether it has pictures. */
    beginRestore(): boolean {
      refuseUnless('checked');
      state = { ...state, step: 'restoring' };
      return state.contents?.pictures !== null;
    },

    /** Ends what is under way; the files go with the next start. */
    stop: () => stopping.abort(),
  };
}

const nothing = { step: 'waiting', bytes: 0, received: 0, refused: null, contents: null } as const;
const noBackup = 'This file is no backup of a site. Nothing was changed.';

/** A sentence; null where there is room: for the file, and for all that is in it. */
async function lackOfRoom({ dataDir, diskReserveBytes }: Config, bytes: number): Promise<string | null> {
  const { bavail, bsize } = await statfs(dataDir);
  const [needed, free] = [2 * bytes + diskReserveBytes, bavail * bsize];
  if (needed <= free) return null;
  return `There is no room for it: ${sizeText(needed)} must be free on the disk of the site, and ${sizeText(free)} are. Nothing was changed.`;
}

/** From that place on. */
async function writePiece(file: string, piece: AsyncIterable<Uint8Array>, from: number): Promise<void> {
  const handle = await open(file, 'r+');
  try {
    let at = from;
    for await (const bytes of piece)
      for (let written = 0; written < bytes.length; ) {
        const { bytesWritten } = await handle.write(bytes, written, bytes.length - written, at);
        written += bytesWritten;
        at += bytesWritten;
      }
  } finally {
    await handle.close();
  }
}

/** Whoever has picked another file learns it before all of it is sent. */
async function beginsLikeBackup(file: string): Promise<boolean> {
  const handle = await open(file);
  const { buffer, bytesRead } = await handle.read(Buffer.alloc(encryptedBegin.length), 0);
  await handle.close();
  const begin = buffer.toString('latin1', 0, bytesRead);
  return begin === encryptedBegin || begin.startsWith(rowsPath('').slice(0, 5));
}
