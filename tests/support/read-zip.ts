import { crc32, inflateRawSync } from 'node:zlib';
import { expect } from 'vitest';

/** The files of a small zip file by name, read by the directory at its end, as a program reads it that trusts nothing else. */
export function filesInZip(zip: Buffer): Record<string, Buffer> {
  const files: Record<string, Buffer> = {};
  const end = zip.length - 22;
  let at = zip.readUInt32LE(end + 16);
  for (let left = zip.readUInt16LE(end + 10); left > 0; left--) {
    const [crc, packed, size] = [16, 20, 24].map((place) => zip.readUInt32LE(at + place)) as [number, number, number];
    const length = zip.readUInt16LE(at + 28);
    const begin = zip.readUInt32LE(at + 42) + 30 + length;
    const data = inflateRawSync(zip.subarray(begin, begin + packed));
    expect([data.length, crc32(data)]).toEqual([size, crc]);
    files[zip.toString('utf8', at + 46, at + 46 + length)] = data;
    at += 46 + length;
  }
  expect(at).toBe(end);
  return files;
}
