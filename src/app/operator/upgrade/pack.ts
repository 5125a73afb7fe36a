/** Packs the folder of a release into the archive that servers get. */
import { spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { checksumOf, writeChecksums } from './checksums.ts';

/** Writes the folder's checksums and packs it: the same bytes from the same files. */
export async function pack(folder: string, archive: string, compressor = 'gzip -n'): Promise<string> {
  await writeChecksums(folder);
  const same = ['--sort=name', '--owner=0', '--group=0', '--numeric-owner', '--mtime=2026-01-01', '--mode=u=rwX,go=rX'];
  const what = ['-C', join(folder, '..'), '-I', compressor, '-cf', archive, basename(folder)];
  const packed = spawnSync('tar', [...same, ...what], { encoding: 'utf8' });
  if (packed.status !== 0) throw new Error(`tar could not write ${archive}: ${packed.stderr || packed.error?.message}`);
  writeFileSync(`${archive}.sha256`, `${await checksumOf(archive)}  ${basename(archive)}\n`);
  return archive;
}
