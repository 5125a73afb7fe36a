/** Runs work on the data as its owner instead of root: the site could not open root's files. */
import { statSync } from 'node:fs';

export async function runAsOwnerOf<T>(folder: string, work: () => Promise<T> | T): Promise<T> {
  const { seteuid, setegid } = process;
  if (process.getuid?.() !== 0 || !seteuid || !setegid) return work();
  const owner = statSync(folder, { throwIfNoEntry: false });
  if (!owner) return work();
  const { uid, gid } = owner;
  setegid(gid);
  seteuid(uid);
  try {
    return await work();
  } finally {
    seteuid(0);
    setegid(0);
  }
}
