/** Reads the header Accept-Encoding (RFC 9110, 12.5.3) in time that grows with its length only. */
import { LRUCache } from 'lru-cache';

export type Encoding = 'br' | 'gzip' | 'identity';

/** Characters that are read; browsers send about thirty. */
const mostRead = 256;

/** The first of `offered` that the header accepts; weight 0 refuses an encoding. */
export function chooseEncoding(header: string | undefined, offered: readonly ('br' | 'gzip')[]): Encoding {
  if (!header) return 'identity';
  const encodings = acceptedBy(header);
  return offered.find((encoding) => encodings.has(encoding)) ?? 'identity';
}

/** By header: browsers send the same few with each request. */
const accepted = new LRUCache<string, Set<string>>({ max: 100 });

function acceptedBy(header: string): Set<string> {
  const read = header.slice(0, mostRead);
  const known = accepted.get(read);
  if (known) return known;
  const encodings = new Set<string>();
  for (const entry of read.toLowerCase().split(',')) {
    const [name = '', ...parameters] = entry.split(';');
    const weight = parameters.map((parameter) => parameter.trim()).find((parameter) => parameter.startsWith('q='));
    if (weight === undefined || Number(weight.slice(2)) > 0) encodings.add(name.trim());
  }
  accepted.set(read, encodings);
  return encodings;
}
