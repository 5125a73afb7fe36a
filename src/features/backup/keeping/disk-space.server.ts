/** Whether there is room for what a backup or a rehearsal writes. Neither may fill the disk that the site itself needs. */
import { stat, statfs } from 'node:fs/promises';
import type { Config } from '#platform/config/config.ts';
import { BackupRefused } from '../backup.ts';
import { sizeText } from '../backup-text.ts';

/** Bytes to be written into an existing folder. */
export type Need = { folder: string; bytes: number };
type Site = Pick<Config, 'dataDir' | 'diskReserveBytes'>;

/** `what` is the sentence's subject: 'a backup'. @throws BackupRefused */
export async function refuseWithoutRoom(site: Site, what: string, needs: Need[]): Promise<void> {
  for (const { folder, free, bytes, reserve } of await disksOf(site, needs)) {
    if (bytes + reserve <= free) continue;
    const kept = reserve > 0 ? `, of which ${sizeText(reserve)} stay free for the site` : '';
    throw new BackupRefused(
      `There is no room for ${what}: it takes about ${sizeText(bytes)}, and the disk of ${folder} has ${sizeText(free)} free${kept}.`,
    );
  }
}

/** Only the site's own disk has a reserve; others may be filled. */
async function disksOf({ dataDir, diskReserveBytes }: Site, needs: Need[]) {
  const sites = (await stat(dataDir)).dev;
  const disks = new Map<number, Need & { device: number; free: number; reserve: number }>();
  for (const { folder, bytes } of needs) {
    const device = (await stat(folder)).dev;
    const { bavail, bsize } = await statfs(folder);
    const reserve = device === sites ? diskReserveBytes : 0;
    const disk = disks.get(device) ?? { device, folder, bytes: 0, free: bavail * bsize, reserve };
    disks.set(device, { ...disk, bytes: disk.bytes + bytes });
  }
  return [...disks.values()];
}
