import { createWriteStream } from 'node:fs';
import { rm } from 'node:fs/promises';
import { pipeline } from 'node:stream/promises';
import { audit } from '#platform/audit.ts';
import { Conflict } from '#platform/errors.ts';
import { tarOf } from '#platform/files/tar.ts';
import { type SiteFilesContext, siteFiles } from '../export/site-files.ts';

/**
 * Writes everything on the site into a new file, of which nothing is left after an error.
 * @throws Conflict when there is a file of that name
 */
export async function exportInto(context: SiteFilesContext, file: string): Promise<void> {
  const { db, clock } = context;
  try {
    await pipeline(tarOf(siteFiles(context)), createWriteStream(file, { flags: 'wx', mode: 0o600 }));
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'EEXIST') throw new Conflict(`There is already a file ${file}.`);
    if (code === 'ENOENT') throw new Conflict(`There is no folder for ${file}.`);
    await rm(file, { force: true });
    throw error;
  }
  await audit(db, { at: clock.now(), administratorId: null, action: 'site.export', entityId: null });
}
