/** SHA256SUMS of a release: every file of the folder, in the form that `sha256sum -c` reads. */
import { createHash } from 'node:crypto';
import { createReadStream, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { pipeline } from 'node:stream/promises';

const sums = 'SHA256SUMS';

export async function writeChecksums(folder: string): Promise<void> {
  const lines: string[] = [];
  for (const file of filesBelow(folder)) lines.push(`${await checksumOf(join(folder, file))}  ${file}\n`);
  writeFileSync(join(folder, sums), lines.join(''));
}

/** A sentence for the first file that is missing, changed or not listed; null when all is as it was released. */
export async function findDamage(folder: string): Promise<string | null> {
  let listed: Map<string, string>;
  try {
    listed = readChecksums(folder);
  } catch {
    return `It has no ${sums}.`;
  }
  const files = filesBelow(folder);
  const stranger = files.find((file) => !listed.has(file));
  if (stranger !== undefined) return `${stranger} does not belong to it.`;
  const there = new Set(files);
  for (const [file, checksum] of listed) {
    if (!there.has(file)) return `${file} is missing.`;
    if ((await checksumOf(join(folder, file))) !== checksum) return `${file} has been changed.`;
  }
  return null;
}

export async function checksumOf(file: string): Promise<string> {
  const hash = createHash('sha256');
  await pipeline(createReadStream(file), hash);
  return hash.digest('hex');
}

function readChecksums(folder: string): Map<string, string> {
  const lines = readFileSync(join(folder, sums), 'utf8').split('\n').filter(Boolean);
  return new Map(lines.map((line) => [line.slice(66), line.slice(0, 64)]));
}

function filesBelow(folder: string): string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => relative(folder, join(entry.parentPath, entry.name)))
    .filter((file) => file !== sums)
    .sort();
}
