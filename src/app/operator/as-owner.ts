/** What root does with the data is done as its owner: a file of root's would keep the site out. */
import { statSync } from 'node:fs';

export async function asOwnerOf<T>(folder: string, work: () => Promise<T> | T): Promise<T> {
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
