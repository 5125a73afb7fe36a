/** Names that are nobody's (RFC 2606 and RFC 6761), so that no question about them leaves the machine. */
export function isReserved(name: string): boolean {
  return /(^|\.)(example(\.(com|net|org))?|test|invalid|localhost|local|localdomain)$/i.test(name);
}
