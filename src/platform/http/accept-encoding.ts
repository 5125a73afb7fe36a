/** What an Accept-Encoding header takes (RFC 9110, 12.5.3), read in one pass however it is written. */
export type Encoding = 'br' | 'gzip' | 'identity';

/** The longest that a browser sends is about thirty; whoever sends more gets what the beginning asks for. */
const mostRead = 256;

/** The best of `offered`, in their order, that the header takes; an encoding with weight 0 is refused. */
export function chooseEncoding(header: string | undefined, offered: readonly ('br' | 'gzip')[]): Encoding {
  if (!header) return 'identity';
  const accepted = new Set<string>();
  for (const entry of header.slice(0, mostRead).toLowerCase().split(',')) {
    const [name = '', ...parameters] = entry.split(';');
    const weight = parameters.map((parameter) => parameter.trim()).find((parameter) => parameter.startsWith('q='));
    if (weight === undefined || Number(weight.slice(2)) > 0) accepted.add(name.trim());
  }
  return offered.find((encoding) => accepted.has(encoding)) ?? 'identity';
}
