/** Reads the header Accept-Encoding (RFC 9110, 12.5.3) in time that grows with its length only. */

export type Encoding = 'br' | 'gzip' | 'identity';

/** Characters that are read; browsers send about thirty. */
const mostRead = 256;

/** The first of `offered` that the header accepts; weight 0 refuses an encoding. */
export function chooseEncoding(header: string | undefined, offered: readonly ('br' | 'gzip')[]): Encoding {
  const accepted = new Set<string>();
  for (const entry of (header ?? '').slice(0, mostRead).toLowerCase().split(',')) {
    const [name = '', ...parameters] = entry.split(';');
    const weight = parameters.map((parameter) => parameter.trim()).find((parameter) => parameter.startsWith('q='));
    if (weight === undefined || Number(weight.slice(2)) > 0) accepted.add(name.trim());
  }
  return offered.find((encoding) => accepted.has(encoding)) ?? 'identity';
}
